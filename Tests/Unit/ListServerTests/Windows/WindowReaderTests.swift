import ListEditing
import ListProtocol
import SeededRandom
import TestSeeds
import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

/// Windows of random lists against the same list laid out as one array.
@Suite struct WindowReaderTests {
    private typealias Placed = (at: IndexPath, row: Row)

    /// A list of up to six sections with up to 90 rows each.
    private static func makeState(_ random: inout SplitMix64) -> ListState {
        var next = 0
        let sections = (0..<Int.random(in: 0...6, using: &random)).map { index in
            let count =
                Int.random(in: 0...3, using: &random) == 0
                ? 0 : Int.random(in: 0...90, using: &random)
            let rows = (0..<count).map { _ in
                next += 1
                let length = Int.random(in: 0...40, using: &random)
                let text = "\"" + String(repeating: "x", count: length) + "\""
                var row = Row(id: RowID("r\(next)"))
                row.fields = Fields([Field(name: "ti\"tle", value: FieldValue(json: text))])
                if next % 7 == 0 { row.rules.editable = false }
                return row
            }
            return SectionState(id: SectionID("s\(index)"), title: "S", rows: rows)
        }
        return ListState(revision: 5, title: "T", rules: Rules(), sections: sections)
    }

    private static func flat(_ state: ListState) -> [Placed] {
        state.sections.enumerated().flatMap { section, content in
            content.rows.enumerated().map { (IndexPath(section: section, row: $0), $1) }
        }
    }

    private static func flat(_ runs: [RowRun]) -> [Placed] {
        runs.flatMap { run in
            run.rows.enumerated().map {
                (IndexPath(section: run.at.section, row: run.at.row + $0), $1)
            }
        }
    }

    private static func bytes(_ rows: [Row], isOnlyIDs: Bool) -> Int {
        RowsMessage(
            list: ListID("l"), n: 0, revision: 0,
            runs: [RowRun(at: IndexPath(section: 0, row: 0), rows: rows)], isOnlyIDs: isOnlyIDs
        ).encoded.count
            - RowsMessage(
                list: ListID("l"), n: 0, revision: 0,
                runs: [RowRun(at: IndexPath(section: 0, row: 0), rows: [])]
            ).encoded.count
    }

    /// Runs ascend, lie in one section each, and do not touch.
    private static func areApart(_ runs: [RowRun]) -> Bool {
        runs.allSatisfy { !$0.rows.isEmpty }
            && zip(runs, runs.dropFirst()).allSatisfy { first, second in
                first.at.section < second.at.section
                    || first.at.section == second.at.section
                        && first.at.row + first.rows.count < second.at.row
            }
    }

    @Test(arguments: TestSeeds.range(60 as UInt64))
    func window_hasTheRowsNearestToItsPlace(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let state = Self.makeState(&random)
        let all = Self.flat(state)
        var limits = ProtocolLimits()
        limits.windowRows = Int.random(in: 1...80, using: &random)
        limits.setBytes = Bool.random(using: &random) ? 524_288 : 1_500
        let reader = WindowReader(list: EditableList(state), limits: limits)
        for _ in 0..<20 {
            // The rows before the place that counts.
            var place = 0
            var around: [ListWindow.Place] = [.row(RowID("gone")), .index(SectionID("gone"), 3)]
            if !all.isEmpty, Bool.random(using: &random) {
                place = Int.random(in: all.indices, using: &random)
                around.append(.row(all[place].row.id))
                around.append(.row(all[0].row.id))
            } else if let section = state.sections.indices.randomElement(using: &random) {
                let index = Int.random(in: 0...120, using: &random)
                let before = state.sections[..<section].reduce(0) { $0 + $1.rows.count }
                place = before + min(index, state.sections[section].rows.count)
                around.append(.index(state.sections[section].id, index))
            }
            let window = ListWindow(
                around: around, before: Int.random(in: 0...100, using: &random),
                after: Int.random(in: 0...100, using: &random))
            let isOnlyIDs = Bool.random(using: &random)
            let (runs, missing) = reader.read(
                RowSelection(.window(window), isOnlyIDs: isOnlyIDs))
            let rows = Self.flat(runs)
            #expect(missing.isEmpty && Self.areApart(runs))
            #expect(rows.count <= limits.windowRows)
            #expect(
                Self.bytes(rows.map(\.row), isOnlyIDs: isOnlyIDs) <= limits.setBytes
                    || rows.count == 1)
            let start = rows.first.map { first in all.firstIndex { $0.at == first.at } ?? -1 }
            guard let start else {
                let wanted = min(window.before, place) + min(window.after, all.count - place)
                #expect(wanted == 0, "seed \(seed)")
                continue
            }
            let end = start + rows.count
            #expect(start <= place && place <= end, "seed \(seed)")
            #expect(place - start <= window.before && end - place <= window.after)
            for (offset, row) in rows.enumerated() {
                #expect(all[start + offset].at == row.at, "seed \(seed)")
                #expect(all[start + offset].row == row.row, "seed \(seed)")
            }
            // What was left out is farther away than what came, unless nothing was left out.
            let (before, after) = (place - start, end - place)
            let isCutBefore = before < min(window.before, place)
            let isCutAfter = after < min(window.after, all.count - place)
            if isCutBefore { #expect(after <= before + 1, "seed \(seed)") }
            if isCutAfter { #expect(before <= after, "seed \(seed)") }
            if isCutBefore || isCutAfter {
                let next = [
                    isCutAfter ? all[end].row : nil, isCutBefore ? all[start - 1].row : nil,
                ].compactMap(\.self)
                let isFull = rows.count == limits.windowRows
                let more = next.map { Self.bytes(rows.map(\.row) + [$0], isOnlyIDs: isOnlyIDs) }
                #expect(isFull || more.contains { $0 + 100 > limits.setBytes }, "seed \(seed)")
            }
        }
    }

    @Test(arguments: TestSeeds.range(40 as UInt64))
    func ranges_areCutAtTheirSections_andJoined(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let state = Self.makeState(&random)
        var limits = ProtocolLimits()
        limits.windowRows = Int.random(in: 1...200, using: &random)
        let reader = WindowReader(list: EditableList(state), limits: limits)
        let ranges = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            RowRange(
                at: IndexPath(
                    section: Int.random(in: 0...7, using: &random),
                    row: Int.random(in: 0...100, using: &random)),
                rows: Int.random(in: 0...60, using: &random))
        }
        var left = limits.windowRows
        var wanted: Set<IndexPath> = []
        for range in ranges where state.sections.indices.contains(range.at.section) {
            let count = state.sections[range.at.section].rows.count
            let end = min(count, range.at.row + min(range.rows, left))
            for row in range.at.row..<max(range.at.row, end) {
                wanted.insert(IndexPath(section: range.at.section, row: row))
                left -= 1
            }
        }
        let runs = reader.read(RowSelection(.ranges(ranges))).runs
        #expect(Self.areApart(runs))
        let rows = Self.flat(runs)
        #expect(rows.map(\.at) == wanted.sorted(), "seed \(seed)")
        for (at, row) in rows { #expect(state.sections[at.section].rows[at.row] == row) }
    }

    @Test(arguments: TestSeeds.range(40 as UInt64))
    func ids_areFoundWhereTheyAre_andWhatIsGoneIsMissing(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let state = Self.makeState(&random)
        let all = Self.flat(state)
        var limits = ProtocolLimits()
        limits.windowRows = Int.random(in: 1...60, using: &random)
        let reader = WindowReader(list: EditableList(state), limits: limits)
        let ids = (0..<Int.random(in: 0...90, using: &random)).map { _ in
            RowID("r\(Int.random(in: 0...all.count + 5, using: &random))")
        }
        var seen: Set<RowID> = []
        let different = ids.filter { seen.insert($0).inserted }
        let held = different.filter { id in all.contains { $0.row.id == id } }
        let (runs, missing) = reader.read(RowSelection(.ids(ids)))
        #expect(missing == different.filter { !held.contains($0) }, "seed \(seed)")
        #expect(Self.areApart(runs))
        let rows = Self.flat(runs)
        #expect(
            Set(rows.map(\.row.id)) == Set(held.prefix(limits.windowRows)), "seed \(seed)")
        for (at, row) in rows { #expect(state.sections[at.section].rows[at.row] == row) }
    }

    @Test func rangesAndIDs_overTheBytesOfAnAnswer_areTheFirstOnes() throws {
        let rows = (0..<50).map { index in
            let text = "\"" + String(repeating: "x", count: 1_000) + "\""
            return Row(
                id: RowID("r\(index)"),
                fields: Fields([Field(name: "title", value: FieldValue(json: text))]))
        }
        let state = ListState(
            revision: 0, title: "", rules: Rules(),
            sections: [SectionState(id: SectionID("s"), title: "", rows: rows)])
        var limits = ProtocolLimits()
        limits.setBytes = 5_500
        let reader = WindowReader(list: EditableList(state), limits: limits)
        let first = RowRange(at: IndexPath(section: 0, row: 40), rows: 3)
        let second = RowRange(at: IndexPath(section: 0, row: 0), rows: 30)
        let runs = reader.read(RowSelection(.ranges([first, second]))).runs
        #expect(runs.map(\.at.row) == [0, 40] && runs.map(\.rows.count) == [2, 3])
        let ids = ["gone", "r9", "r8", "r7", "r1", "r2", "r3", "gone2"].map { RowID($0) }
        let (found, missing) = reader.read(RowSelection(.ids(ids)))
        #expect(found.map(\.at.row) == [1, 7] && found.map(\.rows.count) == [2, 3])
        #expect(missing.map(\.text) == ["gone", "gone2"])
        limits.setBytes = 10
        let one = WindowReader(list: EditableList(state), limits: limits)
        #expect(one.read(RowSelection(.ranges([second]))).runs.map(\.rows.count) == [1])
    }

    @Test func outline_countsRows_andThoseThatArePinned() throws {
        var list = try makeList(["a", "b", "c"])
        _ = list.answer(
            edit(
                1,
                [
                    .insertRow(
                        row: RowID("p"), fields: Fields(), rules: pinned(.top), to: .unspecified)
                ]))
        _ = list.answer(
            edit(
                2,
                [
                    .insertRow(
                        row: RowID("q"), fields: Fields(), rules: pinned(.bottom), to: .unspecified)
                ]))
        let window = ListWindow(around: [.row(RowID("b"))], before: 1, after: 1)
        let outline = WindowReader(list: list.list, limits: list.limits).outline(
            window, of: list.id, list.epoch)
        #expect(outline.revision == 2)
        #expect(outline.sections.map { [$0.rows, $0.top, $0.bottom] } == [[5, 1, 1]])
        #expect(outline.runs.map(\.at) == [IndexPath(section: 0, row: 1)])
        #expect(outline.runs.map { $0.rows.map(\.id.text) } == [["a", "b"]])
    }

    private func pinned(_ pin: Pin) -> RowRules {
        var rules = RowRules()
        rules.pinned = pin
        return rules
    }
}
