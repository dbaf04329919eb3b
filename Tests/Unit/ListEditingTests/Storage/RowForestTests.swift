import EditScripts
import Testing

@testable import ListEditing

struct RowForestTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func randomInsertsAndRemovals_giveWhatAnArrayGives(seed: UInt64) {
        var random = Randomness(seed: seed)
        var forest = RowForest()
        forest.insertTree([], slot: 0)
        var array: [RowID] = []
        for number in 0..<6_000 {
            // It grows, then shrinks to nothing, and so on.
            let grows = number / 1_500 % 2 == 0
            if random.chance(grows ? 85 : 10) || array.isEmpty {
                let row = random.below(array.count + 1)
                let id = RowID("r\(number)")
                forest.insert(RowRecord(Row(id: id)), slot: 0, row: row)
                array.insert(id, at: row)
            } else {
                let row = random.below(array.count)
                let removed = forest.remove(at: forest.position(slot: 0, row: row))
                #expect(removed.id == array.remove(at: row), "seed \(seed)")
            }
            if number % 500 == 499 { check(forest, array, seed) }
        }
        #expect(forest.removeTree(forest.detach(slot: 0)).map(\.id) == array)
    }

    private func check(_ forest: RowForest, _ array: [RowID], _ seed: UInt64) {
        #expect(forest.count(slot: 0) == array.count, "seed \(seed)")
        for (row, id) in array.enumerated() {
            let position = forest.position(slot: 0, row: row)
            let isThere = forest[position].id == id
            let found = forest.position(of: id).map { forest.rank(of: $0).row }
            if !isThere || found != row {
                Issue.record("seed \(seed): row \(row) of \(array.count) is lost")
                return
            }
        }
    }
}
