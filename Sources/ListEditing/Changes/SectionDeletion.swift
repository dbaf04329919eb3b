/// An entry of `deletedSections`: rows that go with it are not listed.
public struct SectionDeletion: Hashable, Sendable {
    /// The section.
    public var section: SectionID
    /// Its index before the set.
    public var at: Int

    /// Makes an entry.
    public init(section: SectionID, at: Int) {
        self.section = section
        self.at = at
    }
}
