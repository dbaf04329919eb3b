import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

/// A list that returned to its checkpoint is the one that it was.
@Suite struct CheckpointTests {
    /// Makes a random edit, or undoes one, the same on both lists, which must do the same.
    private func change(
        _ list: inout EditableList, beside other: inout EditableList?, _ edits: inout RandomEdits,
        _ done: inout [(Inverse, Int)]
    ) throws {
        if edits.random.chance(20), let (inverse, revision) = done.popLast() {
            let undone = try? list.applyInverse(inverse, of: revision, context())
            guard other != nil else { return }
            let expected = try? other?.applyInverse(inverse, of: revision, context())
            #expect(expected == undone)
            return
        }
        let base = list.revision - edits.random.below(min(6, list.revision + 1))
        let edit = edits.edit(list.state(), base: base)
        let made = Result { try list.apply(edit, context()) }
        if other != nil {
            let expected = Result { try other?.apply(edit, context()) }
            let (outcome, wanted) = (try? made.get(), try? expected.get())
            #expect(outcome == wanted, "\(edit)")
        }
        guard let applied = try? made.get(), !applied.changes.isEmpty else { return }
        done.append((applied.inverse, list.revision))
    }

    @Test(arguments: TestSeeds.range(20 as UInt64))
    func aListThatWasRolledBack_goesOnAsIfNothingHadBeen(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed, withRules: seed % 3 != 0)
        var list = try edits.list(sections: 1 + edits.random.below(4), rows: edits.random.below(14))
        var done: [(Inverse, Int)] = []
        var none: EditableList?
        for _ in 0..<12 {
            for _ in 0..<edits.random.below(10) {
                try change(&list, beside: &none, &edits, &done)
            }
            let before = list
            list.setCheckpoint()
            var undone = done
            for _ in 0..<edits.random.below(12) {
                try change(&list, beside: &none, &edits, &undone)
            }
            if edits.random.chance(20) {
                let isForgotten = edits.random.chance(50)
                if isForgotten { list.forgetHistory(through: list.revision) }
                list.rollBackToCheckpoint()
                #expect(list.state() == before.state(), "seed \(seed)")
                #expect(list.byteCount == before.byteCount, "seed \(seed)")
                #expect(isForgotten == (list.historyStart == list.revision) || before.revision == 0)
                list = before
                continue
            }
            list.rollBackToCheckpoint()
            #expect(list.state() == before.state(), "seed \(seed)")
            #expect(list.byteCount == before.byteCount, "seed \(seed)")
            #expect(list.historyByteCount == before.historyByteCount, "seed \(seed)")
            var other: EditableList? = before
            for _ in 0..<6 { try change(&list, beside: &other, &edits, &done) }
            #expect(list.state() == other?.state(), "seed \(seed)")
        }
    }

    @Test func setsThatStay_areNotRolledBack() throws {
        var list = try list("a b c")
        list.setCheckpoint()
        try list.act(.title("a", "1"))
        list.clearCheckpoint()
        try list.act(.title("b", "2"))
        let after = list.state()
        list.rollBackToCheckpoint()
        #expect(list.revision == 2 && list.state() == after)
        list.setCheckpoint()
        try list.act(.title("c", "3"))
        list.rollBackToCheckpoint()
        #expect(list.revision == 2 && list.state() == after)
    }

    @Test func costOfRollingBack_countsTheRowsOfDeletedSections() throws {
        var list = try list("a b c d | e")
        list.setCheckpoint()
        #expect(list.checkpointCost == 0)
        try list.act(.deleteSections([SectionID("s0")]))
        let cost = list.checkpointCost
        #expect(cost >= 4)
        #expect(list.clearCheckpoint().cost == cost && list.checkpointCost == 0)
    }
}
