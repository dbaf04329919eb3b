import EditScripts
import Testing

@testable import ListEditing

/// Undo where others have edited since: what stands where, what is left out, and what waits.
struct UndoByManyTests {
    /// An applied edit, its revision, and whose it is.
    private struct Done {
        let applied: Applied
        let revision: Int
        let client: String
    }

    private func act(
        _ list: inout EditableList, _ client: String, _ actions: Action...
    ) throws -> Done {
        let applied = try list.apply(Edit(base: nil, actions: actions), context(client))
        return Done(applied: applied, revision: list.revision, client: client)
    }

    @discardableResult
    private func undo(
        _ done: Done, _ list: inout EditableList, _ context: EditContext? = nil,
        isUnbound: Bool = false
    ) throws(Rejection) -> Undone {
        try list.applyInverse(
            done.applied.inverse, of: done.revision, context ?? EditScripts.context(done.client),
            isUnbound: isUnbound)
    }

    /// The code that an undo is refused with; nil: it is not.
    private func refusal(
        _ done: Done, _ list: inout EditableList, _ context: EditContext? = nil
    ) -> RejectCode? {
        let (before, marks) = (list.state(), list.storedMarks)
        do throws(Rejection) {
            try undo(done, &list, context)
            return nil
        } catch {
            #expect(list.state() == before)
            #expect(list.storedMarks == marks)
            return error.code
        }
    }

    private func section(_ number: Int) -> SectionID { SectionID("s\(number)") }

    // MARK: Places

    @Test(arguments: [true, false])
    func neighboursDeleted_comeBackInTheirOrder(newestFirst: Bool) throws {
        var list = try list("a b c d e")
        let ana = try act(&list, "ana", .delete("b"))
        let ben = try act(&list, "ben", .delete("c"))
        _ = try act(&list, "cid", .insert("x", .after("a")))
        for done in newestFirst ? [ben, ana] : [ana, ben] { try undo(done, &list) }
        #expect(list.text == "a b c x d e")
    }

    @Test(arguments: [true, false])
    func neighboursMovedToAnotherSection_goBackInTheirOrder(newestFirst: Bool) throws {
        var list = try list("a b c d | e")
        let ana = try act(&list, "ana", .move("b", .at(1, 0)))
        let ben = try act(&list, "ben", .move("c", .at(1, 0)))
        _ = try act(&list, "cid", .insert("x", .before("d")))
        for done in newestFirst ? [ben, ana] : [ana, ben] { try undo(done, &list) }
        #expect(list.text == "a b c x d | e")
    }

    @Test(arguments: [true, false])
    func rowOfASectionThatIsGone_waitsForIt_andComesBackToItsPlace(asksBefore: Bool) throws {
        var list = try list("a b c | d")
        let ana = try act(&list, "ana", .delete("b"))
        let ben = try act(&list, "ben", .deleteSections([section(0)]))
        if asksBefore { #expect(refusal(ana, &list) == .unknownSection) }
        try undo(ben, &list)
        #expect(list.text == "a c | d")
        try undo(ana, &list)
        #expect(list.text == "a b c | d")
    }

    @Test func rowOfASectionThatCannotComeBack_isLeftOutForGood() throws {
        var list = try list("a b c | d")
        let ana = try act(&list, "ana", .delete("b"))
        let ben = try act(&list, "ben", .deleteSections([section(0)]))
        #expect(refusal(ana, &list) == .unknownSection)
        list.releaseMarks(of: ben.revision)
        #expect(try undo(ana, &list).applied.changes.isEmpty)
    }

    @Test func partWhoseSectionIsGone_waits_theRestIsDone() throws {
        var list = try list("a b | c d | e")
        let ana = try act(&list, "ana", .delete("a", "c"))
        let ben = try act(&list, "ben", .deleteSections([section(1)]))
        let undone = try undo(ana, &list)
        #expect(list.text == "a b | e")
        let rest = try #require(undone.rest)
        try undo(ben, &list)
        _ = try list.applyInverse(rest, of: ana.revision, context("ana"))
        #expect(list.text == "a b | c d | e")
    }

    @Test func rowThatGoesBackAcrossMarksAlone_isNamed_andOthersComeBackBehindIt() throws {
        var list = try list("a b c d")
        let ana = try act(&list, "ana", .move("b", .after("c")))
        let ben = try act(&list, "ben", .delete("c"))
        #expect(list.text == "a b d")
        let undone = try undo(ana, &list).applied
        #expect(list.text == "a b d")
        let path = IndexPath(section: 0, row: 1)
        #expect(undone.changes.movedRows == [RowMove(row: RowID("b"), from: path, to: path)])
        try undo(ben, &list)
        #expect(list.text == "a b c d")
    }

    @Test func rowThatIsAtItsMark_isNotNamed() throws {
        var list = try list("a b c d")
        let ana = try act(&list, "ana", .move("b", .after("c")))
        let ben = try act(&list, "ben", .delete("c"))
        list.releaseMarks(of: ben.revision)
        #expect(try undo(ana, &list).applied.changes.isEmpty)
        #expect(list.text == "a b d")
    }

    @Test func sectionsDeletedAndMoved_comeBackInTheirOrder() throws {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var list = try list("a | b | c | d")
            let done = [
                try act(&list, "ana", .deleteSections([section(1)])),
                try act(&list, "ben", .moveSection(section(2), to: .start)),
                try act(&list, "cid", .moveSection(section(0), to: .end)),
            ]
            #expect(list.text == "c | d | a")
            for number in order { try undo(done[number], &list) }
            #expect(list.text == "a | b | c | d", "\(order)")
        }
    }

    @Test func sectionMovedByAnother_staysUntilThatIsUndone() throws {
        var list = try list("a | b | c")
        let ana = try act(&list, "ana", .moveSection(section(0), to: .end))
        let ben = try act(&list, "ben", .moveSection(section(0), to: .index(1)))
        var other = list
        #expect(try undo(ana, &other).applied.changes.isEmpty)
        #expect(other.text == "b | a | c")
        try undo(ben, &list)
        try undo(ana, &list)
        #expect(list.text == "a | b | c")
    }

    @Test func rowInsertedByTheEdit_goes_whateverOthersDidToIt() throws {
        var list = try list("a b")
        let ana = try act(&list, "ana", .insert("x", .at(0, 1)))
        _ = try act(&list, "ben", .move("x", .at(0, 2)), .title("x", "1"))
        try undo(ana, &list)
        #expect(list.text == "a b")
    }

    // MARK: Bands

    @Test func rowUnpinnedByUndo_goesBackWhereItStood() throws {
        var list = try list("a b c d")
        let ana = try act(&list, "ana", .pin("c", .set(.top)))
        _ = try act(&list, "ben", .insert("x", .after("b")))
        #expect(list.text == "c a b x d")
        try undo(ana, &list)
        #expect(list.text == "a b c x d")
    }

    @Test func rowPinnedWhereItStands_leavesAMark() throws {
        var list = try list("a b c")
        let ana = try act(&list, "ana", .pin("c", .set(.bottom)))
        #expect(ana.applied.changes.movedRows.isEmpty)
        _ = try act(&list, "ben", .insert("x", .after("b")))
        #expect(list.text == "a b x c")
        try undo(ana, &list)
        #expect(list.text == "a b c x")
    }

    @Test func rowWhoseMarkIsInAnotherBand_goesToTheNearestPlaceOfItsOwn() throws {
        var list = try list("a b c d")
        let ana = try act(&list, "ana", .delete("c"))
        try undo(ana, &list)
        let moved = try act(&list, "ana", .move("c", .at(0, 0)))
        _ = try act(&list, "ben", .pin("c", .set(.bottom)))
        #expect(list.text == "a b d c")
        #expect(try undo(moved, &list).applied.changes.isEmpty, "it was laid anew by another")
    }

    // MARK: Rules

    private func insert(_ row: String, _ section: SectionID, deletable: Bool) -> Action {
        var rules = RowRules()
        rules.deletable = deletable
        return .insertRow(row: RowID(row), fields: Fields(), rules: rules, to: .end(section))
    }

    @Test func rulesThatCameWithARow_forbidNothing_othersDo() throws {
        var list = try list("a")
        let ana = try act(&list, "ana", insert("x", section(0), deletable: false))
        var editor = context("ana")
        editor.mayGiveRules = false
        #expect(refusal(ana, &list, editor) == .deleteDisabled)
        var other = list
        try undo(ana, &other)
        #expect(other.text == "a")
        var rules = Rules()
        rules.deletable = false
        _ = try act(&list, "ben", .updateSection(section(0), title: nil, rules: rules))
        #expect(refusal(ana, &list) == .deleteDisabled)
    }

    @Test func rulesThatCameWithASection_forbidNothing() throws {
        var list = try list("a")
        var rules = Rules()
        rules.deletable = false
        let ana = try act(
            &list, "ana",
            .insertSection(section: section(9), title: "n", rules: rules, to: .end),
            .insert("x", .end(section(9))))
        try undo(ana, &list)
        #expect(list.text == "a")
    }

    @Test func whatRulesForbid_waits_theRestIsDone() throws {
        var list = try list("a b | c")
        let ana = try act(&list, "ana", .title("a", "1"), .title("c", "2"))
        var rules = Rules()
        rules.editable = false
        _ = try act(&list, "ben", .updateSection(section(0), title: nil, rules: rules))
        let undone = try undo(ana, &list)
        #expect(list.row(RowID("a"))?.fields["title"] != nil)
        #expect(list.row(RowID("c"))?.fields["title"] == nil)
        let rest = Done(
            applied: Applied(
                changes: ChangeSet(), inverse: try #require(undone.rest), clamps: []),
            revision: ana.revision, client: "ana")
        #expect(refusal(rest, &list) == .editDisabled)
        _ = try act(&list, "ben", .updateSection(section(0), title: nil, rules: Rules()))
        try undo(rest, &list)
        #expect(list.row(RowID("a"))?.fields["title"] == nil)
    }

    @Test func undoOfARestoredState_isBoundByNoRule() throws {
        var list = try list("a b c")
        let old = list.state()
        var rules = Rules()
        rules.reorderable = false
        rules.deletable = false
        rules.insertable = false
        _ = try act(&list, "ben", .delete("a"), .move("c", .at(0, 0)))
        _ = try act(&list, "ben", .updateList(title: nil, rules: rules))
        let before = list.state()
        let restored = Done(
            applied: try list.restore(old, context("ana")), revision: list.revision,
            client: "ana")
        #expect(list.state().shown == old.shown)
        _ = try act(&list, "ben", .updateList(title: "t", rules: rules))
        try undo(restored, &list, isUnbound: true)
        #expect(list.text == "c b")
        #expect(list.rules == before.rules)
    }

    @Test func bandThatOnlyAnOwnerMayGive_waitsWithItsPlace() throws {
        var list = try list("^p ^q a b c")
        let ana = try act(&list, "ana", .pin("b", .set(.top)))
        _ = try act(&list, "ben", .move("p", .after("b")))
        #expect(list.text == "q b p a c")
        var editor = context("ana")
        editor.mayGiveRules = false
        #expect(refusal(ana, &list, editor) == .forbidden)
        try undo(ana, &list)
        #expect(list.text == "q p a b c")
    }

    // MARK: Limits

    @Test func limits_refuseAnUndoWhole() throws {
        var list = try list("a b c | d")
        let ana = try act(&list, "ana", .delete("a", "b"))
        var few = context("ana")
        few.limits.rows = 3
        #expect(refusal(ana, &list, few) == .listFull)
        var rules = Rules()
        rules.maxRows = 2
        let ben = try act(&list, "ben", .updateSection(section(0), title: nil, rules: rules))
        #expect(refusal(ana, &list) == .sectionFull)
        try undo(ben, &list)
        try undo(ana, &list)
        #expect(list.text == "a b c | d")
    }

    // MARK: Snapshots

    @Test func marksOfASnapshot_areThoseOfTheList() throws {
        var list = try list("^p a b c d _q | e f | g")
        let ana = try act(&list, "ana", .delete("b", "p"))
        let ben = try act(&list, "ben", .delete("c", "e"))
        let cid = try act(&list, "cid", .deleteSections([section(1)]))
        var loaded = EditableList(list.state(), marks: list.storedMarks)
        #expect(loaded.storedMarks == list.storedMarks)
        for done in [cid, ana, ben] { try undo(done, &loaded) }
        #expect(loaded.text == "p a b c d q | e f | g")
    }

    @Test func sectionMadeAgainUnderItsID_keepsItsOwnMarksInASnapshot() throws {
        var list = try list("a | p q r t")
        _ = try act(&list, "ana", .deleteSections([section(1)]))
        _ = try act(
            &list, "dan", .insertSection(section: section(1), title: "t", rules: nil, to: .end),
            .insert("p2", .end(section(1))), .insert("q2", .end(section(1))),
            .insert("r2", .end(section(1))), .insert("t2", .end(section(1))))
        let ben = try act(&list, "ben", .delete("q2"))
        let cid = try act(&list, "cid", .delete("r2"))
        _ = try act(&list, "dan", .insert("x", .after("p2")))
        var loaded = EditableList(list.state(), marks: list.storedMarks)
        #expect(loaded.storedMarks == list.storedMarks)
        for done in [ben, cid] { try undo(done, &loaded) }
        #expect(loaded.text == "a | p2 q2 r2 x t2")
    }

    @Test func marksThatCannotBe_areLeftOut() throws {
        var list = try list("a b | c")
        _ = try act(&list, "ana", .delete("a"))
        _ = try act(&list, "ana", .deleteSections([section(1)]))
        let good = try #require(list.storedMarks)
        typealias Mark = StoredPlaceMarks.Mark
        var bad = good
        bad.sections.append(Mark(rows: 9, made: 2, id: "s0"))
        bad.sections.append(Mark(rows: 0, made: 99, id: "s1"))
        bad.rows += bad.rows
        for index in bad.rows.indices {
            bad.rows[index].bands[1].append(Mark(rows: Int(Int32.max) - 1, made: 1, id: "x"))
            bad.rows[index].bands[0].append(Mark(rows: 0, made: -1, id: "y"))
        }
        bad.rows.append(
            .init(
                section: section(7), bands: [[], [Mark(rows: 5, made: 1, id: "z")], []],
                deleted: .init(made: 2, rows: Int.max)))
        let loaded = EditableList(list.state(), marks: bad)
        #expect(loaded.storedMarks == good)
    }

    @Test func releasedMarks_areNeitherStoredNorKept() throws {
        var list = try list("a b c d")
        let ana = try act(&list, "ana", .delete("b"))
        let ben = try act(&list, "ben", .delete("c"))
        list.releaseMarks(of: ana.revision)
        #expect(list.storedMarks?.sections.isEmpty == true)
        #expect(list.storedMarks?.rows.flatMap { $0.bands.flatMap { $0 } }.count == 1)
        list.sweepMarks(most: 10)
        #expect(list.markCount == 1)
        try undo(ben, &list)
        #expect(list.text == "a c d")
        #expect(list.markCount == 0)
    }

    @Test func manyReleasedMarks_areRemovedByAndBy() throws {
        var list = try list("a b c d")
        for _ in 0..<40 {
            let moved = try act(&list, "ana", .move("a", .at(0, 3)))
            let back = try act(&list, "ana", .move("a", .at(0, 0)))
            for done in [moved, back] { list.releaseMarks(of: done.revision) }
            // Fewer than come.
            list.sweepMarks(most: 1)
        }
        #expect(list.markCount <= 10)
    }
}
