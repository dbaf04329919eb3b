/// Reading parts of a list by place, without reading the rest.
extension EditableList {
    /// The rows of a section that are pinned to its top and to its bottom.
    ///
    /// - Complexity: O(1).
    ///
    /// - Precondition: `index` is an index of a section.
    public func pinnedCounts(ofSection index: Int) -> (top: Int, bottom: Int) {
        let slot = contents.order[index]
        return (contents[slot: slot].top, contents[slot: slot].bottom)
    }

    /// The number of rows of a section; nil if there is no section with this index.
    ///
    /// - Complexity: O(1).
    public func rowCount(ofSection index: Int) -> Int? {
        contents.order.indices.contains(index)
            ? contents.count(slot: contents.order[index]) : nil
    }

    /// Calls `body` with the rows of a section in order, from the row at `start` on, while it
    /// returns true.
    ///
    /// - Precondition: `sectionIndex` is an index of a section.
    /// - Returns: the index of the row for which `body` returned false; nil: it did so for none.
    /// - Complexity: O(log n + k) for k rows.
    public func scanRows(
        in sectionIndex: Int, from start: Int, while body: (Row) throws -> Bool
    ) rethrows -> Int? {
        try contents.scanRows(slot: contents.order[sectionIndex], from: start) { record, _ in
            try body(record.row)
        }
    }

    /// The rows of a section with these indices.
    ///
    /// - Precondition: there are all of them.
    /// - Complexity: O(log n + k) for k rows.
    public func rows(in sectionIndex: Int, _ indices: Range<Int>) -> [Row] {
        var rows: [Row] = []
        guard !indices.isEmpty else { return rows }
        rows.reserveCapacity(indices.count)
        _ = scanRows(in: sectionIndex, from: indices.lowerBound) { row in
            rows.append(row)
            return rows.count < indices.count
        }
        return rows
    }

    /// A digest of the ids of rows that stand together in a section, 32-bit FNV-1a over each id
    /// with a line feed; what is not there counts as nothing.
    ///
    /// - Parameter count: not negative.
    /// - Complexity: O(log n + k) for k rows.
    public func digest(from path: IndexPath, count: Int) -> UInt32 {
        var digest = Digest()
        guard count > 0, rowCount(ofSection: path.section) != nil else { return digest.value }
        var left = count
        _ = scanRows(in: path.section, from: path.row) { row in
            digest.add(row.id.text)
            digest.add("\n")
            left -= 1
            return left > 0
        }
        return digest.value
    }
}
