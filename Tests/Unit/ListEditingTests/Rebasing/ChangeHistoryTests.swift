import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

private typealias KeptSet = (revision: Int, changes: ChangeSet, inverse: Inverse?)

struct ChangeHistoryTests {
    private func sets(_ list: EditableList, _ revisions: ClosedRange<Int>) -> [KeptSet] {
        revisions.map { ($0, list.history[$0].changes, list.history[$0].inverse) }
    }

    private func prepend(_ sets: [KeptSet], to list: inout EditableList, isTaken: Bool = true) {
        let outcome = list.prependHistory(sets)
        #expect(outcome == isTaken)
    }

    /// A list with ten sets of moves and inserts, and one that has its state alone.
    private func pair() throws -> (list: EditableList, read: EditableList) {
        var list = try list("a b c d e f")
        for number in 0..<10 {
            if number % 3 == 0 {
                try list.act(.insert("n\(number)", .at(0, number % 4)))
            } else {
                try list.act(.move("b", .at(0, number % 5)))
            }
        }
        return (list, EditableList(list.state()))
    }

    @Test func olderSets_reachFurtherBack() throws {
        var (list, read) = try pair()
        #expect(read.historyStart == 10)
        prepend(sets(list, 7...10), to: &read)
        prepend(sets(list, 3...6), to: &read)
        prepend([], to: &read)
        #expect(read.historyStart == 2)
        #expect(read.historyByteCount > 0)
        for base in 2...10 {
            for index in 0...6 {
                var (one, other) = (list, read)
                try one.act(.insert("x", .at(0, index)), base: base)
                try other.act(.insert("x", .at(0, index)), base: base)
                #expect(one.text == other.text, "index \(index) of \(base)")
            }
        }
        #expect(throws: Rejection.self) { try read.act(.insert("x", .at(0, 1)), base: 1) }
    }

    @Test func setsWithAGap_areRefusedWhole() throws {
        var (list, read) = try pair()
        prepend(sets(list, 6...9), to: &read, isTaken: false)
        prepend(sets(list, 5...7) + sets(list, 9...10), to: &read, isTaken: false)
        prepend(sets(list, 9...10).reversed(), to: &read, isTaken: false)
        #expect(read.historyStart == 10)
        #expect(read.historyByteCount == 0)
        prepend(sets(list, 8...10), to: &read)
        prepend(sets(list, 4...6), to: &read, isTaken: false)
        prepend(sets(list, 4...8), to: &read, isTaken: false)
        #expect(read.historyStart == 7)
    }

    @Test func olderSets_doNotMakeRowsOlder() throws {
        var (list, read) = try pair()
        prepend(sets(list, 9...10), to: &read)
        prepend(sets(list, 1...8), to: &read)
        for row in list.state().sections[0].rows {
            #expect(
                read.contents.record(row.id)?.stamp == list.contents.record(row.id)?.stamp)
        }
    }

    @Test(arguments: TestSeeds.range(6 as UInt64))
    func byteCount_isThatOfTheSetsThatAreKept(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed)
        var list = try edits.list(sections: 3, rows: 12)
        var forgotten: [KeptSet] = []
        for _ in 0..<80 {
            if let applied = try? list.apply(edits.edit(list.state()), context()),
                !applied.changes.isEmpty
            {
                if edits.random.chance(15) { list.revert(applied) }
            }
            if edits.random.chance(10) { list.dropNewestInverse() }
            if edits.random.chance(20), list.historyStart < list.revision {
                let last = min(list.revision, list.historyStart + edits.random.below(9) + 1)
                forgotten += sets(list, list.historyStart + 1...last)
                list.forgetHistory(through: last)
            }
            if edits.random.chance(10), !forgotten.isEmpty {
                let count = edits.random.below(forgotten.count) + 1
                prepend(Array(forgotten.suffix(count)), to: &list)
                forgotten.removeLast(count)
            }
            var bytes = 0
            var weight = 0
            for revision in stride(from: list.revision, to: list.historyStart, by: -1) {
                bytes += list.history[revision].byteCount
                weight += list.history[revision].weight
                #expect(list.history.weight(after: revision - 1) == weight, "seed \(seed)")
            }
            #expect(list.historyByteCount == bytes, "seed \(seed)")
        }
    }

    @Test func setWithoutInverse_doesNotTellTheRowsOfItsSections() throws {
        var list = try list("a b | c d | e")
        try list.act(.insert("x", .at(0, 0)))
        try list.act(.deleteSections([SectionID("s1")]))
        let notified = list
        list.dropNewestInverse()
        #expect(list.historyByteCount < notified.historyByteCount)
        // Places in other sections need no inverse.
        try list.act(.insert("y", .at(0, 1)), base: 1)
        #expect(list.text == "x y a b | e")
        for base in [0, 1] {
            for (kept, code) in [(notified, RejectCode.unknownRow), (list, .staleBase)] {
                var kept = kept
                do {
                    try kept.act(.insert("z", .before("c")), base: base)
                    Issue.record("the place of a row that is gone was found")
                } catch { #expect(error.code == code) }
            }
        }
        // Nor does a set that only gave rows fields.
        try list.act(.title("a", "1"))
        let bytes = list.historyByteCount
        list.dropNewestInverse()
        #expect(list.historyByteCount == bytes)
    }

    @Test func historyIsNeeded_onlyWhereAPlaceMustBeRebasedFromBeforeIt() throws {
        var list = try list("a b | c | d")
        for number in 0..<4 { try list.act(.title("a", "\(number)")) }
        list.forgetHistory(through: 3)
        func needed(_ actions: Action..., base: Int? = 1) -> Int? {
            list.historyNeeded(by: Edit(base: base, actions: actions))
        }
        let gone = Action.deleteSections([SectionID("s1")])
        let new = Action.insertSection(section: SectionID("n"), title: "", rules: nil, to: .start)
        #expect(needed(.insert("x", .at(0, 0))) == 1)
        #expect(needed(.insert("x", .at(0, 0)), base: 3) == nil)
        #expect(needed(.insert("x", .at(0, 0)), base: nil) == nil)
        #expect(needed(.insert("x", .before("a")), .title("a", "1")) == nil)
        #expect(needed(.insert("x", .after("gone"))) == 1)
        #expect(needed(.insert("x", .before("a")), .move("b", .after("x"))) == nil)
        #expect(needed(.delete("a"), .move("b", .after("a"))) == 1)
        #expect(needed(gone, .move("b", .after("c"))) == 1)
        #expect(needed(gone, .move("b", .after("a"))) == nil)
        #expect(needed(.moveSection(SectionID("s0"), to: .index(1))) == 1)
        #expect(needed(.moveSection(SectionID("s0"), to: .after(SectionID("s1")))) == nil)
        #expect(needed(gone, .moveSection(SectionID("s0"), to: .after(SectionID("s1")))) == 1)
        #expect(needed(new, .moveSection(SectionID("s0"), to: .after(SectionID("n")))) == nil)
        #expect(needed(.moveSection(SectionID("s0"), to: .after(SectionID("n")))) == 1)
        #expect(needed(gone, .insert("x", .end(SectionID("s0")))) == nil)
    }
}
