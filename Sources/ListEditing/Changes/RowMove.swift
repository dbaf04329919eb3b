/// An entry of `movedRows`.
public struct RowMove: Hashable, Sendable {
    /// The row.
    public var row: RowID
    /// Its path before the set.
    public var from: IndexPath
    /// Its path after the set.
    public var to: IndexPath

    /// Makes an entry.
    public init(row: RowID, from: IndexPath, to: IndexPath) {
        self.row = row
        self.from = from
        self.to = to
    }
}
