/// A section as a plain value: for creating, snapshots and restoring.
public struct SectionState: Hashable, Sendable {
    /// The section's id.
    public var id: SectionID
    /// Its title.
    public var title: String
    /// Its rules, narrowing the list's.
    public var rules: Rules
    /// Its rows in order.
    public var rows: [Row]

    /// Makes a section.
    public init(id: SectionID, title: String, rules: Rules = Rules(), rows: [Row] = []) {
        self.id = id
        self.title = title
        self.rules = rules
        self.rows = rows
    }
}
