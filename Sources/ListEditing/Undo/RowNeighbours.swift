/// A row's place before a set, told by its neighbours.
public struct RowNeighbours: Hashable, Sendable {
    /// The section that it stood in.
    public var section: SectionID
    /// The row directly before it; nil: it was the section's first.
    public var after: RowID?
    /// The nearest row behind it that the set left in its place; nil: there was none.
    public var before: RowID?

    /// Makes a place.
    public init(section: SectionID, after: RowID?, before: RowID?) {
        self.section = section
        self.after = after
        self.before = before
    }
}
