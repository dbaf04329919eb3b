/// A section's place before a set, told by its neighbours.
public struct SectionNeighbours: Hashable, Sendable {
    /// The section directly before it; nil: it was the first.
    public var after: SectionID?
    /// The nearest section behind it that the set left in its place; nil: there was none.
    public var before: SectionID?

    /// Makes a place.
    public init(after: SectionID?, before: SectionID?) {
        self.after = after
        self.before = before
    }
}
