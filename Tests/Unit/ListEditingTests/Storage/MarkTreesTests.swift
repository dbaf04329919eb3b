import SeededRandom
import TestSeeds
import Testing

@testable import ListEditing

/// The trees of marks do as an array of rows and marks does.
struct MarkTreesTests {
    /// Nil is a row.
    private typealias Item = Int?

    @Test(arguments: TestSeeds.range(15 as UInt64))
    func randomChanges_giveTheOrderOfAnArray(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var trees = MarkTrees()
        let other = trees.makeTree()
        _ = trees.append(other, rows: 3, made: 0, entry: 0)
        let tree = trees.makeTree()
        var items: [Item] = Array(repeating: nil, count: random.below(8))
        var nodes: [Int: Int32] = [:]
        for number in 1...300 {
            let rows = items.indices.filter { items[$0] == nil }
            let marks = items.compactMap { $0 }
            switch random.below(10) {
            case 0..<4 where !rows.isEmpty:
                let rank = random.below(rows.count)
                items[rows[rank]] = number
                nodes[number] = trees.leave(tree, at: rank, made: number, entry: 0)
            case 4..<7:
                let rank = random.below(rows.count + 1)
                // After the marks of the gap.
                items.insert(nil, at: rank == rows.count ? items.count : rows[rank])
                _ = trees.lay(tree, at: rank)
            case 7 where !rows.isEmpty:
                let rank = random.below(rows.count)
                items.remove(at: rows[rank])
                trees.takeOut(tree, at: rank)
            case 8 where !marks.isEmpty:
                let mark = marks[random.below(marks.count)]
                if let place = items.firstIndex(of: mark) { items[place] = nil }
                if let node = nodes.removeValue(forKey: mark) { trees.take(node) }
            case 9 where !marks.isEmpty:
                let mark = marks[random.below(marks.count)]
                items.removeAll { $0 == mark }
                if let node = nodes.removeValue(forKey: mark) { trees.remove(node) }
            default: break
            }
            #expect(marksInOrder(trees, tree) == items.compactMap { $0 }, "seed \(seed)")
            for (ordinal, mark) in items.compactMap({ $0 }).enumerated() {
                guard let node = nodes[mark], let place = items.firstIndex(of: mark) else {
                    continue
                }
                #expect(trees.rank(of: node) == items[..<place].count { $0 == nil }, "seed \(seed)")
                #expect(trees.ordinal(of: node) == ordinal, "seed \(seed)")
                #expect(trees.tree(of: node) == tree)
            }
        }
        #expect(trees.first(other).map { trees.rank(of: $0) } == 3, "another tree is not touched")
    }

    private func marksInOrder(_ trees: MarkTrees, _ tree: Int32) -> [Int] {
        var marks: [Int] = []
        var next = trees.first(tree)
        while let node = next {
            marks.append(trees[node].made)
            next = trees.next(node)
        }
        var back: [Int] = []
        next = trees.last(tree)
        while let node = next {
            back.append(trees[node].made)
            next = trees.previous(node)
        }
        #expect(back.reversed() == marks)
        return marks
    }
}

extension MarkTreesTests {
    /// What is done with a mark takes no more steps than the way to the root.
    @Test(arguments: [false, true])
    func manyMarks_areFewStepsFromTheRoot(inOneGap: Bool) {
        var trees = MarkTrees()
        let tree = trees.makeTree()
        let count = 20_000
        let nodes = (0..<count).map { number in
            trees.leave(tree, at: inOneGap ? 0 : number % 1_000, made: number, entry: 0)
        }
        // Half of them go again, and others come.
        for node in nodes.prefix(count / 2) { trees.remove(node) }
        let added = (0..<count / 2).map { trees.leave(tree, at: 0, made: count + $0, entry: 0) }
        var most = 0
        for node in nodes.suffix(count / 2) + added {
            var (steps, parent) = (0, trees[node].parent)
            while parent >= 0 {
                steps += 1
                parent = trees[parent].parent
            }
            most = max(most, steps)
        }
        #expect(most <= 64)
    }
}
