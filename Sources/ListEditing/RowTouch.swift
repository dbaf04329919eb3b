/// A row that an edit names, as it was before the edit.
struct RowTouch {
    var record: RowRecord
    var section: SectionID
    var path: IndexPath
    /// The row directly before it, nil at the section's start.
    var previous: RowID?
    /// The row directly behind it, nil at the section's end.
    var next: RowID?
}
