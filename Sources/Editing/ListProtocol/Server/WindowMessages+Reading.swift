import JSON
import ListEditing

extension Outline {
    init(members: Members) throws(DecodingProblem) {
        let reader = ValueReader.unbounded
        let runs = try RowRun.each(in: members)
        self.init(
            list: try members.list(), epoch: try members.string("epoch"),
            revision: try members.whole("revision", atLeast: 0),
            title: try members.string("title"),
            rules: try reader.rules(ifPresentIn: members) ?? Rules(),
            sections: try members.each("sections") { (section) throws(DecodingProblem) in
                Section(
                    id: try reader.section(section, "id"), title: try reader.title(section),
                    rules: try reader.rules(ifPresentIn: section) ?? Rules(),
                    rows: try section.whole("rows", atLeast: 0),
                    top: try section.whole(ifPresent: "top", atLeast: 0) ?? 0,
                    bottom: try section.whole(ifPresent: "bottom", atLeast: 0) ?? 0)
            },
            runs: runs, hasAuthors: runs.contains { $0.rows.tellAuthors })
    }
}

extension RowsMessage {
    init(members: Members) throws(DecodingProblem) {
        let runs = try RowRun.each(in: members)
        let missing = try members.identifiers(ifPresent: "missing") ?? []
        self.init(
            list: try members.list(), n: try members.whole("n"),
            revision: try members.whole("revision", atLeast: 0), runs: runs,
            missing: missing.map(RowID.init), isOnlyIDs: RowRun.haveOnlyIDs(in: members),
            hasAuthors: runs.contains { $0.rows.tellAuthors })
    }
}

extension Checked {
    init(members: Members) throws(DecodingProblem) {
        var digests: [UInt32] = []
        for text in try members.strings(ifPresent: "digests") {
            guard let digest = UInt32(text, radix: 16) else {
                throw DecodingProblem("digests", "must be hexadecimal digits")
            }
            digests.append(digest)
        }
        self.init(
            list: try members.list(), n: try members.whole("n"),
            revision: try members.whole("revision", atLeast: 0), digests: digests)
    }
}

extension Found {
    init(members: Members) throws(DecodingProblem) {
        let reader = ValueReader.unbounded
        self.init(
            list: try members.list(), n: try members.whole(ifPresent: "n"),
            revision: try members.whole("revision", atLeast: 0),
            rows: try members.each("rows") { (match) throws(DecodingProblem) in
                Match(
                    at: try reader.path(match, "at"), row: try reader.rowState(match.object("row")))
            },
            next: members["next"] == nil ? nil : try reader.path(members, "next"))
    }
}

extension [Row] {
    /// Whether one of the rows tells who changed it.
    var tellAuthors: Bool { contains { $0.by != nil || $0.added != nil } }
}

extension RowRun {
    /// Reads the member `runs`, whose rows may have no fields.
    fileprivate static func each(in members: Members) throws(DecodingProblem) -> [RowRun] {
        let reader = ValueReader.unbounded
        var authors = SharedAuthors()
        return try members.each("runs") { (run) throws(DecodingProblem) in
            RowRun(
                at: try reader.path(run, "at"),
                rows: try run.each("rows") { (row) throws(DecodingProblem) in
                    row["fields"] == nil
                        ? Row(id: try reader.row(row, "id"))
                        : try reader.publishedRow(row, &authors)
                })
        }
    }

    /// Whether the rows of the member `runs` have no fields, as far as there are any.
    fileprivate static func haveOnlyIDs(in members: Members) -> Bool {
        let rows = members["runs"]?.array?.first?.object?["rows"]?.array
        return rows?.first.map { $0.object?["fields"] == nil } ?? false
    }
}
