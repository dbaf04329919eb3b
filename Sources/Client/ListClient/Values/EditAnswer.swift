public import ListEditing
import ListProtocol

/// What became of an edit, an undo, a redo or a restore.
public enum EditAnswer: Sendable, Hashable {
    /// It changed the list, in this revision.
    ///
    /// The revision is nil where the server only remembers that it was applied. `clamped` lists what
    /// the server placed elsewhere than asked, with the reason.
    case applied(revision: Int?, clamped: [Clamp])
    /// It was valid, and there was nothing to change.
    case noop(clamped: [Clamp])
    /// It was refused, and nothing of it was applied.
    case refused(EditRefusal)
    /// The server no longer knows whether it was applied: it was sent, and this client was away for too
    /// long.
    ///
    /// Do not repeat it unseen; the list shows whether it was applied.
    case unknown
    /// The list is gone, or the client was stopped, before there was an answer.
    case abandoned(reason: String)
}

/// Why an edit was refused.
public struct EditRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable code of the protocol: `moveDisabled`, `conflict`, `forbidden`, ….
    public var code: String
    /// What was refused and why, for people.
    public var message: String
    /// The number of the action at fault, from 0; nil where it concerns the whole edit.
    public var action: Int?
    /// Milliseconds to wait before trying again, with `rateLimited`.
    public var retryAfter: Int?

    /// Message and code.
    public var description: String { "\(message) (\(code))" }
}

extension EditAnswer {
    init(_ ack: Ack) {
        switch ack.outcome {
        case .applied(_, let clamps): self = .applied(revision: ack.revision, clamped: clamps)
        case .noop(let clamps): self = .noop(clamped: clamps)
        case .duplicate(applied: true?): self = .applied(revision: ack.revision, clamped: [])
        case .duplicate(applied: false?):
            self = .refused(
                EditRefusal(
                    code: "duplicate",
                    message: "it was answered before, and was not applied", action: nil,
                    retryAfter: nil))
        case .duplicate(applied: nil): self = .unknown
        }
    }

    init(_ refusal: ReceivedRefusal) {
        self = .refused(
            EditRefusal(
                code: refusal.code, message: refusal.message, action: refusal.action,
                retryAfter: refusal.retryAfter))
    }
}
