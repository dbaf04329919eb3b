import ListEditing
import ListProtocol

/// Whoever waits for the answer of an edit: a session, or an HTTP request.
///
/// Called once for each edit, on the loop's thread: when the answer is durable, or, where the edit is
/// refused unseen, at once.
protocol EditSubmitter: Sendable {
    /// The id of the session's connection, by which the list's audience knows it; nil: it has none.
    var connectionID: UInt64? { get }

    /// - Parameters:
    ///   - set: The set as it was encoded, where the edit changed the list.
    ///   - isDelivered: True where this session has been sent that set and needs no other answer.
    func answered(
        _ answer: Answer, id: Int, list: ListID, set: [UInt8]?, counts: [Int], isDelivered: Bool)

    /// The edit is not answered now, since nobody can tell what became or will become of it; it is its
    /// client's to send again.
    func withheld(id: Int, list: ListID)
}

extension EditSubmitter {
    var connectionID: UInt64? { nil }
}
