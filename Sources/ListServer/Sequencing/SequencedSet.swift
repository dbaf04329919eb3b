import ListEditing

/// A change set with what the journal's record keeps beside it.
struct SequencedSet: Sendable {
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
    let inverse: Inverse
    /// What an undo or redo gave back of who last set which field.
    let marks: [RestoredMarks]
    /// The set as every session gets it.
    let encoded: [UInt8]

    func entry(named revision: Int) -> UndoEntry {
        UndoEntry(revision: revision, made: self.revision, inverse: inverse)
    }
}
