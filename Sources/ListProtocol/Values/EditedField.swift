package import ListEditing

/// The field that a client has open for writing.
package struct EditedField: Hashable, Sendable {
    package var row: RowID
    package var field: String

    package init(row: RowID, field: String) {
        self.row = row
        self.field = field
    }
}
