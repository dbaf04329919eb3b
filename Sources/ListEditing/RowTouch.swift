/// A row that an edit names, as it was before the edit.
///
/// Shared, since it is handed on and never changed.
final class RowTouch {
    let record: RowRecord
    let section: SectionID
    let path: IndexPath
    /// The row directly before it, nil at the section's start.
    let previous: RowID?
    /// The row directly behind it, nil at the section's end.
    let next: RowID?

    init(
        record: RowRecord, section: SectionID, path: IndexPath, previous: RowID?, next: RowID?
    ) {
        self.record = record
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
