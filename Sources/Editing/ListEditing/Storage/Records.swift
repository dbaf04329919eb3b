/// A row as the list stores it.
struct RowRecord {
    var row: Row
    /// The revision of the newest set that inserted or moved the row, even if it was undone, for
    /// rebasing places.
    ///
    /// Not stored: after a restart it is 0, or the newest such revision in the history.
    var stamp: Int

    init(_ row: Row, stamp: Int = 0) {
        self.row = row
        self.stamp = stamp
    }

    var id: RowID { row.id }

    /// The approximate size in bytes of the row as it is stored.
    ///
    /// - Complexity: O(n) in the marks of its fields (`FieldMarks.byteCount`).
    var byteCount: Int {
        24 + row.id.text.utf8.count + row.fields.byteCount + row.rules.byteCount
            + authorshipByteCount
    }

    /// The approximate size in bytes of the row's authorship as it is stored.
    ///
    /// - Complexity: as `byteCount`.
    var authorshipByteCount: Int {
        (row.authorship.isInitial ? 0 : Self.bytesOfAuthorship)
            + row.authorship.fieldMarks.byteCount(of: row.fields, own: row.authorship.revision)
    }

    /// The approximate size in bytes of a stored authorship without marks: two edits, with their
    /// revisions, times and the numbers of their authors.
    static let bytesOfAuthorship = 48
}

/// A section as the list stores it; its rows are in the `RowForest` under its slot.
struct SectionRecord {
    var id: SectionID
    var title: String
    var rules: Rules
    /// The revision of the set that placed the section (its insert counts); after an undo, of the set
    /// whose place was restored; 0: created with the list.
    var placed = 0
    /// The number of rows pinned to the top.
    var top = 0
    /// The number of rows pinned to the bottom.
    var bottom = 0
    /// The number of rows whose own rules forbid their deletion.
    var undeletable = 0
    /// The number of rows whose field `done` is `true`.
    var done = 0
    /// The sum of `RowRecord.byteCount` of its rows.
    var rowBytes = 0

    /// The approximate size in bytes of the section as it is stored, without its rows.
    var byteCount: Int {
        40 + id.text.utf8.count + title.utf8.count + rules.byteCount
    }
}
