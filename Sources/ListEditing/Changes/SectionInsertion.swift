/// An entry of `insertedSections`.
public struct SectionInsertion: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its index after the set.
    public var at: Int
    /// Its title.
    public var title: String
    /// Its rules.
    public var rules: Rules

    /// Makes an entry.
    public init(section: SectionID, at: Int, title: String, rules: Rules) {
        self.section = section
        self.at = at
        self.title = title
        self.rules = rules
    }
}
