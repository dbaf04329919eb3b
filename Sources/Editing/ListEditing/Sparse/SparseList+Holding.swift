/// Taking in the rows that a server answers with, and forgetting rows.
extension SparseList {
    /// Holds the rows of a run from here on, whatever was at their places.
    ///
    /// A row that was held elsewhere, which only a defect or a range that differed can cause, is in a gap
    /// there from now on.
    ///
    /// - Parameter run: of this list at its present revision.
    /// - Throws: a `CountError` if there are no such places; nothing is changed then.
    /// - Complexity: O(k c) for k rows and c chunks of a section.
    public mutating func hold(_ run: Run) throws(CountError) {
        guard let last = run.rows.indices.last else { return }
        let end = IndexPath(section: run.at.section, row: run.at.row + last)
        guard hasPlace(run.at), hasPlace(end) else {
            throw CountError(
                message: "there are no \(run.rows.count) rows at"
                    + " [\(run.at.section), \(run.at.row)]")
        }
        for (offset, row) in run.rows.enumerated() {
            let path = IndexPath(section: run.at.section, row: run.at.row + offset)
            if let known = self.path(of: row.id), known != path { forget(at: known) }
            sections[path.section].hold(row, at: path.row, &places)
        }
    }

    /// Forgets a row that the list turns out not to have; its place is in a gap from here on.
    ///
    /// - Complexity: O(c) in the chunks of its section.
    public mutating func forget(_ id: RowID) {
        if let path = path(of: id) { forget(at: path) }
    }

    /// Forgets rows of a section: they are in a gap from here on.
    ///
    /// - Parameter rows: cut at the ends of the section.
    /// - Precondition: `section` is an index of a section.
    /// - Complexity: O(c + k) for c chunks of the section and k rows.
    public mutating func forget(_ rows: Range<Int>, in section: Int) {
        sections[section].forget(rows, &places)
    }

    /// Forgets all rows but those of a section with these indices, however many of them are held.
    ///
    /// - Precondition: `section` is an index of a section.
    /// - Complexity: O(s + r) for s sections and r rows that are held.
    public mutating func keep(_ rows: Range<Int>, in section: Int) {
        for index in sections.indices where index != section {
            forget(0..<sections[index].count, in: index)
        }
        let count = sections[section].count
        let kept = rows.clamped(to: 0..<count)
        forget(0..<kept.lowerBound, in: section)
        forget(kept.upperBound..<count, in: section)
    }

    private mutating func forget(at path: IndexPath) {
        sections[path.section].forget(path.row..<path.row + 1, &places)
    }
}
