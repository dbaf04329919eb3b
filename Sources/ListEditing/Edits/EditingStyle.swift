/// What a place of a table view offers in edit mode (editing.md, "Rules"); computed, never stored.
public enum EditingStyle: String, Sendable {
    /// The row can be neither updated nor deleted.
    case none
    /// A client's "(add new)" row.
    case insert
    /// Any other row; no delete control where the row is not deletable.
    case delete
}
