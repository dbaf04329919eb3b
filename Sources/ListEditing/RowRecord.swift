/// A row as the list holds it.
struct RowRecord {
    var row: Row
    /// The revision of the newest set that inserted or moved the row, even one that was undone:
    /// what carrying a place asks for.
    ///
    /// Not stored; 0 after a restart, as far as history tells.
    var stamp: Int

    init(_ row: Row, stamp: Int = 0) {
        self.row = row
        self.stamp = stamp
    }

    var id: RowID { row.id }
}
