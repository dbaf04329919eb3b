import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

struct UndoTests {
    /// Undoes, or redoes, a set that `client` made.
    @discardableResult
    private func undo(
        _ applied: Applied, of revision: Int, in list: inout EditableList, by client: String = "ana"
    ) throws -> Applied {
        try list.applyInverse(applied.inverse, of: revision, context(client)).applied
    }

    /// The code that an undo is refused with; nil: it is not.
    private func refusal(
        of applied: Applied, _ revision: Int, in list: inout EditableList, _ context: EditContext
    ) -> RejectCode? {
        let before = list.state()
        do throws(Rejection) {
            _ = try list.applyInverse(applied.inverse, of: revision, context)
            return nil
        } catch {
            #expect(list.state() == before)
            return error.code
        }
    }

    /// Has another list replay a set of `ana`.
    private func follow(_ follower: inout EditableList, _ applied: Applied) throws {
        try follower.replay(
            applied.changes, by: context().author, at: 0, marks: applied.marks,
            sections: applied.sections)
    }

    private func title(_ row: String, _ list: EditableList) -> String? {
        list.row(RowID(row))?.fields["title"]?.json
    }

    @Test func move_goesBackBesideItsOldNeighbour() throws {
        var list = try list("a b c d")
        let move = try list.act(.move("b", .at(0, 3)))
        try list.act(.insert("x", .at(0, 0)), by: "bob")
        try undo(move, of: 1, in: &list)
        #expect(list.text == "x a b c d")
    }

    @Test func moveWhoseNeighboursAreGone_goesBackToItsMark() throws {
        var list = try list("a b c d")
        let move = try list.act(.move("b", .at(0, 3)))
        try list.act(.delete("a"), by: "bob")
        try list.act(.move("c", .at(0, 1)), by: "bob")
        #expect(list.text == "d c b")
        try undo(move, of: 1, in: &list)
        #expect(list.text == "b d c")
    }

    @Test func whatIsLaidIntoAGap_standsBehindItsMarks() throws {
        var list = try list("a b c d")
        let move = try list.act(.move("b", .at(0, 3)))
        try list.act(.delete("a"), .insert("x", .at(0, 0)), by: "bob")
        try undo(move, of: 1, in: &list)
        #expect(list.text == "b x c d")
    }

    /// As steps of earlier versions, whose sets left no marks.
    @Test(arguments: [("x", "x b c d"), ("", "b c d")])
    func withoutMarks_aRowGoesBackBesideANeighbour(inserted: String, result: String) throws {
        var list = EditableList(try list("a b c d").state())
        let move = try list.act(.move("b", .at(0, 3)))
        try list.act(.delete("a"), by: "bob")
        if !inserted.isEmpty { try list.act(.insert(inserted, .at(0, 0)), by: "bob") }
        try undo(move, of: 1, in: &list)
        #expect(list.text == result)
    }

    @Test func rowMovedByAnotherSince_stays() throws {
        var list = try list("a b c d")
        let move = try list.act(.move("b", .at(0, 3)))
        try list.act(.move("b", .at(0, 0)), by: "bob")
        #expect(try undo(move, of: 1, in: &list).changes.isEmpty)
        #expect(list.text == "b a c d")
    }

    @Test func deletedRows_comeBackUnderTheirIDs() throws {
        var list = try list("a b c d | e")
        try list.act(.title("b", "1"))
        let before = list.state()
        let deletion = try list.act(.delete("b", "c"), .deleteSections([SectionID("s1")]))
        #expect(list.text == "a d")
        try undo(deletion, of: 2, in: &list)
        #expect(list.state().shown == before.shown)
    }

    @Test func insertedRow_isDeleted_andRedoBringsItBack() throws {
        var list = try list("a b")
        let insert = try list.act(.insert("x", .at(0, 1)))
        let undone = try undo(insert, of: 1, in: &list)
        #expect(list.text == "a b")
        let redone = try undo(undone, of: 2, in: &list)
        #expect(list.text == "a x b")
        try undo(redone, of: 3, in: &list)
        #expect(list.text == "a b")
    }

    @Test func chainOfOwnEdits_isUndoneAndRedoneInTurn_othersValuesStay() throws {
        var list = try list("a b c")
        let first = try list.act(.title("a", "1"))
        let second = try list.act(.title("a", "2"), .title("b", "2"))
        let third = try list.act(.move("a", .at(0, 2)))
        try list.act(.title("b", "9"), by: "bob")
        let thirdBack = try undo(third, of: 3, in: &list)
        #expect(list.text == "a b c")
        let secondBack = try undo(second, of: 2, in: &list)
        #expect(title("a", list) == "1")
        #expect(title("b", list) == "9")
        let firstBack = try undo(first, of: 1, in: &list)
        #expect(title("a", list) == nil)
        try undo(firstBack, of: 7, in: &list)
        try undo(secondBack, of: 6, in: &list)
        try undo(thirdBack, of: 5, in: &list)
        #expect(title("a", list) == "2")
        #expect(title("b", list) == "9")
        #expect(list.text == "b c a")
    }

    @Test func updateOfARowDeletedAndBroughtBack_isStillUndone() throws {
        var list = try list("a b")
        let update = try list.act(.title("a", "1"))
        let deletion = try list.act(.delete("a"))
        try undo(deletion, of: 2, in: &list)
        try undo(update, of: 1, in: &list)
        #expect(list.text == "a b")
        #expect(title("a", list) == nil)
    }

    @Test func sectionThatHoldsOthersRows_stays() throws {
        var list = try list("a")
        let insert = try list.act(
            .insertSection(section: SectionID("n"), title: "n", rules: nil, to: .end),
            .insert("x", .end(SectionID("n"))))
        try list.act(.insert("y", .end(SectionID("n"))), by: "bob")
        try undo(insert, of: 1, in: &list)
        #expect(list.text == "a | y")
    }

    @Test func whatTodaysRulesForbid_isLeftOut() throws {
        var list = try list("a b | c")
        let edit = try list.act(.title("a", "1"), .move("b", .at(1, 0)), .insert("x", .at(0, 0)))
        var rules = Rules()
        rules.editable = false
        try list.act(.updateSection(SectionID("s0"), title: nil, rules: rules), by: "bob")
        try undo(edit, of: 1, in: &list)
        #expect(list.text == "x a b | c")
        #expect(title("a", list) == "1")
    }

    @Test func rules_areLeftOutForThoseWhoMayNotGiveThem() throws {
        var list = try list("a b c")
        let pin = try list.act(.pin("c", .set(.top)))
        #expect(list.text == "c a b")
        var editor = context()
        editor.mayGiveRules = false
        #expect(refusal(of: pin, 1, in: &list, editor) == .forbidden)
        try undo(pin, of: 1, in: &list)
        #expect(list.text == "a b c")
        #expect(list.row(RowID("c"))?.rules.pinned == nil)
    }

    @Test func rowBroughtBack_countsAsChangedByAnother() throws {
        var list = try list("a b")
        let deletion = try list.act(.delete("a"))
        try undo(deletion, of: 1, in: &list)
        do {
            try list.act(.title("a", "1", ifRevision: 1))
            Issue.record("no conflict")
        } catch { #expect(error.code == .conflict) }
        try list.act(.title("a", "1", ifRevision: 2))
    }

    @Test(arguments: TestSeeds.range(20 as UInt64))
    func everyOwnEditUndoneInTurn_givesTheStartAgain_andReplayFollows(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed, withRules: false)
        var list = try edits.list(sections: 3, rows: 10)
        var follower = list
        let start = list.state().shown
        var done: [(Applied, Int)] = []
        for _ in 0..<15 {
            if let applied = try? list.apply(edits.edit(list.state()), context()),
                !applied.changes.isEmpty
            {
                done.append((applied, list.revision))
                try follow(&follower, applied)
            }
        }
        let end = list.state().shown
        var back: [(Applied, Int)] = []
        for (applied, revision) in done.reversed() {
            let undone = try undo(applied, of: revision, in: &list)
            try follow(&follower, undone)
            back.append((undone, list.revision))
        }
        #expect(list.state().shown == start, "seed \(seed)")
        for (applied, revision) in back.reversed() {
            let redone = try undo(applied, of: revision, in: &list)
            try follow(&follower, redone)
        }
        #expect(list.state().shown == end, "seed \(seed)")
        #expect(follower.state() == list.state(), "seed \(seed)")
        #expect(follower.storedMarks == list.storedMarks, "seed \(seed)")
    }
}
