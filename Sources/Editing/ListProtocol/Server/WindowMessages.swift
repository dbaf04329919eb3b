package import JSON
package import ListEditing

/// Rows of one section that stand together.
package struct RowRun: Hashable, Sendable {
    /// The path of the first.
    package var at: IndexPath
    package var rows: [Row]

    package init(at: IndexPath, rows: [Row]) {
        self.at = at
        self.rows = rows
    }
}

// Canonical equivalence: the server does not compare messages.
/// `outline`: the sections of a list with their counts, and the rows of a window.
package struct Outline: ServerMessage, Hashable {
    // Canonical equivalence: the server does not compare messages.
    /// A section without its rows.
    package struct Section: Hashable, Sendable {
        package var id: SectionID
        package var title: String
        package var rules: Rules
        /// The number of its rows.
        package var rows: Int
        /// The rows pinned to its top.
        package var top: Int
        /// The rows pinned to its bottom.
        package var bottom: Int

        package init(
            id: SectionID, title: String, rules: Rules, rows: Int, top: Int, bottom: Int
        ) {
            self.id = id
            self.title = title
            self.rules = rules
            self.rows = rows
            self.top = top
            self.bottom = bottom
        }
    }

    package var list: ListID
    package var epoch: String
    package var revision: Int
    package var title: String
    package var rules: Rules
    package var sections: [Section]
    /// Ascending, and each in one section.
    package var runs: [RowRun]
    /// Whether its rows tell who changed them.
    package var hasAuthors: Bool

    package init(
        list: ListID, epoch: String, revision: Int, title: String, rules: Rules,
        sections: [Section], runs: [RowRun], hasAuthors: Bool = false
    ) {
        self.list = list
        self.epoch = epoch
        self.revision = revision
        self.title = title
        self.rules = rules
        self.sections = sections
        self.runs = runs
        self.hasAuthors = hasAuthors
    }

    package var byteEstimate: Int {
        512 + 128 * sections.count + runs.byteEstimate(hasAuthors: hasAuthors)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "outline")
            writer.member("list", list.text)
            writer.member("epoch", epoch)
            writer.member("revision", revision)
            writer.member("title", title)
            writer.name("rules")
            writer.rules(rules)
            writer.name("sections")
            writer.array { writer in
                for section in sections {
                    writer.object { writer in
                        writer.member("id", section.id.text)
                        writer.member("title", section.title)
                        writer.name("rules")
                        writer.rules(section.rules)
                        writer.member("rows", section.rows)
                        writer.member("top", section.top)
                        writer.member("bottom", section.bottom)
                    }
                }
            }
            writer.runs(runs, hasAuthors: hasAuthors, isOnlyIDs: false)
        }
    }
}

/// `rows`: the rows that were asked for.
package struct RowsMessage: ServerMessage, Hashable {
    package var list: ListID
    /// The number of the request.
    package var n: Int
    package var revision: Int
    /// Ascending, each in one section, and none beside another.
    package var runs: [RowRun]
    /// The ids that were asked for and are not in the list.
    package var missing: [RowID]
    /// Whether the rows are sent without fields and rules.
    package var isOnlyIDs: Bool
    /// Whether its rows tell who changed them.
    package var hasAuthors: Bool

    package init(
        list: ListID, n: Int, revision: Int, runs: [RowRun], missing: [RowID] = [],
        isOnlyIDs: Bool = false, hasAuthors: Bool = false
    ) {
        self.list = list
        self.n = n
        self.revision = revision
        self.runs = runs
        self.missing = missing
        self.isOnlyIDs = isOnlyIDs
        self.hasAuthors = hasAuthors
    }

    package var byteEstimate: Int {
        256 + 24 * missing.count + runs.byteEstimate(hasAuthors: hasAuthors)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "rows")
            writer.member("list", list.text)
            writer.member("n", n)
            writer.member("revision", revision)
            writer.runs(runs, hasAuthors: hasAuthors, isOnlyIDs: isOnlyIDs)
            guard !missing.isEmpty else { return }
            writer.name("missing")
            writer.array { writer in
                for row in missing { writer.string(row.text) }
            }
        }
    }
}

/// `checked`: the digests of the ranges that were asked for.
package struct Checked: ServerMessage, Hashable {
    package var list: ListID
    /// The number of the request.
    package var n: Int
    package var revision: Int
    /// For each range the FNV-1a hash over the ids of its rows, each with a line feed.
    package var digests: [UInt32]

    package init(list: ListID, n: Int, revision: Int, digests: [UInt32]) {
        self.list = list
        self.n = n
        self.revision = revision
        self.digests = digests
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "checked")
            writer.member("list", list.text)
            writer.member("n", n)
            writer.member("revision", revision)
            writer.name("digests")
            writer.array { writer in
                for digest in digests { writer.string(digest.hexDigits) }
            }
        }
    }
}

/// `found`: a page of the rows that have a text.
package struct Found: ServerMessage, Hashable {
    /// A row and its path.
    package struct Match: Hashable, Sendable {
        package var at: IndexPath
        package var row: Row

        package init(at: IndexPath, row: Row) {
            self.at = at
            self.row = row
        }
    }

    package var list: ListID
    /// The number of the request; nil over HTTP.
    package var n: Int?
    package var revision: Int
    /// In order of the list.
    package var rows: [Match]
    /// Where the next page begins; nil: there is none.
    package var next: IndexPath?

    package init(list: ListID, n: Int?, revision: Int, rows: [Match], next: IndexPath?) {
        self.list = list
        self.n = n
        self.revision = revision
        self.rows = rows
        self.next = next
    }

    package var byteEstimate: Int { 256 + 192 * rows.count }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "found")
            writer.member("list", list.text)
            writer.member("n", ifPresent: n)
            writer.member("revision", revision)
            writer.name("rows")
            writer.array { writer in
                for match in rows {
                    writer.object { writer in
                        writer.name("at")
                        writer.path(match.at)
                        writer.name("row")
                        writer.object { $0.rowMembers(match.row) }
                    }
                }
            }
            guard let next else { return }
            writer.name("next")
            writer.path(next)
        }
    }
}

extension [RowRun] {
    /// The approximate number of bytes of the runs.
    fileprivate func byteEstimate(hasAuthors: Bool) -> Int {
        reduce(0) { $0 + 32 + (hasAuthors ? 384 : 192) * $1.rows.count }
    }
}

extension JSONWriter {
    /// Writes the member `runs`.
    fileprivate mutating func runs(_ runs: [RowRun], hasAuthors: Bool, isOnlyIDs: Bool) {
        name("runs")
        array { writer in
            for run in runs {
                writer.object { writer in
                    writer.name("at")
                    writer.path(run.at)
                    writer.name("rows")
                    writer.array { writer in
                        for row in run.rows {
                            writer.object { writer in
                                if isOnlyIDs {
                                    writer.member("id", row.id.text)
                                } else {
                                    writer.rowMembers(row, hasAuthors: hasAuthors)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
