import EditScripts
import TestSeeds
import Testing

@testable import ListEditing

/// Who inserted and last changed each row: against a model that reads it off the change sets.
struct AuthorsTests {
    @Test(arguments: TestSeeds.range(8))
    func randomEdits_leaveTheStampsThatTheirSetsTell(seed: UInt64) throws {
        var run = try AuthorsRun(seed: seed)
        #expect(run.differs(within: 200) == nil, "seed \(seed)")
    }

    @Test func whatTheRandomEditsDo_comprisesUndoRefusalsAndReverts() throws {
        var run = try AuthorsRun(seed: 3)
        #expect(run.differs(within: 1_000) == nil)
        #expect(run.undone > 25 && run.refused > 25 && run.reverted > 25)
    }

    @Test func ruleChangesAndMoves_leaveByAsItWas_andFieldsLeaveAdded() throws {
        var list = try list("a b")
        #expect(list.row(RowID("a"))?.by == nil && list.row(RowID("a"))?.added == nil)
        func edit(_ action: Action, by client: String, at time: Int) throws {
            _ = try list.apply(
                Edit(base: nil, actions: [action]), context(client, at: time))
        }
        let fields = [FieldChange(name: "title", value: FieldValue(json: "1"))]
        let none = RowRulesChange()
        try edit(
            .insertRow(row: RowID("x"), fields: Fields(), rules: RowRules(), to: .unspecified),
            by: "ana", at: 10)
        try edit(
            .updateRow(row: RowID("x"), fields: fields, rules: none, ifRevision: nil), by: "bob",
            at: 20)
        var pinned = RowRules()
        pinned.pinned = .top
        try edit(
            .updateRow(
                row: RowID("x"), fields: [], rules: RowRulesChange(from: RowRules(), to: pinned),
                ifRevision: nil), by: "cid", at: 30)
        try edit(.moveRow(RowID("b"), to: .before(RowID("a"))), by: "cid", at: 40)
        let row = try #require(list.row(RowID("x")))
        let (ana, bob) = (RowAuthor(client: ClientID("ana")), RowAuthor(client: ClientID("bob")))
        #expect(row.added == RowStamp(author: ana, revision: 1, at: 10))
        #expect(row.by == RowStamp(author: bob, revision: 2, at: 20))
        #expect(list.row(RowID("b"))?.by == nil)
    }

    /// A field that comes back has the mark of an older set, which undo compares; the row tells the undo.
    @Test func undo_countsAsAnEdit_whateverMarksItRestores() throws {
        var list = try list("a")
        let fields = [FieldChange(name: "title", value: FieldValue(json: "1"))]
        let update = Edit(
            base: nil,
            actions: [
                .updateRow(
                    row: RowID("a"), fields: fields, rules: RowRulesChange(), ifRevision: nil)
            ])
        let applied = try list.apply(update, context("ana", at: 10))
        _ = try list.applyInverse(applied.inverse, of: 1, context("ana", at: 20)).applied
        #expect(list.row(RowID("a"))?.by?.revision == 2 && list.row(RowID("a"))?.by?.at == 20)
        let deletion = try list.apply(
            Edit(base: nil, actions: [.deleteRows([RowID("a")])]), context("bob", at: 30))
        _ = try list.applyInverse(deletion.inverse, of: 3, context("bob", at: 40)).applied
        let row = try #require(list.row(RowID("a")))
        #expect(row.by?.revision == 4 && row.added == row.by)
        #expect(row.by?.author.client == ClientID("bob"))
    }
}

/// Random edits, undo and reverts of several clients.
private struct AuthorsRun {
    private struct Stamps: Equatable {
        var by: RowStamp?
        var added: RowStamp?

        init(by: RowStamp?, added: RowStamp?) { (self.by, self.added) = (by, added) }

        init(_ row: Row) { self.init(by: row.by, added: row.added) }
    }

    private var edits: RandomEdits
    private var list: EditableList
    /// What has no mark of any kind but what it was told, and follows the sets.
    private var reader: EditableList
    private var known: [RowID: Stamps] = [:]
    private var done: [(applied: Applied, revision: Int, context: EditContext)] = []
    private(set) var undone = 0
    private(set) var refused = 0
    private(set) var reverted = 0

    init(seed: UInt64) throws {
        edits = RandomEdits(seed: seed, withRules: seed.isMultiple(of: 2))
        list = try edits.list(sections: 3, rows: 12)
        reader = list
    }

    /// - Returns: what differs first; nil: nothing does.
    mutating func differs(within count: Int) -> String? {
        for number in 0..<count {
            let client = ["ana", "bob", "cid"][edits.random.below(3)]
            step(context(client, at: 1_000 + number))
            if edits.random.chance(4) { rejoin() }
            if let difference { return "\(difference) at revision \(list.revision)" }
        }
        return nil
    }

    private mutating func step(_ context: EditContext) {
        if !done.isEmpty, edits.random.chance(25) {
            let undo = done.remove(at: edits.random.below(done.count))
            let (inverse, made) = (undo.applied.inverse, undo.revision)
            guard let applied = try? list.applyInverse(inverse, of: made, context).applied else {
                return
            }
            if !applied.changes.isEmpty { undone += 1 }
            return take(applied, context)
        }
        guard let applied = try? list.apply(edits.edit(list.state()), context) else {
            refused += 1
            return
        }
        if edits.random.chance(20) {
            reverted += applied.changes.isEmpty ? 0 : 1
            return list.revert(applied)
        }
        take(applied, context)
    }

    private mutating func take(_ applied: Applied, _ context: EditContext) {
        guard !applied.changes.isEmpty else { return }
        done.append((applied, list.revision, context))
        let stamp = RowStamp(author: context.author, revision: list.revision, at: context.at)
        for entry in applied.changes.insertedRows {
            known[entry.row] = Stamps(by: stamp, added: stamp)
        }
        for entry in applied.changes.updatedRows where !entry.fields.isEmpty {
            known[entry.row, default: Stamps(by: nil, added: nil)].by = stamp
        }
        let replayed: Void? = try? reader.replay(
            applied.changes, by: context.author, at: context.at, counts: list.counts)
        if replayed == nil { reader = list }
    }

    /// The reader opens the list again: it is told what the rows tell, and no more.
    private mutating func rejoin() {
        var state = list.state()
        for section in state.sections.indices {
            for row in state.sections[section].rows.indices {
                let notified = state.sections[section].rows[row]
                state.sections[section].rows[row].authorship = Authorship(
                    by: notified.by, added: notified.added)
            }
        }
        reader = EditableList(state)
    }

    private var difference: String? {
        for section in list.state().sections {
            for row in section.rows {
                let expected = known[row.id] ?? Stamps(by: nil, added: nil)
                guard Stamps(row) == expected else {
                    return "row \(row.id.text) tells \(Stamps(row)), not \(expected)"
                }
                guard let held = reader.row(row.id), Stamps(held) == expected else {
                    return "the reader's row \(row.id.text) differs"
                }
            }
        }
        return nil
    }
}
