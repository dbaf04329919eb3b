import ListEditing
import ListProtocol

/// An edit, undo or redo on its way to the sequencer.
///
/// Shared, since it is handed on from step to step as it is.
final class EditRequest: Sendable {
    enum Intent: Sendable {
        /// With the ids that the server made for it, in order of its actions.
        case edit(Edit, named: [String])
        case undo
        case redo
        /// Malformed inside an action: sequenced all the same, so that its id counts as answered.
        case malformed(Rejection)
    }

    let author: Author
    let id: Int
    let epoch: String?
    let intent: Intent
    let submitter: any EditSubmitter
    /// Whether its session has sent this id, or a higher one, before.
    let isRepeated: Bool
    /// When it came, in seconds of the loop; 0 where nobody asks how long it took.
    let arrived: Double

    /// The revision that its places count in, where it names one.
    let base: Int?

    /// An `edit` message, its inserts named.
    init(
        _ message: EditMessage, author: Author, submitter: any EditSubmitter,
        isRepeated: Bool = false, arrived: Double = 0
    ) {
        self.arrived = arrived
        self.author = author
        self.isRepeated = isRepeated
        self.submitter = submitter
        id = message.id
        epoch = message.epoch
        switch message.edit {
        case .success(var edit):
            let named = edit.nameInserts { RandomID.make() }
            base = edit.base
            intent = .edit(edit, named: named)
        case .failure(let rejection):
            base = nil
            intent = .malformed(rejection)
        }
    }

    /// An `undo` or `redo` message.
    init(
        _ message: UndoMessage, redo: Bool, author: Author, submitter: any EditSubmitter,
        isRepeated: Bool = false, arrived: Double = 0
    ) {
        self.arrived = arrived
        self.author = author
        self.isRepeated = isRepeated
        self.submitter = submitter
        id = message.id
        epoch = message.epoch
        base = nil
        intent = redo ? .redo : .undo
    }
}
