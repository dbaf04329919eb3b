internal import CNATS
import Foundation

/// A subscription; it ends when it is cancelled or let go.
package final class NATSSubscription: Sendable {
    private let subscriber: Subscriber
    private let outgoing: OutgoingQueue

    init(_ subscriber: Subscriber, outgoing: OutgoingQueue) {
        self.subscriber = subscriber
        self.outgoing = outgoing
    }

    deinit { cancel() }

    /// Ends the subscription: nothing is received once this returns on the owner's thread.
    package func cancel() {
        if subscriber.cancel() { outgoing.unsubscribe(subscriber) }
    }
}

/// One who receives the messages of a subscription.
@safe
final class Subscriber: Sendable {
    let core: ConnectionCore
    let subject: String
    let group: String?
    private let isDirect: Bool
    private let body: @Sendable (NATSMessage) -> Void
    private let lock = NSLock()
    nonisolated(unsafe) private var isCancelled = false
    nonisolated(unsafe) private var isDropping = false
    /// libnats' subscription; used by the sending thread alone.
    nonisolated(unsafe) var handle: OpaquePointer?

    init(
        _ core: ConnectionCore, subject: String, group: String?, isDirect: Bool,
        receive: @escaping @Sendable (NATSMessage) -> Void
    ) {
        self.core = core
        self.subject = subject
        self.group = group
        self.isDirect = isDirect
        body = receive
    }

    /// Returns whether it was not cancelled before.
    func cancel() -> Bool {
        lock.withLock {
            defer { unsafe isCancelled = true }
            return unsafe !isCancelled
        }
    }

    /// On the owner's thread, or libnats' where it is direct.
    func receive(_ message: NATSMessage) {
        if lock.withLock({ unsafe !isCancelled }) { body(message) }
    }

    /// On libnats' thread: hands a message over, and tells once of each row of dropped ones.
    func deliver(_ message: NATSMessage) {
        if isDirect { return receive(message) }
        let isTaken = core.deliveries.add(.message(message, self))
        let isNews = lock.withLock {
            defer { unsafe isDropping = !isTaken }
            return unsafe !isTaken && !isDropping
        }
        if isNews { core.report(.dropped(subject: subject)) }
    }
}
