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

    /// About the bytes of the row as it is stored.
    ///
    /// - Complexity: O(n) in the marks of its fields (`FieldMarks.byteCount`).
    var byteCount: Int {
        24 + row.id.text.utf8.count + row.fields.byteCount + row.rules.byteCount
            + authorshipByteCount
    }

    /// About the bytes of the row's authorship as it is stored.
    ///
    /// - Complexity: as `byteCount`.
    var authorshipByteCount: Int {
        (row.authorship.isThatOfTheList ? 0 : Self.bytesOfAuthorship)
            + row.authorship.fieldMarks.byteCount(of: row.fields, own: row.authorship.revision)
    }

    /// About the bytes of a stored authorship without marks.
    static let bytesOfAuthorship = 32
}

extension RowRules {
    /// Whether a row with these rules cannot be deleted, whatever its section says.
    var forbidDeletion: Bool { editable == false || deletable == false }

    /// About the bytes of the rules as they are stored.
    var byteCount: Int {
        (editable == nil ? 0 : 17) + (deletable == nil ? 0 : 18) + (movable == nil ? 0 : 16)
            + (pinned == nil ? 0 : 16)
    }
}
