import ListDocument
import ListEditing
package import ListProtocol
import TextBytes

/// Answers to edits as the messages that clients and other servers are sent.
extension EditOutcome {
    /// The message that answers the edit, where its set does not.
    package func message(id: Int, list: ListID) -> [UInt8] {
        switch self {
        case .applied(let revision, let ids, let clamps):
            Ack(list: list, id: id, revision: revision, outcome: .applied(ids: ids, clamps: clamps))
                .encoded
        case .noop(let revision, let clamps):
            Ack(list: list, id: id, revision: revision, outcome: .noop(clamps: clamps)).encoded
        case .duplicate(let revision, let applied):
            Ack(list: list, id: id, revision: revision, outcome: .duplicate(applied: applied))
                .encoded
        case .rejected(let rejection):
            Reject(list: list, id: id, rejection: rejection).encoded
        }
    }

    /// Nil: the message answers no edit.
    init?(_ message: ReceivedMessage) {
        switch message {
        case .ack(let ack):
            guard let revision = ack.revision else { return nil }
            switch ack.outcome {
            case .applied(let ids, let clamps):
                self = .applied(revision: revision, ids: ids, clamps: clamps)
            case .noop(let clamps): self = .noop(revision: revision, clamps: clamps)
            case .duplicate(let applied):
                self = .duplicate(revision: revision, applied: applied)
            }
        case .reject(let refusal):
            guard let code = RejectCode(word: refusal.code) else { return nil }
            self = .rejected(
                Rejection(code, action: refusal.action, message: refusal.message))
        default: return nil
        }
    }
}
