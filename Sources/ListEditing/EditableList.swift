/// The list being edited: the editing core's one mutable thing, a value that one owner edits.
///
/// Rows are kept in counting trees of small chunks with a hash index beside them, so that every
/// edit costs O(k log n) for the k rows that it names, however long the list is; copying a list
/// is cheap, but the first edit of a copy is O(n). Sections are few and kept in an array: an edit
/// that inserts, deletes or moves one is O(s) in their number.
///
/// A list keeps its newest change sets for carrying places from a stale `base`.
public struct EditableList: Sendable {
    var contents: Contents
    var history: History
    /// The newest set, while it can still be reverted.
    var newest: NewestSet?
    /// The revision of the newest set.
    public internal(set) var revision: Int
    /// The most sets kept for carrying places, not negative; older ones are forgotten as new ones
    /// come.
    public var historyLimit = 10_000

    /// Restores a list from its state.
    ///
    /// The order of rows is taken as it is.
    ///
    /// - Precondition: no id of a section or of a row is there twice.
    /// - Complexity: O(n).
    public init(_ state: ListState) {
        contents = Contents(title: state.title, rules: state.rules)
        history = History(start: state.revision)
        revision = state.revision
        var clients: [ClientID: ClientID] = [:]
        for (index, section) in state.sections.enumerated() {
            let rows = section.rows.map { row in
                // Rows of one client share its name's storage.
                var row = row
                if let known = clients[row.authorship.client] {
                    row.authorship.client = known
                } else {
                    clients[row.authorship.client] = row.authorship.client
                }
                return RowRecord(row)
            }
            let record = SectionRecord(
                id: section.id, title: section.title, rules: section.rules)
            _ = contents.insert(record, rows: rows, at: index)
        }
    }

    /// Creates a list at revision 0.
    ///
    /// Sorts the rows of each section into bands, keeping their order.
    ///
    /// - Complexity: O(n).
    /// - Throws: `duplicateID`, `tooLarge` (fields, titles, sections), `listFull`, `sectionFull`.
    public static func create(
        title: String, rules: Rules, sections: [SectionState], limits: EditLimits
    ) throws(Rejection) -> EditableList {
        var sections = sections
        try check(title: title, rules: rules, sections: sections, limits: limits)
        for index in sections.indices {
            let rows = sections[index].rows
            sections[index].rows =
                rows.filter { $0.rules.pinned == .top } + rows.filter { $0.rules.pinned == nil }
                + rows.filter { $0.rules.pinned == .bottom }
        }
        return EditableList(
            ListState(revision: 0, title: title, rules: rules, sections: sections))
    }
}
