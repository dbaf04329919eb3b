import ListEditing

/// A change set with what the journal's record keeps beside it.
///
/// Shared between the record, the answers and the history.
final class SequencedSet: Sendable {
    /// What made the set.
    ///
    /// Undo and redo name the revision that they take back or repeat.
    enum Origin: Hashable, Sendable {
        case edit
        case undo(of: Int)
        case redo(of: Int)
    }

    let revision: Int
    let client: ClientID
    /// The id of the edit that made it.
    let intent: Int
    let origin: Origin
    let changes: ChangeSet
    let inverse: EncodedInverse
    /// Whether it can never be taken back: its step alone is over `limits.undoBytes`.
    let isFinal: Bool
    /// What an undo or redo gave back of who last set which field.
    let marks: [RestoredMarks]
    /// The set as every session gets it.
    let encoded: [UInt8]

    init(
        revision: Int, client: ClientID, intent: Int, origin: Origin, changes: ChangeSet,
        inverse: EncodedInverse, isFinal: Bool = false, marks: [RestoredMarks], encoded: [UInt8]
    ) {
        self.revision = revision
        self.client = client
        self.intent = intent
        self.origin = origin
        self.changes = changes
        self.inverse = inverse
        self.isFinal = isFinal
        self.marks = marks
        self.encoded = encoded
    }

    func entry(named revision: Int) -> UndoEntry {
        UndoEntry(revision: revision, made: self.revision, inverse: inverse)
    }
}
