import EditScripts
import ListEditing
import SeededRandom
import Testing

/// What SwiftUI's reordering hands over, against arrays and against the rules
/// (<doc:PositionsAndClamping>).
@Suite struct ReorderingTests {
    private static let names = ["a", "b", "c", "d", "e"]

    /// The sections once the rows are taken out, and put in before a row or at the end of a section.
    private func moved(
        _ sections: [[String]], _ rows: [String], _ destination: ReorderDestination
    ) -> [[String]] {
        var section = 0
        var stays: String?
        switch destination {
        case .before(let row):
            section = sections.firstIndex { $0.contains(row.text) } ?? 0
            let after = sections[section].drop { $0 != row.text }
            stays = after.first { !rows.contains($0) }
        case .end(let id): section = id.text == "s0" ? 0 : 1
        }
        let moving = sections.flatMap { $0 }.filter { rows.contains($0) }
        var left = sections.map { $0.filter { !rows.contains($0) } }
        let index = stays.flatMap { left[section].firstIndex(of: $0) } ?? left[section].count
        left[section].insert(contentsOf: moving, at: index)
        return left
    }

    @Test(arguments: 1...5)
    func reorder_agreesWithArrays(count: Int) throws {
        let items = Array(Self.names.prefix(count))
        for first in 0...count {
            let sections = [Array(items.prefix(first)), Array(items.dropFirst(first))]
            let text = { (sections: [[String]]) in
                sections.map { $0.joined(separator: " ") }.joined(separator: " | ")
            }
            let destinations =
                items.map { ReorderDestination.before(RowID($0)) }
                + ["s0", "s1"].map { .end(SectionID($0)) }
            for mask in 1..<(1 << count) {
                let rows = items.indices.filter { mask >> $0 & 1 == 1 }.map { items[$0] }
                for destination in destinations {
                    var list = try list(text(sections))
                    // The order in which the user selected them says nothing.
                    let ids = rows.reversed().map { RowID($0) }
                    let target = list.targetDestination(reordering: ids, to: destination)
                    _ = try list.apply(list.reorder(ids, to: destination), context())
                    let wanted = text(moved(sections, rows, destination))
                    #expect(list.text == wanted, "\(rows) to \(destination)")
                    #expect(target?.why == nil && target != nil)
                }
            }
        }
    }

    @Test func targetDestination_isWhereTheEditLands_underEveryRule() throws {
        var landed = (0, clamped: 0, refused: 0)
        for seed in 1...200 {
            var random = RandomEdits(seed: UInt64(seed))
            let start = try random.list(sections: 3, rows: 8)
            let ids = start.state().sections.flatMap { $0.rows.map(\.id) }
            for _ in 0..<12 {
                let rows = ids.filter { _ in random.random.chance(30) }
                let destination: ReorderDestination =
                    random.random.chance(70)
                    ? .before(random.random.pick(ids))
                    : .end(SectionID("s\(random.random.below(3))"))
                guard !rows.isEmpty else { continue }
                var list = start
                let target = start.targetDestination(reordering: rows, to: destination)
                let applied: Applied
                do throws(Rejection) {
                    applied = try list.apply(start.reorder(rows, to: destination), context())
                } catch {
                    #expect(target == nil, "seed \(seed): \(error.code)")
                    landed.refused += 1
                    continue
                }
                let allowed = try #require(target, "seed \(seed)")
                var other = start
                _ = try other.apply(start.reorder(rows, to: allowed.destination), context())
                #expect(other.text == list.text, "seed \(seed)")
                let again = start.targetDestination(reordering: rows, to: allowed.destination)
                #expect(again?.destination == allowed.destination)
                if case .before = destination {
                    #expect(applied.clamps.map(\.why) == (allowed.why.map { [$0] } ?? []))
                }
                landed.0 += 1
                if allowed.why != nil { landed.clamped += 1 }
            }
        }
        #expect(landed.0 > 500 && landed.clamped > 50 && landed.refused > 50)
    }

    @Test func whatIsNotThere_hasNoDestination() throws {
        let list = try list("a b | c")
        #expect(list.targetDestination(reordering: [RowID("x")], to: .end(SectionID("s0"))) == nil)
        #expect(list.targetDestination(reordering: [RowID("a")], to: .before(RowID("x"))) == nil)
        #expect(list.targetDestination(reordering: [RowID("a")], to: .end(SectionID("x"))) == nil)
    }
}
