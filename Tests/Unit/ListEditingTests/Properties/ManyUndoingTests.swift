import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

/// Several clients undo what they did, and the list is as it was (property 1 of the editing rules).
struct ManyUndoingTests {
    static let seeds: ClosedRange<UInt64> = TestSeeds.range(10)
    private static let clients = ["ana", "bob", "cid"]

    /// A random edit, of rows, groups of rows and sections; some pin a row.
    private func edit(_ edits: inout RandomEdits, _ state: ListState) -> Edit {
        if edits.random.chance(12) {
            let pin = edits.random.pick([Patch<Pin>.set(.top), .set(.bottom), .clear])
            return Edit(base: nil, actions: [.pin(edits.rowID(state).text, pin)])
        }
        if edits.random.chance(8) {
            return Edit(base: nil, actions: [.deleteSections([edits.sectionID(state)])])
        }
        return edits.edit(state, most: 3)
    }

    @Test(arguments: seeds)
    func allUndone_newestFirst_isTheStart_andRedoneTheEnd(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed, withRules: false)
        var many = ManyUndoing(try edits.list(sections: 3, rows: 10))
        let start = many.list.state()
        var steps: [ManyUndoing.Step] = []
        for _ in 0..<25 {
            let client = edits.random.pick(Self.clients)
            let edit = edit(&edits, many.list.state())
            if let step = many.edit(edit, by: client) { steps.append(step) }
        }
        let end = many.list.state()
        let undone = many.undo(all: steps.reversed())
        let back = try #require(undone)
        #expect(many.list.state().isShown(as: start), "seed \(seed)")
        #expect(back.count == steps.count, "seed \(seed)")
        let redone = many.undo(all: back.reversed())
        let forth = try #require(redone)
        #expect(many.list.state().isShown(as: end), "seed \(seed)")
        let undoneAgain = many.undo(all: forth.reversed())
        #expect(undoneAgain != nil, "seed \(seed)")
        #expect(many.list.state().isShown(as: start), "seed \(seed)")
        #expect(many.problem == nil, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func undoneInAnyOrder_whereNobodyTouchedTheSame_isTheStart_andRedoneTheEnd(
        seed: UInt64
    ) throws {
        var edits = RandomEdits(seed: seed, withRules: false)
        var many = ManyUndoing(try edits.list(sections: 4, rows: 16))
        let start = many.list.state()
        var steps: [ManyUndoing.Step] = []
        var touched: Set<String> = []
        var inserted: Set<String> = []
        for number in 0..<60 where steps.count < 9 {
            let client = Self.clients[number % 3]
            let edit = edit(&edits, many.list.state())
            var trial = many.list
            guard let applied = try? trial.apply(edit, context(client)) else { continue }
            var ids = applied.changes.touched(applied.inverse)
            let state = trial.state()
            for path in applied.changes.insertedRows.map(\.at) + applied.changes.movedRows.map(\.to)
            {
                let section = "#" + state.sections[path.section].id.text
                if inserted.contains(section) { ids.insert(section) }
            }
            guard !ids.isEmpty, touched.isDisjoint(with: ids) else { continue }
            touched.formUnion(ids)
            for entry in applied.changes.insertedSections {
                inserted.insert("#" + entry.section.text)
            }
            if let step = many.edit(edit, by: client) { steps.append(step) }
        }
        let end = many.list.state()
        steps.shuffle(using: &edits.random)
        let undone = many.undo(all: steps)
        let back = try #require(undone, "seed \(seed)")
        #expect(many.list.state().isShown(as: start), "seed \(seed)")
        // A section that was deleted holds rows that were moved away before, until those are away again.
        let redone = many.undo(all: back.reversed())
        #expect(redone != nil, "seed \(seed)")
        #expect(many.list.state().isShown(as: end), "seed \(seed)")
        #expect(many.problem == nil, "seed \(seed)")
    }

    // MARK: All small cases

    /// All edits that delete a row or section or move it to another place.
    private func smallEdits(_ list: EditableList) -> [Action] {
        var actions: [Action] = []
        let state = list.state()
        for section in state.sections {
            actions.append(.deleteSections([section.id]))
            for index in state.sections.indices {
                actions.append(.moveSection(section.id, to: .index(index)))
            }
            for row in section.rows {
                actions.append(.deleteRows([row.id]))
                for target in state.sections {
                    for index in 0...target.rows.count {
                        actions.append(.moveRow(row.id, to: .index(target.id, index)))
                    }
                }
            }
        }
        return actions
    }

    @Test(arguments: [
        ("a b c", 3), ("a b c d", 2), ("a b | c", 2), ("a | b | c", 2), ("^a b | c", 2),
        ("a b |", 2),
    ])
    func allSmallCases_areTheStartAgain_inAnyOrder(text: String, edits: Int) throws {
        let start = try list(text)
        let shown = start.state().shown
        var (scripts, cases) = (0, 0)
        try eachScript(ManyUndoing(start), [], [], edits) { many, steps in
            scripts += 1
            // Of three edits there are many: one script in six, in the soak all.
            guard edits < 3 || scripts.isMultiple(of: 6) || TestSeeds.isSoak else { return }
            let end = many.list.state().shown
            for order in steps.permutations {
                cases += 1
                var undone = many
                guard let back = undone.undo(all: order) else {
                    Issue.record("\(text): an undo is refused")
                    continue
                }
                #expect(undone.list.state().shown == shown, "\(text)")
                _ = undone.undo(all: back.reversed())
                #expect(undone.list.state().shown == end, "\(text)")
                #expect(undone.problem == nil, "\(text)")
            }
        }
        #expect(cases > 100)
    }

    /// Calls `body` with every sequence of edits of which no two touch the same.
    private func eachScript(
        _ many: ManyUndoing, _ steps: [ManyUndoing.Step], _ touched: Set<String>, _ count: Int,
        _ body: (ManyUndoing, [ManyUndoing.Step]) throws -> Void
    ) throws {
        guard count > 0 else { return try body(many, steps) }
        for action in smallEdits(many.list) {
            var next = many
            let client = Self.clients[steps.count]
            guard let step = next.edit(Edit(base: nil, actions: [action]), by: client) else {
                continue
            }
            let changes = next.list.history[next.list.revision].changes
            let ids = changes.touched(step.inverse)
            guard touched.isDisjoint(with: ids) else { continue }
            try eachScript(next, steps + [step], touched.union(ids), count - 1, body)
        }
    }
}

extension ListState {
    /// Whether both show the same; the test tells them by their order, which is short.
    fileprivate func isShown(as other: ListState) -> Bool { shown == other.shown }
}

extension Array {
    /// All orders of the elements.
    fileprivate var permutations: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var rest = self
            let first = rest.remove(at: index)
            return rest.permutations.map { [first] + $0 }
        }
    }
}
