package import ListEditing

/// What a client that holds a window of a list made of a message.
package enum ObservedWindow: Sendable {
    /// What it holds at a revision.
    case holds(WindowHolding)
    /// A message did not fit what it held, and why.
    case misfit(list: ListKey, revision: Int, String)
}

/// The part of a list that a client holds at one revision.
///
/// Memory: an id and eight bytes for each row, as there is one of these for each revision and client.
package struct WindowHolding: Sendable {
    /// Rows of a section that stand together.
    package struct Run: Equatable, Sendable {
        /// The path of the first.
        package let at: IndexPath
        package let ids: [RowID]
        /// A hash of each row's fields and rules; nil where only the id is known.
        let contents: [Int?]

        /// - Parameter rows: The rows, nil where only the id is known.
        package init(at: IndexPath, rows: [(id: RowID, row: Row?)]) {
            self.at = at
            ids = rows.map(\.id)
            contents = rows.map { $0.row?.hashValue }
        }
    }

    package let list: ListKey
    package let revision: Int
    /// The number of rows of each section.
    package let counts: [Int]
    package let runs: [Run]

    package init(list: ListKey, revision: Int, counts: [Int], runs: [Run]) {
        self.list = list
        self.revision = revision
        self.counts = counts
        self.runs = runs
    }

    /// The first difference from the list at the same revision, for people; nil: there is none.
    func difference(from state: ModelState) -> String? {
        if counts != state.counts { return "it has \(counts) rows, not \(state.counts)" }
        for run in runs {
            let place = "[\(run.at.section), \(run.at.row)]"
            guard counts.indices.contains(run.at.section), run.at.row >= 0,
                run.at.row + run.ids.count <= counts[run.at.section]
            else {
                return "the run at \(place) is not in its section"
            }
            let rows = state.sections[run.at.section].rows[run.at.row...].prefix(run.ids.count)
            let ids = rows.map(\.id)
            if ids != run.ids {
                let (held, listed) = (run.ids.map(\.text), ids.map(\.text))
                return "at \(place) it holds \(held.joined(separator: " ")), not "
                    + listed.joined(separator: " ")
            }
            for (row, content) in zip(rows, run.contents) {
                guard let content, content != row.hashValue else { continue }
                return "fields or rules of row \(row.id.text)"
            }
        }
        return nil
    }
}
