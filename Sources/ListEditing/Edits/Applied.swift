/// What an edit did.
public struct Applied: Hashable, Sendable {
    /// The net effect; empty for a noop, where the list's revision did not rise.
    public var changes: ChangeSet
    /// The edit that takes `changes` back.
    public var inverse: Inverse
    /// What was clamped, in order of the actions; for noops too.
    public var clamps: [Clamp]
    /// Marks that an undo or redo put back, in order of their rows' ids; empty for edits.
    ///
    /// They belong into the journal beside `changes` and go to `EditableList.replay`.
    public var marks: [RestoredMarks]

    /// Makes the outcome of an edit.
    public init(
        changes: ChangeSet, inverse: Inverse, clamps: [Clamp], marks: [RestoredMarks] = []
    ) {
        self.changes = changes
        self.inverse = inverse
        self.clamps = clamps
        self.marks = marks
    }
}
