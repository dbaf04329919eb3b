/// `to` of a row, as the client wrote it (protocol.md, "Where: `to`").
public enum RowTarget: Hashable, Sendable {
    /// The index after the move, or that the new row will have.
    case index(SectionID, Int)
    /// Directly before a row.
    case before(RowID)
    /// Directly after a row.
    case after(RowID)
    /// The first place of the section that is allowed.
    case start(SectionID)
    /// The last place of the section that is allowed: `"at":"end"`, or a section alone.
    case end(SectionID)
    /// No `to` at all: the end of the last section.
    case unspecified
}
