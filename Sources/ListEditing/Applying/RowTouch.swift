/// A row that an edit names, as it was before the edit.
///
/// Shared, since it is handed on and never changed. It holds neither fields nor marks: the list
/// changes those in place, which a second holder would make a copy of all of them.
final class RowTouch {
    let id: RowID
    let rules: RowRules
    /// `Authorship.placed` of the row.
    let placed: Int
    let section: SectionID
    let path: IndexPath
    /// The row directly before it, nil at the section's start.
    let previous: RowID?
    /// The row directly behind it, nil at the section's end.
    let next: RowID?

    init(
        _ row: Row, section: SectionID, path: IndexPath, previous: RowID?, next: RowID?
    ) {
        id = row.id
        rules = row.rules
        placed = row.authorship.placed
        self.section = section
        self.path = path
        self.previous = previous
        self.next = next
    }

    /// Its place for the inverse of an edit that names no other row beside it.
    var neighbours: RowNeighbours {
        RowNeighbours(section: section, after: previous, before: next)
    }
}
