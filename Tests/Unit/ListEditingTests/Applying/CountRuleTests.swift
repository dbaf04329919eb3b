import ListEditing
import Testing

struct CountRuleTests {
    @Test func brokenRule_namesSectionAndAllSixNumbers() throws {
        var rule = CountRule(section: SectionID("s7"), before: 11, after: 99)
        rule.deleted = 2
        rule.inserted = 3
        rule.movedIn = 4
        rule.movedOut = 5
        do {
            try rule.check()
            Issue.record("it held")
        } catch {
            let numbers = error.message.split { !$0.isNumber }.map(String.init)
            #expect(numbers == ["7", "11", "2", "3", "4", "5", "99"])
            #expect(error.message.contains("s7"))
        }
        rule.after = 11
        try rule.check()
    }

    @Test func setThatDoesNotFit_isRefused_andNothingIsApplied() throws {
        var list = try list("a b | c")
        let before = list.state()
        var sets: [ChangeSet] = []
        var set = ChangeSet()
        set.deletedRows = [RowDeletion(row: RowID("b"), at: IndexPath(section: 0, row: 0))]
        sets.append(set)
        set.deletedRows = [
            RowDeletion(row: RowID("b"), at: IndexPath(section: 0, row: 1)),
            RowDeletion(row: RowID("b"), at: IndexPath(section: 0, row: 1)),
        ]
        sets.append(set)
        set = ChangeSet()
        set.deletedRows = [RowDeletion(row: RowID("a"), at: IndexPath(section: 0, row: 0))]
        set.insertedRows = [
            RowInsertion(
                row: RowID("x"), at: IndexPath(section: 1, row: 5), fields: Fields(),
                rules: RowRules())
        ]
        sets.append(set)
        set = ChangeSet()
        set.movedSections = [SectionMove(section: SectionID("s0"), from: 0, to: 4)]
        sets.append(set)
        set.movedSections = Array(
            repeating: SectionMove(section: SectionID("s0"), from: 0, to: 1), count: 2)
        sets.append(set)
        set = ChangeSet()
        set.insertedSections = Array(
            repeating: SectionInsertion(section: SectionID("x"), at: 0, title: "", rules: Rules()),
            count: 2)
        sets.append(set)
        set = ChangeSet()
        set.updatedRows = [
            RowUpdate(
                row: RowID("a"), at: IndexPath(section: 9, row: 0), fields: [],
                rules: RowRulesChange())
        ]
        sets.append(set)
        for set in sets {
            #expect(throws: CountError.self) { try list.steps(of: set) }
            #expect(throws: CountError.self) { try list.replay(set, by: ClientID("ana")) }
            #expect(list.state() == before)
        }
        var copy = list
        let applied = try copy.act(.delete("a"))
        #expect(throws: CountError.self) {
            try list.replay(applied.changes, by: ClientID("ana"), counts: [2, 1])
        }
        #expect(list.state() == before)
        try list.replay(applied.changes, by: ClientID("ana"), counts: [1, 1])
        #expect(list.text == "b | c")
    }

    @Test func netEffect_ofSeveralActions() throws {
        var list = try list("a b c | d e | f")
        let applied = try list.act(
            .insert("x", .at(0, 0)), .title("x", "1"), .move("x", .at(0, 1)),
            .insert("y", .at(0, 0)), .delete("y"), .move("a", .at(1, 0)), .title("b", "2"),
            .move("b", .at(2, 0)), .move("d", .at(2, 0)), .deleteSections([SectionID("s1")]))
        #expect(list.text == "x c | d b f")
        let changes = applied.changes
        #expect(changes.insertedRows.map(\.row.text) == ["x"])
        #expect(changes.insertedRows.first?.fields["title"]?.json == "1")
        #expect(changes.deletedRows.map(\.row.text) == ["a"])
        #expect(changes.deletedSections.map(\.section.text) == ["s1"])
        #expect(
            changes.movedRows == [
                RowMove(
                    row: RowID("b"), from: IndexPath(section: 0, row: 1),
                    to: IndexPath(section: 1, row: 1)),
                RowMove(
                    row: RowID("d"), from: IndexPath(section: 1, row: 0),
                    to: IndexPath(section: 1, row: 0)),
            ])
        #expect(changes.updatedRows.map(\.row.text) == ["b"])
    }

    @Test func rowThatMovesAndComesBack_isNoChange() throws {
        var list = try list("a b c")
        let applied = try list.act(.move("a", .at(0, 2)), .move("a", .at(0, 0)))
        #expect(applied.changes.isEmpty)
        #expect(list.revision == 0)
        #expect(list.text == "a b c")
    }
}
