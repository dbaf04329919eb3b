/// An entry of `updatedRows`.
public struct RowUpdate: Hashable, Sendable {
    /// The row.
    public var row: RowID
    /// Its path before the set.
    public var at: IndexPath
    /// The fields that changed, ascending by name.
    public var fields: [FieldChange]
    /// The rules that changed.
    public var rules: RowRulesChange

    /// Makes an entry.
    public init(row: RowID, at: IndexPath, fields: [FieldChange], rules: RowRulesChange) {
        self.row = row
        self.at = at
        self.fields = fields
        self.rules = rules
    }
}
