/// `to` of a section, as the client wrote it.
public enum SectionTarget: Hashable, Sendable {
    /// The index after the move, or that the new section will have.
    case index(Int)
    /// Directly before a section.
    case before(SectionID)
    /// Directly after a section.
    case after(SectionID)
    /// The first place.
    case start
    /// The last place.
    case end
    /// No `to` at all: the last place.
    case unspecified
}
