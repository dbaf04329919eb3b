/// An entry of `movedSections`.
public struct SectionMove: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its index before the set.
    public var from: Int
    /// Its index after the set.
    public var to: Int

    /// Makes an entry.
    public init(section: SectionID, from: Int, to: Int) {
        self.section = section
        self.from = from
        self.to = to
    }
}
