/// What a set does to the list itself.
public struct ListUpdate: Hashable, Sendable {
    /// Its new title, where that changed.
    public var title: String?
    /// All its new rules, where they changed.
    public var rules: Rules?

    /// Makes an entry.
    public init(title: String?, rules: Rules?) {
        self.title = title
        self.rules = rules
    }
}
