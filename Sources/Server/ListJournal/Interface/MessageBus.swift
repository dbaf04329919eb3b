// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
/// Messages between the servers of one store, beside the log: at most once, in no certain order.
///
/// Nothing that must not be lost goes this way. Calls may come from any thread; what they call back is
/// called on any thread. Subjects are tokens between dots, without the prefix of the cluster.
package protocol MessageBus: Sendable {
    /// The id of this server as it runs now, the same as the `writer` of its records.
    var server: String { get }

    /// Sends a message to all that have subscribed to its subject, this server too.
    func publish(_ payload: [UInt8], to subject: String)

    /// Receives the messages to a subject.
    ///
    /// - Returns: Ends the subscription; a message that was under way may still be received.
    func subscribe(
        _ subject: String, receive: @escaping @Sendable (BusMessage) -> Void
    ) -> @Sendable () -> Void

    /// Sends a message and calls `done` once, with the first answer to it or an error.
    ///
    /// - Parameter seconds: for how long an answer is waited for.
    func request(
        _ payload: [UInt8], of subject: String, seconds: Double,
        done: @escaping @Sendable (Result<[UInt8], BusError>) -> Void)

    /// Answers a request; does nothing where the message is none.
    func answer(_ message: BusMessage, with payload: [UInt8])
}

/// A message from another server, or from this one.
package struct BusMessage: Sendable, Hashable {
    package let subject: String
    package let payload: [UInt8]
    /// Where the answer to a request goes; nil where none is wanted.
    package let reply: String?

    package init(subject: String, payload: [UInt8], reply: String? = nil) {
        self.subject = subject
        self.payload = payload
        self.reply = reply
    }
}

/// Why a request was not answered.
package enum BusError: Error, Sendable, Hashable {
    /// No server has subscribed to the subject: the request was not received.
    case noResponders
    /// The request was not sent.
    case notSent
    /// A server may have received the request, and may still do what it asks.
    case silent
}
