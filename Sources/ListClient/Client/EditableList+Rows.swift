public import ListEditing

extension EditableList {
    /// All rows, section by section.
    ///
    /// - Complexity: O(n).
    public var rows: [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(rowCount)
        for index in 0..<sectionCount { forEachRow(in: index) { rows.append($0) } }
        return rows
    }
}
