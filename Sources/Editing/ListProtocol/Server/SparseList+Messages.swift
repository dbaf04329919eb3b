package import ListEditing

extension SparseList {
    /// The sections of an outline, and the rows of its window.
    ///
    /// - Throws: a `CountError` if an id occurs twice or a run is not in its section.
    package init(_ outline: Outline) throws(CountError) {
        try self.init(
            revision: outline.revision, title: outline.title, rules: outline.rules,
            sections: outline.sections.map { section in
                Section(
                    id: section.id, title: section.title, rules: section.rules,
                    count: section.rows, top: section.top, bottom: section.bottom)
            }, runs: outline.runs.map { Run($0) })
    }

    /// A whole list, of which every row is held.
    ///
    /// - Throws: a `CountError` if an id occurs twice.
    package init(_ state: ListState) throws(CountError) {
        try self.init(
            revision: state.revision, title: state.title, rules: state.rules,
            sections: state.sections.map { section in
                Section(
                    id: section.id, title: section.title, rules: section.rules,
                    count: section.rows.count,
                    top: section.rows.count { $0.rules.pinned == .top },
                    bottom: section.rows.count { $0.rules.pinned == .bottom })
            },
            runs: state.sections.enumerated().map { index, section in
                Run(
                    at: IndexPath(section: index, row: 0),
                    rows: section.rows.map { HeldRow($0) })
            })
    }
}

extension SparseList.Run {
    /// A run of a message.
    package init(_ run: RowRun) {
        self.init(at: run.at, rows: run.rows.map { HeldRow($0) })
    }
}
