import ListClient
import ListEditing
import SeededRandom
import Testing

@testable import Bots

@Suite struct BotBehaviourTests {
    private static let me = EditContext(client: ClientID("bot"), mayGiveRules: true)

    private static func list(_ sections: [(String, [(String, String)])]) -> EditableList {
        EditableList(
            ListState(
                revision: 0, title: "L", rules: Rules(),
                sections: sections.map { id, rows in
                    SectionState(
                        id: SectionID(id), title: id.uppercased(),
                        rows: rows.map { row, title in
                            Row(
                                id: RowID(row),
                                fields: Fields([Field(name: "title", value: .string(title))]))
                        })
                }))
    }

    private static func order(_ list: EditableList) -> [[String]] {
        (0..<list.sectionCount).map { index in
            var rows: [String] = []
            list.forEachRow(in: index) { rows.append($0.id.text) }
            return rows
        }
    }

    /// Lets a bot make `moves` moves; returns the list and the numbers of applied and refused edits.
    private static func run(
        _ bot: some BotBehaviour, on list: EditableList, seed: UInt64, moves: Int
    ) -> (list: EditableList, applied: Int, refused: Int) {
        var (bot, list, random) = (bot, list, SplitMix64(seed: seed))
        var applied = 0
        var refused = 0
        for move in 0..<moves {
            guard case .edit(let actions) = bot.next(list, &random) else { continue }
            var edit = Edit(base: nil, actions: actions)
            var number = 0
            _ = edit.nameInserts {
                number += 1
                return "n\(move)-\(number)"
            }
            do {
                if try !list.apply(edit, Self.me).changes.isEmpty { applied += 1 }
            } catch {
                refused += 1
            }
        }
        return (list, applied, refused)
    }

    @Test func sameSeed_sameDecisions() {
        let list = Self.list([("s", [("a", "x"), ("b", "y")])])
        for _ in 0..<2 {
            let first = Self.run(ChaosBot(), on: list, seed: 7, moves: 200)
            let second = Self.run(ChaosBot(), on: list, seed: 7, moves: 200)
            #expect(first.list.digest() == second.list.digest())
        }
        let other = Self.run(ChaosBot(), on: list, seed: 8, moves: 200)
        #expect(
            other.list.digest() != Self.run(ChaosBot(), on: list, seed: 7, moves: 200).list.digest()
        )
    }

    @Test func shopper_makesOnlyLegalEdits_andKeepsTheListShort() {
        let start = Self.list([("s", []), ("t", [])])
        for seed in UInt64(0)..<5 {
            let end = Self.run(ShopperBot(), on: start, seed: seed, moves: 1000)
            #expect(end.refused == 0 && end.applied > 300)
            #expect(end.list.rowCount <= ShopperBot.maximumRows && end.list.rowCount > 0)
        }
    }

    @Test func sorter_sorts_withTheFewestMoves() {
        let start = Self.list([
            ("s", [("c", "Cherry"), ("a", "apple"), ("d", "Date"), ("b", "Banana"), ("e", "fig")])
        ])
        let end = Self.run(SorterBot(), on: start, seed: 0, moves: 10)
        #expect(Self.order(end.list) == [["a", "b", "c", "d", "e"]])
        #expect(end.applied == 2)
    }

    @Test func sorter_putsNumbersInTheirOrder_andKeepsToItsSection() throws {
        var start = Self.list([
            ("s", [("a", ""), ("b", ""), ("c", "")]), ("t", [("z", ""), ("y", "")]),
        ])
        for (row, json) in [("a", "10"), ("b", "9"), ("c", "\"1\"")] {
            let change = FieldChange(name: "n", value: FieldValue(json: json))
            _ = try start.apply(
                Edit(
                    base: nil,
                    actions: [
                        .updateRow(
                            row: RowID(row), fields: [change], rules: RowRulesChange(),
                            ifRevision: nil)
                    ]), Self.me)
        }
        let bot = SorterBot(section: SectionID("s"), field: "n")
        let end = Self.run(bot, on: start, seed: 0, moves: 10)
        #expect(Self.order(end.list) == [["b", "a", "c"], ["z", "y"]])
    }

    @Test func sweeper_deletesOverAllSections_inOneEdit() {
        let start = Self.list([
            ("s", [("a", "old"), ("b", "new")]), ("t", [("c", "old"), ("d", "old")]),
        ])
        let bot = SweeperBot { $0.fields["title"]?.string == "old" }
        let end = Self.run(bot, on: start, seed: 0, moves: 3)
        #expect(Self.order(end.list) == [["b"], []] && end.applied == 1)
    }

    @Test func chaos_doesBothLegalAndIllegalThings() {
        let start = Self.list([("s", [("a", "x")])])
        let end = Self.run(ChaosBot(), on: start, seed: 1, moves: 1000)
        #expect(end.applied > 200 && end.refused > 50)
    }

    @Test func mirror_makesAnyListLikeAnyOther() throws {
        let empty = EditableList(
            ListState(revision: 0, title: "", rules: Rules(), sections: []))
        var lists = [empty]
        for seed in UInt64(1)...5 {
            lists.append(Self.run(ChaosBot(), on: lists[0], seed: seed, moves: 300).list)
            lists.append(
                Self.run(ChaosBot(), on: lists[lists.count - 1], seed: seed, moves: 60).list)
        }
        for source in lists {
            for start in lists {
                var copy = start
                var edits = 0
                while case let actions = MirrorPlan.actions(from: source, to: copy),
                    !actions.isEmpty
                {
                    _ = try copy.apply(Edit(base: nil, actions: actions), Self.me)
                    edits += 1
                    try #require(edits < 50)
                }
                #expect(copy.digest() == source.digest() && copy.title == source.title)
                #expect(copy.rows.map(\.fields) == source.rows.map(\.fields))
            }
        }
    }
}
