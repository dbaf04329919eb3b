import Foundation

/// What libnats' threads hand to the thread of a connection's owner: first in, first out.
///
/// The owner's thread is asked for one turn for all that is added before it looks. A turn takes at most
/// `turnCount` deliveries and asks for another where some are left, so that none is long.
///
/// Answers are bounded by the requests under way. Messages of subscriptions are bounded by
/// `maximumBytes`: whatever is beyond is dropped, and the caller of `add` told.
final class DeliveryQueue: Sendable {
    /// One thing to hand over.
    enum Delivery: Sendable {
        case finished(FinishedRequest)
        case message(NATSMessage, Subscriber)
        case event(NATSEvent, @Sendable (NATSEvent) -> Void)
    }

    static let turnCount = 256

    private let execute: NATSConnection.Executor
    private let maximumBytes: Int
    private let lock = NSLock()
    nonisolated(unsafe) private var waiting: [Delivery] = []
    /// What the owner's thread has taken; it alone uses this.
    nonisolated(unsafe) private var taken: ArraySlice<Delivery> = []
    nonisolated(unsafe) private var messageBytes = 0
    nonisolated(unsafe) private var isSignalled = false

    /// - Parameters:
    ///   - maximumBytes: the most bytes of messages that wait for the owner.
    ///   - execute: Runs a closure on the owner's thread, and not before it returns.
    init(maximumBytes: Int, execute: @escaping NATSConnection.Executor) {
        self.maximumBytes = maximumBytes
        self.execute = execute
    }

    /// Adds one delivery.
    ///
    /// - Returns: False where it is a message for which there is no room.
    @discardableResult
    func add(_ delivery: Delivery) -> Bool {
        let isFirst: Bool? = lock.withLock {
            if case .message(let message, _) = delivery {
                guard unsafe messageBytes + message.byteCount <= maximumBytes else { return nil }
                unsafe messageBytes += message.byteCount
            }
            unsafe waiting.append(delivery)
            return claimTurn()
        }
        if isFirst == true { execute { self.deliver() } }
        return isFirst != nil
    }

    /// Adds finished requests.
    func add(_ finished: [FinishedRequest]) {
        guard !finished.isEmpty else { return }
        let isFirst = lock.withLock {
            for request in finished { unsafe waiting.append(.finished(request)) }
            return claimTurn()
        }
        if isFirst { execute { self.deliver() } }
    }

    /// Under the lock: whether the caller must ask for a turn.
    private func claimTurn() -> Bool {
        defer { unsafe isSignalled = true }
        return unsafe !isSignalled
    }

    /// On the owner's thread.
    private func deliver() {
        if unsafe taken.isEmpty {
            lock.withLock {
                unsafe taken = waiting[...]
                unsafe waiting = []
            }
        }
        let turn = unsafe taken.prefix(Self.turnCount)
        unsafe taken = taken.dropFirst(Self.turnCount)
        var bytes = 0
        for delivery in turn {
            switch delivery {
            case .finished(let request): request.call()
            case .message(let message, let subscriber):
                bytes += message.byteCount
                subscriber.receive(message)
            case .event(let event, let receive): receive(event)
            }
        }
        let isMore = lock.withLock {
            unsafe messageBytes -= bytes
            unsafe isSignalled = !taken.isEmpty || !waiting.isEmpty
            return unsafe isSignalled
        }
        if isMore { execute { self.deliver() } }
    }
}
