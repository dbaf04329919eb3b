import ListEditing
import TextBytes

/// Rows that name their list, section and the row above them, before they have their places.
struct EntryRows {
    /// One row.
    struct Row {
        var entry: FileEntry
        /// The title of its list; empty: that of the row above it in the tree, else the one of all.
        var list = ""
        var section = ""
        var id = ""
        /// The id or title of the row that it stands below; empty: none.
        var parent = ""
        /// The field of a `parent` that is not in the table; empty: there is none.
        var parentName = ""
        /// How deep it stands where the file says it by a number.
        var depth = 0
    }

    private(set) var rows: [Row] = []

    mutating func append(_ row: Row) { rows.append(row) }

    mutating func setList(_ title: String, ofRow index: Int) { rows[index].list = title }

    mutating func addOther(_ name: String, _ text: String, toRow index: Int) {
        rows[index].entry.others.append((name, text))
    }

    /// Puts the rows in the order of the tree, in the lists and sections that they name.
    ///
    /// Lists and sections are in the order of their first rows. A row stands in the section of the row
    /// that it is below.
    ///
    /// - Parameters:
    ///   - title: The title of the list of rows that name none.
    ///   - kind: How a list is shown where no row says whether it is done.
    /// - Complexity: O(n).
    mutating func add(
        to builder: inout ContentsBuilder, title: String, kind: ListKind = .plain
    ) throws(ListFileError) {
        var parents = findParents()
        for index in rows.indices {
            guard let parent = parents[index] else { continue }
            let (own, other) = (rows[index].list, rows[parent].list)
            if !own.isEmpty, !other.isEmpty, !own.isSame(as: other) { parents[index] = nil }
        }
        for (index, parent) in parents.enumerated()
        where parent == nil && !rows[index].parent.isEmpty && !rows[index].parentName.isEmpty {
            // It names a row that is not in the table.
            rows[index].entry.others.append((rows[index].parentName, rows[index].parent))
        }
        var lists = Groups<Groups<[(index: Int, depth: Int)]>>()
        var place = (list: 0, section: 0)
        for (index, depth) in EntryTree.order(parents: parents) {
            if depth == 0 {
                let row = rows[index]
                place.list = lists.place(of: row.list.isEmpty ? title : row.list) { Groups() }
                place.section = lists.values[place.list].place(of: row.section) { [] }
            }
            lists.values[place.list].values[place.section]
                .append((index, depth + rows[index].depth))
        }
        if lists.values.isEmpty { builder.beginList(title, kind: kind) }
        for (list, name) in lists.names.enumerated() {
            builder.beginList(name, kind: kind)
            let sections = lists.values[list]
            for (section, name) in sections.names.enumerated() {
                try builder.beginSection(name)
                for (index, depth) in sections.values[section] {
                    try builder.add(rows[index].entry, depth: depth)
                }
            }
        }
    }

    /// The index of the row that each row names as the one above it: by its id, else by its title, the
    /// last one before it first.
    private func findParents() -> [Int?] {
        var parents = [Int?](repeating: nil, count: rows.count)
        guard rows.contains(where: { !$0.parent.isEmpty }) else { return parents }
        var ids: [TextKey: Int] = [:]
        var first: [TextKey: Int] = [:]
        for (index, row) in rows.enumerated() {
            if !row.id.isEmpty, ids[TextKey(row.id)] == nil { ids[TextKey(row.id)] = index }
            let title = TextKey(row.entry.title)
            if first[title] == nil { first[title] = index }
        }
        var latest: [TextKey: Int] = [:]
        for (index, row) in rows.enumerated() {
            if !row.parent.isEmpty {
                let key = TextKey(row.parent)
                let found = ids[key] ?? latest[key] ?? first[key]
                parents[index] = found == index ? nil : found
            }
            latest[TextKey(row.entry.title)] = index
        }
        return parents
    }

    /// Values by name, in the order in which the names came first.
    private struct Groups<Value> {
        var names: [String] = []
        var values: [Value] = []
        private var places: [TextKey: Int] = [:]

        mutating func place(of name: String, _ new: () -> Value) -> Int {
            if let place = places[TextKey(name)] { return place }
            places[TextKey(name)] = names.count
            names.append(name)
            values.append(new())
            return names.count - 1
        }
    }
}
