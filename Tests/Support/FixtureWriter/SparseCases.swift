import EditScripts
import JSON
import ListEditing
import ListProtocol

/// Cases of the sparse fixtures: the outline of a list, then change sets and answers in the forms of the
/// wire, each with what a sparse list holds after it.
struct SparseCases {
    private var edits: RandomEdits
    private var whole: EditableList
    private var sparse: SparseList
    private var questions = 0

    private static let list = ListID("l")

    /// The cases of a file: `count` of them, from the seeds that begin with `seed`.
    static func make(seed: UInt64, count: Int) throws -> [JSONValue] {
        try (0..<count).map { index in
            var maker = try SparseCases(seed: seed &+ UInt64(index))
            return try maker.written(
                name: "seed \(seed &+ UInt64(index))", endsInMismatch: index % 4 == 3)
        }
    }

    private init(seed: UInt64) throws {
        edits = RandomEdits(seed: seed, withRules: seed % 2 == 0)
        let list = try edits.list(
            sections: edits.random.below(3) + 1, rows: edits.random.below(20) + 6)
        whole = list
        sparse = try SparseList(
            revision: 0, title: list.title, rules: list.rules,
            sections: (0..<list.sectionCount).map { index in
                let (id, title, rules, count) = list.section(at: index)
                let pinned = list.pinnedCounts(ofSection: index)
                return SparseList.Section(
                    id: id, title: title, rules: rules, count: count, top: pinned.top,
                    bottom: pinned.bottom)
            })
        for _ in 0...edits.random.below(2) {
            if let run = someRows() { try sparse.hold(SparseList.Run(run)) }
        }
    }

    private mutating func written(name: String, endsInMismatch: Bool) throws -> JSONValue {
        let state = try read(Snapshot(list: Self.list, epoch: "e", state: whole.state()))
        let outline = try read(outline)
        let start = expectation
        var steps: [JSONValue] = []
        for number in 0..<9 {
            let message = try number % 3 == 2 ? answer() : changes()
            let isLast = number == 8
            steps.append(
                .object([
                    "message": message, "expect": expectation, "held": isLast ? try held() : nil,
                ]))
        }
        if endsInMismatch, let misfit = try misfit() {
            steps.append(.object(["message": misfit, "expect": .string("mismatch")]))
        }
        return .object([
            "name": .string(name),
            "whole": .object([
                "title": state["title"], "rules": state["rules"], "sections": state["sections"],
            ]), "outline": outline, "start": start, "steps": .array(steps),
        ])
    }

    // MARK: Messages

    private var outline: Outline {
        Outline(
            list: Self.list, epoch: "e", revision: sparse.revision, title: sparse.title,
            rules: sparse.rules,
            sections: (0..<sparse.sectionCount).map { index in
                let section = sparse.section(at: index)
                return Outline.Section(
                    id: section.id, title: section.title, rules: section.rules,
                    rows: section.count, top: section.top, bottom: section.bottom)
            },
            runs: sparse.runs.map { run in
                RowRun(at: run.at, rows: run.rows.compactMap(\.row))
            })
    }

    /// One to three change sets.
    private mutating func changes() throws -> JSONValue {
        var sets: [ChangeSet] = []
        let wanted = edits.random.below(3) + 1
        for _ in 0..<100 where sets.count < wanted {
            let edit = edits.edit(whole.state(), most: 3)
            guard let applied = try? whole.apply(edit, context()), !applied.changes.isEmpty else {
                continue
            }
            sets.append(applied.changes)
            try sparse.replay(applied.changes, counts: whole.counts)
        }
        return try message(sets, through: whole.revision)
    }

    private func message(_ sets: [ChangeSet], through revision: Int) throws -> JSONValue {
        let encoded = sets.enumerated().map { index, changes in
            PublishedChange(
                revision: revision - sets.count + 1 + index, at: 0, client: ClientID("c"),
                intent: 1, changes: changes
            ).encoded
        }
        return try read(Changes(list: Self.list, sets: encoded, counts: whole.counts))
    }

    /// The answer to `rows`: for the holes, or for a range.
    private mutating func answer() throws -> JSONValue {
        questions += 1
        var runs: [RowRun] = []
        for id in sparse.holes {
            guard let path = whole.path(of: id), let row = whole.row(id) else { continue }
            if let last = runs.last, last.at.section == path.section,
                last.at.row + last.rows.count == path.row
            {
                runs[runs.count - 1].rows.append(row)
            } else {
                runs.append(RowRun(at: path, rows: [row]))
            }
        }
        var missing: [RowID] = []
        if runs.isEmpty || edits.random.chance(50) {
            runs = someRows().map { [$0] } ?? []
            // A defect: the server does not have a row that it sent.
            let sent = Set(runs.flatMap(\.rows).map(\.id))
            if let id = sparse.runs.last?.rows.last?.id, !sent.contains(id),
                edits.random.chance(20)
            {
                missing = [id]
            }
        }
        for run in runs { try sparse.hold(SparseList.Run(run)) }
        for id in missing { sparse.forget(id) }
        return try read(
            RowsMessage(
                list: Self.list, n: questions, revision: whole.revision, runs: runs,
                missing: missing))
    }

    /// Up to ten rows of a section; nil where there are none.
    private mutating func someRows() -> RowRun? {
        guard whole.sectionCount > 0 else { return nil }
        let section = edits.random.below(whole.sectionCount)
        let count = whole.section(at: section).count
        let start = edits.random.below(count + 1)
        let end = min(count, start + edits.random.below(10) + 1)
        guard start < end else { return nil }
        return RowRun(
            at: IndexPath(section: section, row: start), rows: whole.rows(in: section, start..<end))
    }

    /// A set that does not fit: counts that are wrong, or a row that stands elsewhere.
    private mutating func misfit() throws -> JSONValue? {
        guard let run = sparse.runs.last, let row = run.rows.last else { return nil }
        let last = run.at.row + run.rows.count - 1
        let isElsewhere = last > 0 && edits.random.chance(50)
        var set = ChangeSet()
        set.deletedRows = [
            RowDeletion(
                row: row.id,
                at: IndexPath(section: run.at.section, row: isElsewhere ? last - 1 : last))
        ]
        return try message([set], through: whole.revision + 1)
    }

    // MARK: Expectations

    private var expectation: JSONValue {
        let sections = (0..<sparse.sectionCount).map { sparse.section(at: $0) }
        let runs = sparse.runs
        return .object([
            "revision": .whole(sparse.revision),
            "counts": .array(sections.map { .whole($0.count) }),
            "top": .array(sections.map { .whole($0.top) }),
            "bottom": .array(sections.map { .whole($0.bottom) }),
            "runs": .array(
                runs.map { run in
                    .object([
                        "at": Self.path(run.at),
                        "ids": .array(run.rows.map { .string($0.id.text) }),
                    ])
                }), "holes": .array(sparse.holes.map { .string($0.text) }),
            "digests": .array(
                runs.map { run in
                    sparse.digest(from: run.at, count: run.rows.count).map {
                        .string($0.hexDigits)
                    } ?? .null
                }),
        ])
    }

    private func held() throws -> JSONValue {
        .array(
            try sparse.runs.map { run in
                .object([
                    "at": Self.path(run.at), "rows": .array(try run.rows.map { try Self.row($0) }),
                ])
            })
    }

    private static func row(_ held: HeldRow) throws -> JSONValue {
        guard let row = held.row else { return .object(["id": .string(held.id.text)]) }
        var writer = JSONWriter()
        writer.object { $0.rowMembers(row) }
        return try JSONReader.read(writer.bytes)
    }

    private static func path(_ path: IndexPath) -> JSONValue {
        .array([.whole(path.section), .whole(path.row)])
    }

    private func read(_ message: some ServerMessage) throws -> JSONValue {
        try JSONReader.read(message.encoded)
    }
}
