import ListEditing

/// A strict model of a UIKit table view: what it checks in a batch, and how it applies one.
struct TableView {
    struct BatchError: Error {
        var reason: String
    }

    /// Sections and their rows, as ids.
    var sections: [(id: SectionID, rows: [RowID])]

    init(_ state: ListState) {
        sections = state.sections.map { ($0.id, $0.rows.map(\.id)) }
    }

    /// Applies one batch; the data source already holds `after`.
    mutating func perform(_ set: ChangeSet, after: ListState) throws(BatchError) {
        let goes = Set(set.deletedSections.map(\.at)).union(set.movedSections.map(\.from))
        let deleted = Set(set.deletedSections.map(\.at))
        let comes = Set(set.insertedSections.map(\.at))
        var out: Set<IndexPath> = []
        for path in set.deletedRows.map(\.at) + set.movedRows.map(\.from) {
            if deleted.contains(path.section) {
                throw BatchError(reason: "row out of a deleted section")
            }
            if !out.insert(path).inserted { throw BatchError(reason: "row taken twice") }
            if !sections.indices.contains(path.section)
                || !sections[path.section].rows.indices.contains(path.row)
            {
                throw BatchError(reason: "no row at \(path)")
            }
        }
        for update in set.updatedRows {
            if out.contains(update.at) {
                throw BatchError(reason: "reload of a row that goes or moves")
            }
            if !goes.isEmpty { throw BatchError(reason: "reload with a section move") }
            if sections[update.at.section].rows[update.at.row] != update.row {
                throw BatchError(reason: "reload of another row")
            }
        }
        for move in set.movedRows where comes.contains(move.to.section) {
            throw BatchError(reason: "move into an inserted section")
        }
        var kept: [(at: IndexPath, row: RowID)] = []
        for entry in set.insertedRows { kept.append((entry.at, entry.row)) }
        for entry in set.movedRows {
            kept.append((entry.to, sections[entry.from.section].rows[entry.from.row]))
        }
        var next = sections
        for section in next.indices {
            let rows = next[section].rows
            next[section].rows = rows.indices.filter {
                !out.contains(IndexPath(section: section, row: $0))
            }.map { rows[$0] }
        }
        var coming = set.insertedSections.map { ($0.at, (id: $0.section, rows: [RowID]())) }
        for move in set.movedSections { coming.append((move.to, next[move.from])) }
        next = next.indices.filter { !goes.contains($0) }.map { next[$0] }
        for (at, section) in coming.sorted(by: { $0.0 < $1.0 }) {
            if at > next.count { throw BatchError(reason: "section beyond the end") }
            next.insert(section, at: at)
        }
        for (at, row) in kept.sorted(by: { $0.at < $1.at }) {
            if !next.indices.contains(at.section) || at.row > next[at.section].rows.count {
                throw BatchError(reason: "row beyond the end")
            }
            next[at.section].rows.insert(row, at: at.row)
        }
        if next.map(\.id) != after.sections.map(\.id) { throw BatchError(reason: "other sections") }
        for (section, state) in zip(next, after.sections) where section.rows != state.rows.map(\.id)
        {
            throw BatchError(reason: "section \(section.id.text) differs from the data source")
        }
        sections = next
    }
}
