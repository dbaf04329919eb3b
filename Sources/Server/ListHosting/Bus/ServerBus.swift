import Foundation
package import ListJournal
import WebSocketTransport

/// The bus between the servers as the event loop uses it: what arrives is delivered on the loop's thread,
/// which is woken once for many messages.
///
/// Messages may be lost, come twice, late or in another order.
package final class ServerBus: Sendable {
    /// The most bytes of messages that wait for the loop; what comes beyond is dropped, as the bus may.
    private static let maximumBytes = 16 << 20

    private let messages: any MessageBus
    private let loop: EventLoop
    private let arrivals: Arrivals<@Sendable () -> Void>
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var droppedCount = 0

    /// A subscription; it ends when it is cancelled or let go.
    package final class Subscription: Sendable {
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

    init(_ messages: any MessageBus, on loop: EventLoop) {
        self.messages = messages
        self.loop = loop
        arrivals = Arrivals(on: loop, mostBytes: Self.maximumBytes) { $0() }
    }

    /// The id of this server as it runs now, the same as the `writer` of its records.
    package var server: String { messages.server }

    /// How many messages were dropped as too much waited for the loop.
    var dropped: Int { lock.withLock { unsafe droppedCount } }

    /// Sends a message to all servers that have subscribed to its subject, this one too.
    package func publish(_ payload: [UInt8], to subject: String) {
        messages.publish(payload, to: subject)
    }

    /// Receives the messages to a subject, on the loop's thread, until the subscription ends.
    package func subscribe(
        _ subject: String, receive: @escaping (BusMessage) -> Void
    ) -> Subscription {
        let (subscription, receive) = (Subscription(), LoopBound(receive, loop: loop))
        subscription.begin(
            messages.subscribe(subject) { [weak self, weak subscription] message in
                self?.add(bytes: message.payload.count + 128) {
                    if subscription?.isActive == true { receive.value(message) }
                }
            })
        return subscription
    }

    /// Sends a message and calls `done` once on the loop's thread, with the first answer or an error.
    ///
    /// - Parameter seconds: for how long an answer is waited for.
    func request(
        _ payload: [UInt8], of subject: String, seconds: Double,
        done: @escaping (Result<[UInt8], BusError>) -> Void
    ) {
        let done = LoopBound(done, loop: loop)
        messages.request(payload, of: subject, seconds: seconds) { result in
            // Bounded by the requests under way.
            self.add(bytes: 0) { done.value(result) }
        }
    }

    /// Answers a request; does nothing where the message is none.
    func answer(_ message: BusMessage, with payload: [UInt8]) {
        messages.answer(message, with: payload)
    }

    private func add(bytes: Int, _ deliver: @escaping @Sendable () -> Void) {
        guard !arrivals.add(deliver, bytes: bytes) else { return }
        lock.withLock { unsafe droppedCount += 1 }
    }
}
