import EditScripts
import ListEditing
import Testing

struct RulesTests {
    private func code(_ list: EditableList, _ actions: Action..., limits: EditLimits = EditLimits())
        -> RejectCode?
    {
        var list = list
        do {
            _ = try list.apply(Edit(base: nil, actions: actions), context(limits: limits))
            return nil
        } catch { return error.code }
    }

    @Test func refusals_haveTheirCodes() throws {
        let plain = try list("a b | c")
        #expect(code(plain, .move("x", .at(0, 0))) == .unknownRow)
        #expect(code(plain, .move("a", .at(7, 0))) == .unknownSection)
        #expect(code(plain, .move("a", .before("x"))) == .unknownRow)
        #expect(code(plain, .insert("a", .unspecified)) == .duplicateID)
        #expect(code(plain, .delete("a"), .insert("a", .unspecified)) == .duplicateID)
        #expect(code(plain, .delete("x")) == nil)
        #expect(
            code(
                plain,
                .insertRow(row: nil, fields: Fields(), rules: RowRules(), to: .unspecified))
                == .badAction)
        #expect(code(try list("!a b"), .move("a", .at(0, 1))) == .moveDisabled)
        #expect(
            code(try list("^a b"), .moveRows([RowID("a"), RowID("b")], to: .at(0, 0)))
                == .moveDisabled)
        let tight = EditLimits(rows: 3, sections: 2, fieldsBytes: 14, titleBytes: 3)
        #expect(code(plain, .insert("x", .unspecified), limits: tight) == .listFull)
        #expect(code(plain, .title("a", "123"), limits: tight) == nil)
        #expect(code(plain, .title("a", "12345"), limits: tight) == .tooLarge)
        #expect(code(plain, .updateList(title: "long", rules: nil), limits: tight) == .tooLarge)
        let section = Action.insertSection(
            section: SectionID("n"), title: "", rules: nil, to: .end)
        #expect(code(plain, section, limits: tight) == .tooLarge)
    }

    @Test(arguments: [
        ("editable", RejectCode.deleteDisabled), ("deletable", .deleteDisabled),
        ("reorderable", .moveDisabled), ("insertable", .insertDisabled), ("maxRows", .sectionFull),
    ])
    func sectionRules_narrowTheLists(rule: String, refusal: RejectCode) throws {
        var list = try list("a b | c")
        var rules = Rules()
        switch rule {
        case "editable": rules.editable = false
        case "deletable": rules.deletable = false
        case "reorderable": rules.reorderable = false
        case "insertable": rules.insertable = false
        default: rules.maxRows = 2
        }
        try list.act(.updateSection(SectionID("s0"), title: nil, rules: rules))
        let action: Action =
            switch rule {
            case "editable", "deletable": .delete("a")
            case "reorderable": .move("a", .at(0, 1))
            default: .insert("x", .at(0, 0))
            }
        #expect(code(list, action) == refusal)
        #expect(code(list, .delete("c"), .insert("x", .at(1, 0))) == nil)
        if rule == "editable" { #expect(code(list, .title("a", "1")) == .editDisabled) }
        if rule == "maxRows" { #expect(code(list, .move("c", .at(0, 0))) == .sectionFull) }
        #expect(
            list.editingStyle(of: RowID("a")) == (rule == "editable" ? EditingStyle.none : .delete))
    }

    @Test func clamps_tellWhatWasAskedAndWhy() throws {
        var rules = Rules()
        rules.moveScope = .section
        var list = try list("a b | c d | e _f", rules: rules)
        let later = try list.act(.move("c", .at(2, 0)))
        #expect(list.text == "a b | d c | e f")
        #expect(later.clamps.map(\.why) == [.scope])
        #expect(later.clamps.first?.asked == .row(.at(2, 0)))
        #expect(later.clamps.first?.to == .row(IndexPath(section: 1, row: 1)))
        let earlier = try list.act(.move("c", .start(SectionID("s0"))))
        #expect(list.text == "a b | c d | e f")
        #expect(earlier.clamps.map(\.why) == [.scope], "scope is reported for `at` too")
        let below = try list.act(.move("e", .after("f")))
        #expect(below.changes.isEmpty, "clamped back to where it was")
        #expect(below.clamps.map(\.why) == [.pinned])
        #expect(try list.act(.insert("x", .end(SectionID("s2")))).clamps.isEmpty)
        #expect(list.text == "a b | c d | e x f")
        #expect(try list.act(.move("a", .at(0, 5))).clamps.map(\.why) == [.bounds])
    }

    @Test func pins_moveRowsToTheNearEdge() throws {
        var list = try list("^a ^b c d _e")
        try list.act(.pin("d", .set(.top)))
        #expect(list.text == "a b d c e")
        try list.act(.pin("a", .set(.bottom)))
        #expect(list.text == "b d c a e")
        try list.act(.pin("b", .clear))
        #expect(list.text == "d b c a e")
        let applied = try list.act(.pin("e", .clear))
        #expect(list.text == "d b c e a")
        #expect(applied.changes.movedRows.map(\.row.text) == ["e"])
        #expect(applied.changes.updatedRows.map(\.row.text) == ["e"])
    }

    @Test func ifRevision_conflictsWithOthersAlone() throws {
        var list = try list("a")
        try list.act(.title("a", "1"), by: "ana")
        try list.act(.title("a", "2"), by: "bob")
        try list.act(.title("a", "3"), by: "ana")
        #expect(code(list, .title("a", "4", ifRevision: 1)) == .conflict)
        #expect(code(list, .title("a", "4", ifRevision: 2)) == nil)
    }

    @Test func digest_isFNV1aOverTheOrder() throws {
        #expect(try list("").digest() == fnv("#s0\n"))
        #expect(try list("a b | c").digest() == fnv("#s0\na\nb\n#s1\nc\n"))
    }

    private func fnv(_ text: String) -> UInt32 {
        text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    @Test func namedInserts_andRulesGiven_areTold() {
        var edit = Edit(
            base: nil,
            actions: [
                .insertRow(row: nil, fields: Fields(), rules: RowRules(), to: .unspecified),
                .insert("x", .unspecified),
                .insertSection(section: nil, title: "", rules: nil, to: .end),
            ])
        var next = 0
        let names = edit.nameInserts {
            next += 1
            return "id\(next)"
        }
        #expect(names == ["id1", "id2"])
        #expect(!edit.givesRules)
        edit.actions.append(.pin("x", .clear))
        #expect(edit.givesRules)
    }
}
