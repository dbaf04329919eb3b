import Foundation
import ListJournal
import WebSocketTransport

/// The bus between the servers as the event loop uses it: what arrives is delivered on the loop's thread,
/// which is woken once for many messages.
///
/// Messages may be lost, come twice, late or in another order.
final class ServerBus: Sendable {
    /// Messages and answers that one turn of the loop delivers.
    private static let turnCount = 64
    /// The most bytes of messages that wait for the loop; what comes beyond is dropped, as the bus may.
    private static let maximumBytes = 16 << 20

    private let messages: any MessageBus
    private let loop: EventLoop
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting: [Delivery] = []
    nonisolated(unsafe) private var waitingBytes = 0
    nonisolated(unsafe) private var droppedCount = 0
    nonisolated(unsafe) private var isSignalled = false

    private struct Delivery: Sendable {
        let bytes: Int
        let deliver: @Sendable () -> Void
    }

    /// A subscription; it ends when it is cancelled or let go.
    final class Subscription: Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var end: (@Sendable () -> Void)?

        fileprivate init() {}

        deinit { cancel() }

        /// Ends the subscription: nothing is received once this returns on the loop's thread.
        func cancel() {
            let end = lock.withLock {
                defer { unsafe self.end = nil }
                return unsafe self.end
            }
            end?()
        }

        fileprivate var isActive: Bool { lock.withLock { unsafe end != nil } }

        fileprivate func begin(_ end: @escaping @Sendable () -> Void) {
            lock.withLock { unsafe self.end = end }
        }
    }

    /// - Returns: nil where the journal's engine is for one server.
    init?(of journal: any Journal, on loop: EventLoop) {
        guard let messages = journal.bus else { return nil }
        self.messages = messages
        self.loop = loop
    }

    /// The id of this server as it runs now, the same as the `writer` of its records.
    var server: String { messages.server }

    /// How many messages were dropped as too much waited for the loop.
    var dropped: Int { lock.withLock { unsafe droppedCount } }

    /// Sends a message to all servers that have subscribed to its subject, this one too.
    func publish(_ payload: [UInt8], to subject: String) {
        messages.publish(payload, to: subject)
    }

    /// Receives the messages to a subject, on the loop's thread, until the subscription ends.
    func subscribe(
        _ subject: String, receive: @escaping @Sendable (BusMessage) -> Void
    ) -> Subscription {
        let subscription = Subscription()
        subscription.begin(
            messages.subscribe(subject) { [weak self, weak subscription] message in
                self?.add(bytes: message.payload.count + 128, isDroppable: true) {
                    if subscription?.isActive == true { receive(message) }
                }
            })
        return subscription
    }

    /// Sends a message and calls `done` once on the loop's thread, with the first answer or an error.
    ///
    /// - Parameter seconds: for how long an answer is waited for.
    func request(
        _ payload: [UInt8], of subject: String, seconds: Double,
        done: @escaping @Sendable (Result<[UInt8], BusError>) -> Void
    ) {
        messages.request(payload, of: subject, seconds: seconds) { result in
            self.add(bytes: 0, isDroppable: false) { done(result) }
        }
    }

    /// Answers a request; does nothing where the message is none.
    func answer(_ message: BusMessage, with payload: [UInt8]) {
        messages.answer(message, with: payload)
    }

    // MARK: Delivery

    /// - Parameter isDroppable: false for what is bounded by the requests under way.
    private func add(bytes: Int, isDroppable: Bool, _ deliver: @escaping @Sendable () -> Void) {
        let isFirst = lock.withLock {
            if isDroppable, unsafe waitingBytes + bytes > Self.maximumBytes {
                unsafe droppedCount += 1
                return false
            }
            unsafe waitingBytes += bytes
            unsafe waiting.append(Delivery(bytes: bytes, deliver: deliver))
            defer { unsafe isSignalled = true }
            return unsafe !isSignalled
        }
        if isFirst { loop.execute { self.deliver() } }
    }

    private func deliver() {
        let turn = lock.withLock {
            let turn = unsafe Array(waiting.prefix(Self.turnCount))
            unsafe waiting.removeFirst(turn.count)
            for delivery in turn { unsafe waitingBytes -= delivery.bytes }
            return turn
        }
        for delivery in turn { delivery.deliver() }
        let isMore = lock.withLock {
            unsafe isSignalled = !waiting.isEmpty
            return unsafe isSignalled
        }
        if isMore { loop.execute { self.deliver() } }
    }
}
