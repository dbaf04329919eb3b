/// An entry of `updatedSections`.
public struct SectionUpdate: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its index before the set.
    public var at: Int
    /// Its new title, where that changed.
    public var title: String?
    /// All its new rules, where they changed.
    public var rules: Rules?

    /// Makes an entry.
    public init(section: SectionID, at: Int, title: String?, rules: Rules?) {
        self.section = section
        self.at = at
        self.title = title
        self.rules = rules
    }
}
