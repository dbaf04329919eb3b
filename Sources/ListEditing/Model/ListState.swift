/// A whole list as a plain value.
public struct ListState: Hashable, Sendable {
    /// The revision of the newest set in it.
    public var revision: Int
    /// The list's title.
    public var title: String
    /// The list's rules.
    public var rules: Rules
    /// The sections in order, with their rows.
    public var sections: [SectionState]

    /// Makes a list's state.
    public init(revision: Int, title: String, rules: Rules, sections: [SectionState]) {
        self.revision = revision
        self.title = title
        self.rules = rules
        self.sections = sections
    }
}
