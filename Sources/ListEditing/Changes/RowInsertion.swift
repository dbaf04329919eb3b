/// An entry of `insertedRows`.
public struct RowInsertion: Hashable, Sendable {
    /// The row.
    public var row: RowID
    /// Its path after the set.
    public var at: IndexPath
    /// Its fields.
    public var fields: Fields
    /// Its rules.
    public var rules: RowRules

    /// Makes an entry.
    public init(row: RowID, at: IndexPath, fields: Fields, rules: RowRules) {
        self.row = row
        self.at = at
        self.fields = fields
        self.rules = rules
    }
}
