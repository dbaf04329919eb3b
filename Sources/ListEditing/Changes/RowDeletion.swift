/// An entry of `deletedRows`.
public struct RowDeletion: Hashable, Sendable {
    /// The row.
    public var row: RowID
    /// Its path before the set.
    public var at: IndexPath

    /// Makes an entry.
    public init(row: RowID, at: IndexPath) {
        self.row = row
        self.at = at
    }
}
