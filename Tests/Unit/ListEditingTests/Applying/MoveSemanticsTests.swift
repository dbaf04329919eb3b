import EditScripts
import HistoryChecking
import ListEditing
import TestSeeds
import Testing

/// What an index means (<doc:PositionsAndClamping>), on all small cases.
struct MoveSemanticsTests {
    private static let names = ["a", "b", "c", "d", "e", "f"]

    /// `MoveRow` as it takes out, then puts in.
    private func takeOutThenPutIn(_ items: [String], _ from: Int, _ to: Int) -> [String] {
        var items = items
        let item = items.remove(at: from)
        items.insert(item, at: to)
        return items
    }

    /// `MoveRow` as it puts in, then takes out, with its one-off corrections.
    private func putInThenTakeOut(_ items: [String], _ from: Int, _ to: Int) -> [String] {
        var items = items
        var deleteAt = from
        var insertAt = to
        if to < from { deleteAt += 1 } else { insertAt += 1 }
        items.insert(items[from], at: insertAt)
        items.remove(at: deleteAt)
        return items
    }

    @Test(arguments: 1...6)
    func bothWaysOfMoveRow_andTheCore_agree(count: Int) throws {
        let items = Array(Self.names.prefix(count))
        for from in items.indices {
            for to in items.indices {
                let wanted = takeOutThenPutIn(items, from, to)
                #expect(putInThenTakeOut(items, from, to) == wanted)
                var list = try list(items.joined(separator: " "))
                let applied = try list.act(.move(items[from], .at(0, to)))
                #expect(list.text == wanted.joined(separator: " "))
                #expect(applied.changes.isEmpty == (from == to))
                #expect(applied.clamps.isEmpty)
            }
        }
    }

    /// What the standard library says of moving offsets: those before the destination that do not
    /// move, those that move, the others.
    private func moved(_ items: [String], _ offsets: [Int], _ destination: Int) -> [String] {
        let stay = items.indices.filter { !offsets.contains($0) }
        let order = stay.filter { $0 < destination } + offsets + stay.filter { $0 >= destination }
        return order.map { items[$0] }
    }

    @Test(arguments: 1...5)
    func moveFromOffsets_andRemoveAtOffsets_agreeWithArrays(count: Int) throws {
        let items = Array(Self.names.prefix(count))
        for mask in 0..<(1 << count) {
            let offsets = items.indices.filter { mask >> $0 & 1 == 1 }
            for destination in 0...count {
                var list = try list(items.joined(separator: " "))
                let edit = list.move(
                    in: SectionID("s0"), fromOffsets: offsets, toOffset: destination)
                _ = try list.apply(edit, context())
                #expect(list.text == moved(items, offsets, destination).joined(separator: " "))
            }
            var list = try list(items.joined(separator: " "))
            _ = try list.apply(list.remove(in: SectionID("s0"), atOffsets: offsets), context())
            let left = items.indices.filter { !offsets.contains($0) }.map { items[$0] }
            #expect(list.text == left.joined(separator: " "))
        }
    }

    /// Moves, done, of every list of up to three rows in up to three sections, with a few pins: they
    /// end at `targetPlace`, which `ClampingTests` holds to the rules on longer lists.
    @Test(arguments: 1...(TestSeeds.isSoak ? 4 : 3))
    func everyMoveOfASmallList_endsWhereTheRulesSay(count: Int) throws {
        let pins: [[Pin?]] = [
            [], [.top], [nil, .bottom], [.top, nil, .bottom], [nil, nil, .top], [.bottom, .bottom],
        ]
        for first in 0...count {
            for second in 0...(count - first) {
                let sizes = [first, second, count - first - second]
                for pins in pins {
                    for rules in 0..<8 { try check(sizes, pins, rules) }
                }
            }
        }
    }

    private func check(_ sizes: [Int], _ pins: [Pin?], _ bits: Int) throws {
        var next = 0
        let sections = sizes.enumerated().map { number, size in
            var rules = Rules()
            // Two bits say which sections are reorderable; the third is always.
            if number < 2, bits >> (number + 1) & 1 == 1 { rules.reorderable = false }
            return SectionState(
                id: SectionID("s\(number)"), title: "", rules: rules,
                rows: (0..<size).map { _ in
                    var row = Row(id: RowID(Self.names[next]))
                    row.rules.pinned = next < pins.count ? pins[next] : nil
                    next += 1
                    return row
                })
        }
        var rules = Rules()
        rules.moveScope = bits & 1 == 1 ? .section : .list
        let start = try EditableList.create(
            title: "", rules: rules, sections: sections, limits: EditLimits())
        let naive = ModelList(start.state())
        for name in Self.names.prefix(next) {
            for section in 0..<3 {
                for row in -1...sizes[section] + 1 {
                    var list = start
                    var model = naive
                    let edit = Edit(base: nil, actions: [.move(name, .at(section, row))])
                    do {
                        let applied = try list.apply(edit, context())
                        try model.apply(edit)
                        if list.text != model.text
                            || applied.clamps.map(\.why) != model.clamps.map(\.why)
                        {
                            Issue.record(
                                "\(start.text) \(bits) \(edit): \(list.text) \(model.text)")
                        }
                        let place = list.path(of: RowID(name))
                        let notified = start.targetPlace(
                            moving: RowID(name),
                            proposed: IndexPath(section: section, row: row))
                        if notified?.place != place || notified?.why != applied.clamps.first?.why {
                            Issue.record("\(start.text) \(bits) \(edit): targetPlace differs")
                        }
                    } catch let rejection as Rejection {
                        let refused = #expect(throws: ModelRefusal.self) {
                            try model.apply(edit)
                        }
                        if refused?.code != rejection.code {
                            Issue.record("\(start.text) \(bits) \(edit): \(rejection)")
                        }
                    }
                }
            }
        }
    }

    @Test func rowsMovedToAnotherSection_allArrive() throws {
        var list = try list("a b | c d")
        try list.act(.moveRows([RowID("a"), RowID("b")], to: .at(1, 1)))
        #expect(list.text == " | c a b d")
        #expect(list.rowCount == 4)
    }
}

extension ModelList {
    var text: String {
        sections.map { $0.rows.map(\.id.text).joined(separator: " ") }.joined(separator: " | ")
    }
}
