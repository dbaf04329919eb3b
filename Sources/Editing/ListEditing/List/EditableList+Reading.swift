/// Reading a list.
extension EditableList {
    /// The list's title.
    ///
    /// - Complexity: O(1).
    public var title: String { contents.title }

    /// The list's rules.
    ///
    /// - Complexity: O(1).
    public var rules: Rules { contents.rules }

    /// The number of rows.
    ///
    /// - Complexity: O(1).
    public var rowCount: Int { contents.rowCount }

    /// The number of rows whose field `done` is `true`; 0 where the list is `plain`, so that clients show no
    /// row as completed.
    ///
    /// - Complexity: O(1).
    public var doneCount: Int { rules.kind == .plain ? 0 : contents.doneCount }

    /// The number of sections.
    ///
    /// - Complexity: O(1).
    public var sectionCount: Int { contents.order.count }

    /// The rows of each section, in order.
    ///
    /// - Complexity: O(s) in the number of sections.
    public var counts: [Int] { contents.order.map { contents.count(slot: $0) } }

    /// The whole list as a plain value.
    ///
    /// - Complexity: O(n).
    public func state() -> ListState {
        let sections = contents.order.indices.map { index in
            let section = contents.section(at: index)
            var rows: [Row] = []
            rows.reserveCapacity(contents.count(slot: contents.order[index]))
            forEachRow(in: index) { rows.append($0) }
            return SectionState(
                id: section.id, title: section.title, rules: section.rules, rows: rows,
                placed: section.placed)
        }
        return ListState(revision: revision, title: title, rules: rules, sections: sections)
    }

    /// A digest of the order of sections and rows, 32-bit FNV-1a, for comparing copies of a list.
    ///
    /// - Complexity: O(n).
    public func digest() -> UInt32 {
        var digest = Digest()
        for index in contents.order.indices {
            digest.add("#")
            digest.add(contents.section(at: index).id.text)
            digest.add("\n")
            forEachRow(in: index) { row in
                digest.add(row.id.text)
                digest.add("\n")
            }
        }
        return digest.value
    }

    /// The path of a row; nil if it is not in the list.
    ///
    /// - Complexity: O(log n).
    public func path(of row: RowID) -> IndexPath? { contents.path(of: row) }

    /// A row; nil if it is not in the list.
    ///
    /// - Complexity: O(1) on average.
    public func row(_ id: RowID) -> Row? { contents.record(id)?.row }

    /// The row at a path; nil if there is none.
    ///
    /// - Complexity: O(log n).
    public func row(at path: IndexPath) -> Row? {
        guard contents.order.indices.contains(path.section) else { return nil }
        let slot = contents.order[path.section]
        guard path.row >= 0, path.row < contents.count(slot: slot) else { return nil }
        return contents[slot: slot, row: path.row].row
    }

    /// The index of a section; nil if it is not in the list.
    ///
    /// - Complexity: O(1) on average.
    public func sectionIndex(of section: SectionID) -> Int? { contents.index(of: section) }

    /// The id, title, rules and row count of the section at an index.
    ///
    /// - Complexity: O(1).
    ///
    /// - Precondition: `index` is an index of a section.
    public func section(at index: Int) -> (
        id: SectionID, title: String, rules: Rules, count: Int
    ) {
        let section = contents.section(at: index)
        return (
            section.id, section.title, section.rules, contents.count(slot: contents.order[index])
        )
    }

    /// Calls `body` with the rows of a section in order, from the row at `start` on.
    ///
    /// - Precondition: `sectionIndex` is an index of a section.
    /// - Throws: what `body` throws; it is not called with the rows after that one.
    /// - Complexity: O(log n + k) for k rows.
    public func forEachRow(
        in sectionIndex: Int, from start: Int = 0, _ body: (Row) throws -> Void
    ) rethrows {
        _ = try contents.scanRows(slot: contents.order[sectionIndex], from: start) { record, _ in
            try body(record.row)
            return true
        }
    }
}

/// 32-bit FNV-1a.
struct Digest {
    private(set) var value: UInt32 = 0x811c_9dc5

    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
    }
}
