import ListEditing
import ListProtocol

extension ServerSamples {
    static let sets: [String: [UInt8]] = [
        "a set with everything": PublishedSet(
            revision: 61, at: 1_763_700_000_456, client: ana, intent: 20, user: "ana", undoes: 58,
            changes: everything, clamps: clamps
        ).encoded,
        "a set that cannot be undone": PublishedSet(
            revision: 62, at: 1_763_700_000_456, client: ana, intent: 21, redoes: 58, isFinal: true,
            changes: deleted.changes
        ).encoded,
        "a folded set": PublishedSet(
            revision: 90, at: 1_763_700_000_999, client: nil, intent: nil, folds: 29,
            changes: folded
        ).encoded,
    ]

    static let clamp = Clamp(
        action: 0, subject: .row(RowID("r1")), asked: .row(.index(SectionID("s1"), 9)),
        to: .row(IndexPath(section: 0, row: 4)), why: .bounds)

    static let moved: PublishedSet = {
        var changes = ChangeSet()
        changes.movedRows = [
            RowMove(
                row: RowID("r1"), from: IndexPath(section: 0, row: 0),
                to: IndexPath(section: 0, row: 4))
        ]
        return PublishedSet(
            revision: 58, at: 1_763_700_000_456, client: ana, intent: 17, changes: changes,
            clamps: [clamp])
    }()

    static let deleted: PublishedSet = {
        var changes = ChangeSet()
        changes.deletedRows = [RowDeletion(row: RowID("r8"), at: IndexPath(section: 1, row: 2))]
        return PublishedSet(
            revision: 59, at: 1_763_700_000_456, client: ben, intent: 4, changes: changes)
    }()

    static let snapshot: Snapshot = {
        var rules = Rules()
        rules.moveScope = .section
        rules.deleteTitle = #"Trash ("{detail}")"#
        var few = Rules()
        few.maxRows = 3
        var pinned = RowRules()
        pinned.pinned = .top
        var fixed = RowRules()
        fixed.editable = false
        let apples = Fields([Field(name: "title", value: FieldValue(json: #""Apples""#))])
        let authorship = Authorship(revision: 9, client: ana, otherRevision: 3, marks: [])
        return Snapshot(
            list: list, epoch: "e7c1",
            state: ListState(
                revision: 57, title: "Groceries", rules: rules,
                sections: [
                    SectionState(
                        id: SectionID("s1"), title: "Produce", rules: Rules(),
                        rows: [
                            Row(
                                id: RowID("r1"), fields: apples, rules: pinned,
                                authorship: authorship),
                            Row(
                                id: RowID("r2"), fields: Fields(), rules: fixed,
                                authorship: authorship),
                        ]),
                    SectionState(id: SectionID("s2"), title: "", rules: few, rows: []),
                ]))
    }()

    private static let folded: ChangeSet = {
        var changes = deleted.changes
        changes.insertedRows = [
            RowInsertion(
                row: RowID("r8"), at: IndexPath(section: 0, row: 0), fields: Fields(),
                rules: RowRules())
        ]
        return changes
    }()

    private static let clamps = [
        Clamp(
            action: 0, subject: .rows([RowID("r1"), RowID("r2")]),
            asked: .row(.end(SectionID("s1"))), to: .row(IndexPath(section: 0, row: 1)),
            why: .scope),
        Clamp(
            action: 1, subject: .section(SectionID("s1")), asked: .section(.index(-4)),
            to: .section(0), why: .bounds),
        Clamp(
            action: 2, subject: .row(RowID("r3")), asked: .row(.unspecified),
            to: .row(IndexPath(section: 1, row: 0)), why: .scope),
        Clamp(
            action: 3, subject: .row(RowID("r4")), asked: .row(.before(RowID("r7"))),
            to: .row(IndexPath(section: 1, row: 0)), why: .pinned),
    ]

    private static let everything: ChangeSet = {
        var changes = deleted.changes
        var rules = Rules()
        rules.editable = false
        rules.deletable = true
        rules.reorderable = false
        rules.insertable = true
        rules.handles = .always
        rules.maxRows = 0
        var listRules = Rules()
        listRules.moveScope = .list
        listRules.kind = .check
        listRules.editFields = true
        var rowRules = RowRules()
        rowRules.editable = true
        rowRules.deletable = false
        rowRules.movable = false
        rowRules.pinned = .bottom
        var change = RowRulesChange()
        change.editable = .clear
        change.movable = .set(true)
        change.pinned = .clear
        changes.deletedSections = [SectionDeletion(section: SectionID("s3"), at: 2)]
        changes.insertedSections = [
            SectionInsertion(section: SectionID("s4"), at: 0, title: "New", rules: rules)
        ]
        changes.movedSections = [SectionMove(section: SectionID("s1"), from: 0, to: 1)]
        changes.updatedSections = [
            SectionUpdate(section: SectionID("s2"), at: 1, title: "Bakery", rules: nil),
            SectionUpdate(section: SectionID("s5"), at: 3, title: nil, rules: Rules()),
        ]
        changes.insertedRows = [
            RowInsertion(
                row: RowID("r31"), at: IndexPath(section: 0, row: 0),
                fields: Fields([
                    Field(name: "title", value: FieldValue(json: #""Jam\n""#)),
                    Field(name: "price", value: FieldValue(json: "1.50")),
                    Field(name: "done", value: FieldValue(json: "false")),
                ]), rules: rowRules)
        ]
        changes.movedRows = [
            RowMove(
                row: RowID("r1"), from: IndexPath(section: 0, row: 0),
                to: IndexPath(section: 1, row: 0))
        ]
        changes.updatedRows = [
            RowUpdate(
                row: RowID("r1"), at: IndexPath(section: 0, row: 0),
                fields: [
                    FieldChange(name: "detail", value: nil),
                    FieldChange(name: "title", value: FieldValue(json: #""Pears""#)),
                ], rules: change)
        ]
        changes.updatedList = ListUpdate(title: "Food", rules: listRules)
        return changes
    }()
}
