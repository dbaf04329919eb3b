/// Marks of a row that an undo or redo set put back to older revisions than its own.
///
/// A change set does not carry them; the journal keeps them beside it, so that a replayed list
/// has the same authorship as the one that made the set.
public struct RestoredMarks: Hashable, Sendable {
    /// The row, in `insertedRows`, `movedRows` or `updatedRows` of the set.
    public var row: RowID
    /// What `Authorship.placed` became; nil: the set's own revision, or the row did not move.
    public var placed: Int?
    /// The fields (ascending by name) whose mark became another revision than the set's.
    public var fields: [FieldMark]

    /// Makes restored marks.
    public init(row: RowID, placed: Int?, fields: [FieldMark]) {
        self.row = row
        self.placed = placed
        self.fields = fields
    }
}
