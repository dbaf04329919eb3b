public import ListEditing

/// What became of an edit, an undo or a redo.
public enum EditAnswer: Sendable, Hashable {
    /// It changed the list, in this revision; what the server placed elsewhere than asked is in
    /// `clamped`, with the reason.
    ///
    /// The revision is nil where the server only remembers that it was applied.
    case applied(revision: Int?, clamped: [Clamp])
    /// It was valid, and there was nothing to change.
    case nothing(clamped: [Clamp])
    /// It was refused, and nothing of it was applied.
    case refused(EditRefusal)
    /// Nobody remembers whether it was applied: it was sent, and this client was away for too long.
    ///
    /// Not to be repeated unseen: the list tells what holds.
    case unknown
    /// The list is gone, or the client was stopped, before there was an answer.
    case abandoned(reason: String)
}
