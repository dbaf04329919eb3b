import ListEditing
import ListProtocol

/// An edit, undo or redo on its way to the sequencer.
struct EditRequest: Sendable {
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
    var isRepeated = false

    /// The revision that its places count in, where it names one.
    var base: Int? {
        if case .edit(let edit, _) = intent { edit.base } else { nil }
    }

    /// An `edit` message, its inserts named.
    init(_ message: EditMessage, author: Author, submitter: any EditSubmitter) {
        self.author = author
        self.submitter = submitter
        id = message.id
        epoch = message.epoch
        switch message.edit {
        case .success(var edit):
            let named = edit.nameInserts { RandomID.make() }
            intent = .edit(edit, named: named)
        case .failure(let rejection):
            intent = .malformed(rejection)
        }
    }

    /// An `undo` or `redo` message.
    init(_ message: UndoMessage, redo: Bool, author: Author, submitter: any EditSubmitter) {
        self.author = author
        self.submitter = submitter
        id = message.id
        epoch = message.epoch
        intent = redo ? .redo : .undo
    }
}
