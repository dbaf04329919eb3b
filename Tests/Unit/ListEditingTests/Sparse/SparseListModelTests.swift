import EditScripts
import ListEditing
import TestSeeds
import Testing

/// Random edits, applied to a whole list and to a sparse one that asks for rows meanwhile.
struct SparseListModelTests {
    @Test(arguments: TestSeeds.range(5))
    func randomEdits_leaveRunsThatEqualTheWholeList(seed: UInt64) throws {
        var run = try SparseRun(seed: seed)
        let difference = run.differs(within: 1_000)
        #expect(difference == nil, "seed \(seed)")
    }

    @Test func whatTheRandomEditsDo_comprisesHolesAndLongRuns() throws {
        var run = try SparseRun(seed: 1)
        _ = run.differs(within: 1_000)
        #expect(run.holesSeen > 5)
        #expect(run.answersLate > 20)
        #expect(run.longestRun > 8)
    }
}

/// A whole list, a sparse one and the naive model of it, which the same sets reach.
private struct SparseRun {
    private var edits: RandomEdits
    private var whole: EditableList
    private var sparse: SparseList
    private var naive: NaiveSparseList
    /// What was asked for and is not answered, oldest first: ids, or places as they were then.
    private var questions: [Question] = []
    private(set) var holesSeen = 0
    private(set) var answersLate = 0
    private(set) var longestRun = 0

    private enum Question {
        case ids([RowID])
        case rows(SectionID, Range<Int>)
    }

    /// In a list with more rows than this, the edits delete more than they insert.
    private static let manyRows = 45

    init(seed: UInt64) throws {
        edits = RandomEdits(seed: seed, withRules: seed % 3 != 0)
        let list = try edits.list(
            sections: edits.random.below(4) + 1, rows: edits.random.below(40))
        whole = list
        sparse = try SparseList(
            revision: 0, title: list.title, rules: list.rules,
            sections: (0..<list.sectionCount).map { list.outline(at: $0) })
        naive = NaiveSparseList(list.state())
    }

    /// Applies so many edits; asks, answers and forgets in between.
    ///
    /// - Returns: what differs first; nil: nothing does.
    mutating func differs(within count: Int) -> String? {
        for _ in 0..<count {
            let state = whole.state()
            var edit = edits.edit(state)
            if whole.rowCount > Self.manyRows {
                edit.actions.append(
                    .deleteRows(
                        state.sections.flatMap(\.rows).map(\.id).filter {
                            _ in edits.random.chance(30)
                        }))
            }
            let context = context(
                edits.random.chance(50) ? "ana" : "bob", at: 1_000 + whole.revision)
            if let applied = try? whole.apply(edit, context), !applied.changes.isEmpty {
                let stamp = RowStamp(
                    author: context.author, revision: whole.revision, at: context.at)
                do throws(CountError) {
                    try sparse.replay(applied.changes, stamp: stamp, counts: whole.counts)
                } catch {
                    return "\(error.message): \(edit)"
                }
                naive.apply(applied.changes)
                // Comparing takes longer than applying.
                if whole.revision.isMultiple(of: 12) {
                    note()
                    if let difference { return "\(difference) after \(edit) of \(state.text)" }
                }
            }
            if let difference = talk() { return difference }
        }
        return nil
    }

    /// Asks, takes an answer, or forgets.
    private mutating func talk() -> String? {
        if edits.random.chance(15), whole.sectionCount > 0 { ask() }
        if edits.random.chance(4), whole.sectionCount > 0 {
            let section = edits.random.below(whole.sectionCount)
            let rows = someRows(of: section)
            sparse.forget(rows, in: section)
            naive.forget(rows, in: section)
        }
        guard !questions.isEmpty, edits.random.chance(10) else { return nil }
        if questions.count > 1 { answersLate += 1 }
        do throws(CountError) {
            switch questions.removeFirst() {
            case .ids(let ids):
                for id in ids {
                    if let path = whole.path(of: id) {
                        try hold(path, 1)
                    } else {
                        sparse.forget(id)
                    }
                }
            case .rows(let id, let rows):
                guard let section = whole.sectionIndex(of: id) else { break }
                let rows = rows.clamped(to: 0..<whole.section(at: section).count)
                try hold(IndexPath(section: section, row: rows.lowerBound), rows.count)
            }
        } catch {
            return error.message
        }
        return difference.map { "\($0) after an answer" }
    }

    private mutating func ask() {
        let section = edits.random.below(whole.sectionCount)
        if !sparse.holes.isEmpty, edits.random.chance(50) {
            questions.append(.ids(sparse.holes))
        } else {
            questions.append(.rows(whole.section(at: section).id, someRows(of: section)))
        }
    }

    private mutating func someRows(of section: Int) -> Range<Int> {
        let count = whole.section(at: section).count
        let start = edits.random.below(count + 1)
        return start..<min(count, start + edits.random.below(12))
    }

    /// The answer as the whole list has it now.
    private mutating func hold(_ path: IndexPath, _ count: Int) throws(CountError) {
        let rows = whole.rows(in: path.section, path.row..<path.row + count)
        try sparse.hold(SparseList.Run(at: path, rows: rows.map { HeldRow($0) }))
        for (offset, row) in rows.enumerated() {
            naive.hold(row.id, at: IndexPath(section: path.section, row: path.row + offset))
        }
    }

    private mutating func note() {
        holesSeen += sparse.holes.count
        longestRun = max(longestRun, sparse.runs.map(\.rows.count).max() ?? 0)
    }

    // MARK: Comparing

    private var difference: String? {
        let sections = (0..<whole.sectionCount).map { whole.outline(at: $0) }
        guard (0..<sparse.sectionCount).map({ sparse.section(at: $0) }) == sections else {
            return "the sections differ"
        }
        guard sparse.title == whole.title, sparse.rules == whole.rules,
            sparse.revision == whole.revision
        else { return "title, rules or revision differ" }
        return differentRun
    }

    private var differentRun: String? {
        var rest = naive
        for run in sparse.runs {
            var ids: [RowID] = []
            for (offset, held) in run.rows.enumerated() {
                let path = IndexPath(section: run.at.section, row: run.at.row + offset)
                let place = naive.sections[path.section].places[path.row]
                guard place == (held.row == nil ? .hole(held.id) : .row(held.id)) else {
                    return "the model has \(place) at \(path)"
                }
                guard sparse.path(of: held.id) == path, whole.row(at: path)?.id == held.id else {
                    return "the row at \(path) differs"
                }
                if let row = held.row, row.shown != whole.row(at: path)?.shown {
                    return "the content of row \(held.id.text) differs"
                }
                if let row = held.row, let same = whole.row(at: path),
                    row.by != same.by || row.added != same.added
                {
                    return "who changed row \(held.id.text) differs"
                }
                ids.append(held.id)
            }
            rest.forget(run.at.row..<run.at.row + ids.count, in: run.at.section)
            guard
                sparse.digest(from: run.at, count: ids.count)
                    == whole.digest(from: run.at, count: ids.count)
            else { return "the digest at \(run.at) differs" }
        }
        guard rest.sections.allSatisfy({ $0.places.allSatisfy { $0 == .gap } }) else {
            return "a row that the model holds is in a gap"
        }
        let runs = sparse.runs
        for (run, next) in zip(runs, runs.dropFirst())
        where run.at.section == next.at.section && run.at.row + run.rows.count >= next.at.row {
            return "two runs touch at \(next.at)"
        }
        return runs.reduce(0) { $0 + $1.rows.count } == sparse.heldCount
            ? nil : "more rows are known by their ids than are held"
    }
}

extension EditableList {
    fileprivate func outline(at index: Int) -> SparseList.Section {
        let (id, title, rules, count) = section(at: index)
        let pinned = pinnedCounts(ofSection: index)
        return SparseList.Section(
            id: id, title: title, rules: rules, count: count, top: pinned.top,
            bottom: pinned.bottom)
    }
}

extension Row {
    /// The row without authorship, which the server does not send to clients.
    fileprivate var shown: Row { Row(id: id, fields: fields, rules: rules) }
}
