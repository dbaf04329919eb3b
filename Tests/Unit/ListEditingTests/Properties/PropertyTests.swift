import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

/// Properties that hold after every edit, on random edits.
struct PropertyTests {
    static let seeds: ClosedRange<UInt64> = TestSeeds.range(20)

    /// Makes random edits and hands over each that changed something.
    private func run(
        _ seed: UInt64, sections: Int? = nil, rows: Int? = nil, edits count: Int = 40,
        _ body: (_ before: EditableList, _ after: EditableList, _ edit: Edit, Applied) throws ->
            Void
    ) throws {
        var edits = RandomEdits(seed: seed, withRules: seed % 4 != 0)
        var list = try edits.list(
            sections: sections ?? 1 + edits.random.below(4), rows: rows ?? edits.random.below(14))
        var applied = 0
        for _ in 0..<count {
            let before = list
            let base = list.revision - edits.random.below(min(4, list.revision + 1))
            let edit = edits.edit(before.state(), base: base)
            if let outcome = try? list.apply(edit, context()), !outcome.changes.isEmpty {
                applied += 1
                try body(before, list, edit, outcome)
            }
        }
        #expect(applied > 0 || count < 30, "seed \(seed): nothing was applied")
    }

    @Test(arguments: seeds)
    func set_takesStateBeforeToStateAfter(seed: UInt64) throws {
        try run(seed) { before, after, edit, applied in
            var replayed = before
            let inverse = try replayed.replayWithInverse(
                in: applied.changes, by: context().author, at: 0, marks: applied.marks, folds: 1,
                counts: after.counts)
            #expect(replayed.state() == after.state(), "seed \(seed) \(edit)")
            #expect(replayed.storedMarks == after.storedMarks, "seed \(seed) \(edit)")
            // Replay does not use the commit of single rows.
            #expect(inverse == applied.inverse, "seed \(seed) \(edit)")
        }
    }

    @Test(arguments: seeds)
    func steps_areBatchesThatUIKitTakes_andGiveStateAfter(seed: UInt64) throws {
        try run(seed) { before, after, edit, applied in
            var stepped = EditableList(before.state())
            var table = TableView(before.state())
            for step in try stepped.steps(of: applied.changes) {
                try stepped.replay(step, by: ClientID("ana"))
                try table.perform(step, after: stepped.state())
            }
            #expect(stepped.state().shown == after.state().shown, "seed \(seed) \(edit)")
            if applied.changes.isSingleBatch {
                var table = TableView(before.state())
                try table.perform(applied.changes, after: after.state())
            }
        }
    }

    @Test(arguments: seeds)
    func inverse_takesStateAfterToStateBefore(seed: UInt64) throws {
        try run(seed) { before, after, edit, applied in
            var back = after.contents
            back.apply(applied.inverse)
            var list = after
            list.contents = back
            #expect(list.state().shown == before.state().shown, "seed \(seed) \(edit)")
        }
    }

    @Test(arguments: seeds)
    func revertedSet_isAsIfItHadNeverBeen(seed: UInt64) throws {
        try run(seed) { before, after, edit, applied in
            var list = after
            list.revert(applied)
            #expect(list.state() == before.state(), "seed \(seed) \(edit)")
            #expect(list.storedMarks == before.storedMarks, "seed \(seed) \(edit)")
        }
    }

    @Test(arguments: seeds)
    func ids_changeByInsertsAndDeletesAlone(seed: UInt64) throws {
        try run(seed) { before, after, edit, applied in
            let old = before.state().sections.flatMap { $0.rows.map(\.id) }
            let new = after.state().sections.flatMap { $0.rows.map(\.id) }
            #expect(Set(new).count == new.count, "seed \(seed) \(edit)")
            let gone = Set(old).subtracting(new)
            let sections = Set(applied.changes.deletedSections.map(\.at))
            let notified = Set(applied.changes.deletedRows.map(\.row)).union(
                before.state().sections.enumerated().filter { sections.contains($0.offset) }
                    .flatMap { $0.element.rows.map(\.id) }.filter { gone.contains($0) })
            #expect(gone == notified, "seed \(seed) \(edit)")
            #expect(
                Set(new).subtracting(old) == Set(applied.changes.insertedRows.map(\.row)),
                "seed \(seed) \(edit)")
        }
    }

    @Test(arguments: seeds)
    func twoCores_makeTheSame(seed: UInt64) throws {
        try run(seed) { before, after, edit, applied in
            var other = EditableList(before.state())
            let isTaken = other.prependHistory(
                (before.historyStart..<before.revision).map {
                    let entry = before.history[$0 + 1]
                    return ($0 + 1, entry.changes, entry.inverse)
                })
            #expect(isTaken)
            let outcome = try other.apply(edit, context())
            #expect(outcome == applied, "seed \(seed) \(edit)")
            #expect(other.state() == after.state(), "seed \(seed) \(edit)")
        }
    }

    @Test(arguments: seeds)
    func clampedPlace_proposedAgain_isKept(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed)
        for _ in 0..<20 {
            let list = try edits.list(sections: 3, rows: 12)
            for row in 0..<12 {
                for section in 0..<3 {
                    let proposed = IndexPath(section: section, row: edits.random.below(9) - 2)
                    guard
                        let first = list.targetPlace(moving: RowID("r\(row)"), proposed: proposed)
                    else { continue }
                    let again = list.targetPlace(moving: RowID("r\(row)"), proposed: first.place)
                    #expect(again == TargetPlace(place: first.place, why: nil), "seed \(seed)")
                    #expect((first.why == nil) == (first.place == proposed), "seed \(seed)")
                }
            }
        }
    }

    @Test(arguments: seeds)
    func bands_alwaysHold(seed: UInt64) throws {
        try run(seed) { _, after, edit, _ in
            for section in after.state().sections {
                let bands = section.rows.map { row in
                    row.rules.pinned == .top ? 0 : row.rules.pinned == nil ? 1 : 2
                }
                #expect(bands == bands.sorted(), "seed \(seed) \(edit)")
            }
        }
    }

    @Test(arguments: seeds)
    func rebasedIndex_namesTheGapOfTheSameNeighbours(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed, withRules: false)
        var list = try edits.list(sections: 3, rows: 14)
        var past = [list.state()]
        var rebased = 0
        for number in 0..<60 {
            if (try? list.apply(edits.edit(list.state(), most: 1), context())) != nil,
                list.revision == past.count
            {
                past.append(list.state())
            }
            let base = max(0, list.revision - edits.random.below(4))
            guard let section = past[base].sections.randomElement(using: &edits.random) else {
                continue
            }
            let index = edits.random.below(section.rows.count + 1)
            let a = index == 0 ? nil : section.rows[index - 1].id
            let b = index == section.rows.count ? nil : section.rows[index].id
            guard let now = list.state().sections.first(where: { $0.id == section.id }) else {
                continue
            }
            let ids = [nil] + now.rows.map { Optional($0.id) } + [nil]
            guard
                let gap = ids.indices.dropLast().first(where: { ids[$0] == a && ids[$0 + 1] == b })
            else { continue }
            rebased += 1
            let row = RowID("x\(number)")
            var copy = list
            _ = try copy.apply(
                Edit(
                    base: base,
                    actions: [
                        .insertRow(
                            row: row, fields: Fields(), rules: RowRules(),
                            to: .index(section.id, index))
                    ]), context())
            #expect(copy.path(of: row)?.row == gap, "seed \(seed)")
        }
        #expect(rebased > 5, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func refusedEdit_changesNothing_andNamesActionAndReason(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed)
        var list = try edits.list(sections: 3, rows: 12)
        var refused = 0
        for _ in 0..<60 {
            let before = list.state()
            let edit = edits.edit(before)
            do {
                _ = try list.apply(edit, context())
            } catch {
                refused += 1
                #expect(list.state() == before, "seed \(seed) \(edit)")
                #expect(error.action.map { edit.actions.indices.contains($0) } == true)
                #expect(!error.message.isEmpty)
            }
        }
        #expect(refused > 0, "seed \(seed)")
    }

    @Test(arguments: [500, 10_000])
    func longLists_keepTheProperties(rows: Int) throws {
        try run(UInt64(rows), sections: 50, rows: rows, edits: 12) { before, after, _, applied in
            var replayed = before
            try replayed.replay(applied.changes, by: ClientID("ana"), counts: after.counts)
            #expect(replayed.state() == after.state())
            #expect(replayed.digest() == after.digest())
            replayed.contents.apply(applied.inverse)
            #expect(replayed.state().shown == before.state().shown)
        }
    }
}
