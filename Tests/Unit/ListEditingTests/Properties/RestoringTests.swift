import EditScripts
import Testing

@testable import ListEditing

/// Restoring an earlier state, on random edits.
struct RestoringTests {
    /// Makes random edits, and hands over the states of all revisions and the list at the newest.
    private func run(
        _ seed: UInt64,
        _ body: (_ states: [ListState], _ list: EditableList, Randomness) throws -> Void
    ) throws {
        var edits = RandomEdits(seed: seed, withRules: seed % 4 != 0)
        var list = try edits.list(sections: 1 + edits.random.below(4), rows: edits.random.below(14))
        var states = [list.state()]
        for _ in 0..<40 {
            let edit = edits.edit(list.state())
            guard let applied = try? list.apply(edit, context()), !applied.changes.isEmpty else {
                continue
            }
            states.append(list.state())
        }
        try body(states, list, edits.random)
    }

    @Test(arguments: PropertyTests.seeds)
    func everyRevision_isRestored(seed: UInt64) throws {
        try run(seed) { states, newest, _ in
            for state in states {
                var list = newest
                let applied = try list.restore(state, context("bob"))
                #expect(list.state().shown == state.shown, "seed \(seed), \(state.revision)")
                #expect(applied.clamps.isEmpty)
                var again = list
                #expect(try again.restore(state, context("bob")).changes.isEmpty)
                #expect(again.revision == list.revision)
            }
        }
    }

    @Test(arguments: PropertyTests.seeds)
    func set_replayed_givesTheSame_andItsInverseTakesItBack(seed: UInt64) throws {
        try run(seed) { states, newest, random in
            var random = random
            let state = random.pick(states)
            var list = newest
            let applied = try list.restore(state, context())
            guard !applied.changes.isEmpty else { return }
            var replayed = newest
            let inverse = try replayed.replayWithInverse(
                in: applied.changes, by: context().author, at: 0, marks: applied.marks, folds: 1,
                counts: list.counts)
            #expect(replayed.state() == list.state(), "seed \(seed)")
            #expect(inverse == applied.inverse, "seed \(seed)")
            var stepped = newest
            var table = TableView(newest.state())
            for step in try stepped.steps(of: applied.changes) {
                try stepped.replay(step, by: ClientID("ana"))
                try table.perform(step, after: stepped.state())
            }
            #expect(stepped.state().shown == list.state().shown, "seed \(seed)")
            var back = list
            back.contents.apply(applied.inverse)
            #expect(back.state().shown == newest.state().shown, "seed \(seed)")
            list.revert(applied)
            #expect(list.state() == newest.state(), "seed \(seed)")
        }
    }

    @Test func rowsThatStayInOrder_areNotMoved() throws {
        var list = try list("a b c d e | f")
        let before = list.state()
        try list.act(.move("a", .at(0, 4)), .move("f", .at(0, 0)))
        #expect(list.text == "f b c d e a | ")
        let applied = try list.restore(before, context())
        #expect(list.text == "a b c d e | f")
        #expect(Set(applied.changes.movedRows.map(\.row.text)) == ["a", "f"])
    }

    @Test func rulesForbidNothing_andPlacesAreNotClamped() throws {
        var closed = Rules()
        var list = try list("a b | c")
        let before = list.state()
        try list.act(.delete("a"), .move("c", .at(0, 0)), .title("b", "2"), .pin("b", .set(.top)))
        closed.editable = false
        closed.deletable = false
        closed.insertable = false
        closed.reorderable = false
        closed.maxRows = 0
        try list.act(.updateList(title: nil, rules: closed))
        _ = try list.restore(before, context())
        #expect(list.state().shown == before.shown)
    }

    @Test func restoredRows_areThoseOfWhoRestored() throws {
        var list = try list("a b")
        let before = list.state()
        try list.act(.delete("a"))
        _ = try list.restore(
            before,
            EditContext(author: RowAuthor(client: ClientID("bob")), at: 7, mayGiveRules: true))
        #expect(list.state().sections[0].rows[0].authorship.by?.author.client == ClientID("bob"))
        #expect(list.state().sections[0].rows[0].authorship.added?.at == 7)
        #expect(list.state().sections[0].rows[1].authorship == .createdWithList)
    }

    @Test(arguments: [
        ([], []), ([1], [1]), ([3, 1, 2], [1, 2]), ([0, 1, 2], [0, 1, 2]),
        ([4, 0, 5, 1, 6, 2], [0, 1, 2]), ([2, 1, 0], [0]),
    ])
    func longestAscendingPart(numbers: [Int], part: [Int]) {
        #expect(numbers.longestAscendingPart == part)
    }
}
