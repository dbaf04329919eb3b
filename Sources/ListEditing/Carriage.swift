/// Carries a gap between rows from a revision through the sets of the history to the newest list.
struct Carriage {
    /// The section of the gap.
    let section: SectionID
    /// The neighbours of the gap at the base; nil: the section's boundary.
    var previous: RowID?
    var next: RowID?
    /// The gap in the newest list, partitioning the rows that neither moved nor went since.
    var gap: Int
    /// Whether the index lay outside.
    var isBounded: Bool
}
