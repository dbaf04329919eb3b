import EditScripts
import Testing

@testable import ListEditing

/// Sections that an edit deletes go as whole trees; their rows leave the index once it commits.
struct DetachedSectionTests {
    private func refusal(_ list: inout EditableList, _ actions: Action...) -> Rejection? {
        do {
            _ = try list.apply(Edit(base: nil, actions: actions), context())
            return nil
        } catch { return error }
    }

    private func long(_ rows: Int) throws -> EditableList {
        try list((0..<rows).map { "r\($0)" }.joined(separator: " ") + " | x y")
    }

    private let deletion = Action.deleteSections([SectionID("s0")])

    @Test(arguments: [0, 1, 40, 3_000])
    func failingEdit_leavesADeletedSectionAsItWas(rows: Int) throws {
        var list = try long(rows)
        let before = list
        #expect(refusal(&list, deletion, .title("nosuch", "1"))?.code == .unknownRow)
        #expect(list.state() == before.state())
        #expect(list.byteCount == before.byteCount)
        for row in stride(from: 0, to: rows, by: 7) {
            #expect(list.path(of: RowID("r\(row)")) == IndexPath(section: 0, row: row))
        }
        try list.act(.insert("n", .at(0, 0)), deletion)
        #expect(list.text == "x y")
    }

    @Test func rowsOfADeletedSection_areAbsentForTheRestOfTheEdit() throws {
        var list = try long(100)
        #expect(refusal(&list, deletion, .title("r5", "1"))?.code == .unknownRow)
        #expect(refusal(&list, deletion, .move("r5", .at(0, 0)))?.action == 1)
        #expect(refusal(&list, deletion, .insert("n", .before("r5")))?.code == .unknownRow)
        #expect(refusal(&list, deletion, .insert("r5", .unspecified))?.code == .duplicateID)
        #expect(refusal(&list, deletion, .insert("n", .end(SectionID("s0"))))?.action == 1)
        let applied = try list.act(deletion, .delete("r5", "x"), .insert("n", .after("y")))
        #expect(list.text == "y n")
        #expect(applied.changes.deletedRows.map(\.row) == [RowID("x")])
        #expect(list.rowCount == 2)
        // Once it is committed, the ids are free.
        try list.act(.insert("r5", .at(1, 0)))
        #expect(list.text == "r5 y n")
    }

    @Test func sectionInsertedAndDeletedInOneEdit_takesItsRowsAlong() throws {
        var list = try long(60)
        let before = list.state()
        let new = Action.insertSection(section: SectionID("n"), title: "", rules: nil, to: .start)
        let gone = Action.deleteSections([SectionID("n")])
        #expect(try list.act(new, gone).changes.isEmpty)
        #expect(list.state() == before)
        let applied = try list.act(new, .move("r3", .end(SectionID("n"))), .title("r3", "1"), gone)
        #expect(applied.changes.deletedRows.map(\.row) == [RowID("r3")])
        #expect(applied.changes.deletedSections.isEmpty)
        _ = try list.applyInverse(applied.inverse, of: 1, context()).applied
        #expect(list.state().shown == before.shown)
    }

    @Test func undeletableRows_areCountedInsteadOfLookedFor() throws {
        var list = try long(50)
        var rules = RowRulesChange()
        rules.deletable = .set(false)
        for row in ["r7", "r9"] {
            try list.act(
                .updateRow(row: RowID(row), fields: [], rules: rules, ifRevision: nil))
        }
        let refusal = refusal(&list, deletion)
        #expect(refusal?.code == .deleteDisabled)
        #expect(
            refusal?.message == "section s0 cannot be deleted: 2 of its rows cannot be")
        try list.act(.move("r7", .at(1, 0)), .move("r9", .at(1, 0)))
        try list.act(deletion)
        #expect(self.refusal(&list, .deleteSections([SectionID("s1")]))?.code == .deleteDisabled)
    }

    @Test func longListAfterManyRefusals_isFoundThroughItsIndex() throws {
        var list = try long(2_000)
        for number in 0..<40 {
            _ = refusal(&list, deletion, .insert("n\(number)", .at(1, 0)), .title("nosuch", "1"))
            try list.act(.insert("k\(number)", .at(0, number * 31)))
        }
        let state = list.state()
        for (row, entry) in state.sections[0].rows.enumerated() {
            if list.path(of: entry.id) != IndexPath(section: 0, row: row) {
                Issue.record("row \(row) is lost")
                return
            }
        }
    }
}
