import JSON
import ListEditing
import ListProtocol

/// The messages that `server-frames.json` shows, by their names there.
enum ServerSamples {
    static let list = ListID("groceries")
    static let ana = ClientID("5e0c71a9d2f4b21907c3e8aa")
    static let ben = ClientID("b21907c3e8aa5e0c71a9d2f4")

    static let all: [String: [UInt8]] = session.merging(editing) { first, _ in first }
        .merging(sets) { first, _ in first }.merging(windows) { first, _ in first }
        .merging(administration) { first, _ in first }

    private static let session: [String: [UInt8]] = [
        "welcome": Welcome(
            server: "lockstep/0.1.0", client: ana, user: "ana", limits: ProtocolLimits(),
            features: ["restore", "versions"], time: 1_763_700_000_123
        ).encoded,
        "welcome without authentication": Welcome(
            server: "lockstep/0.1.0", client: ana, limits: ProtocolLimits(), time: 1_763_700_000_123
        ).encoded,
        "welcome with servers": Welcome(
            server: "lockstep/0.1.0", client: ana, limits: ProtocolLimits(),
            features: ["servers"], servers: ["https://a.example", "http://10.0.0.2:8080"],
            time: 1_763_700_000_123
        ).encoded,
        "opened": Opened(list: list, epoch: "e7c1", revision: 57, lastId: 17, role: .editor)
            .encoded,
        "snapshot": snapshot.encoded,
        "snapshot in parts": ServerFrame.joined(snapshot.parts(targetBytes: 1)),
        "error": ErrorMessage(.notJSON, "a value expected at byte 0").encoded,
        "error about an edit": ErrorMessage(
            .badMessage, "base must be a whole number", list: list, id: 17
        ).encoded,
        "error about a list that cannot be read": ErrorMessage(
            .unavailable, "the list cannot be read now", list: list
        ).encoded,
        "closed": Closed(list: list, code: "deleted").encoded,
        "created": Created(list: ListID("trip"), epoch: "e7c1", revision: 0).encoded,
        "lists": ListsMessage(lists: [
            ListSummary(list: list, title: "Groceries", revision: 57, rows: 12, clients: 3),
            ListSummary(list: ListID("trip"), title: "Trip", revision: 0, rows: 0, clients: 0),
        ]).encoded,
        "lists of nothing": ListsMessage(lists: []).encoded,
        "head": Head(list: list, revision: 58, digest: 0x5b1f_0c3e).encoded,
        "head with a small digest": Head(list: list, revision: 58, digest: 10).encoded,
        "presence": PresenceMessage(
            list: list,
            clients: [
                PresentClient(
                    client: ana, name: "Ana",
                    state: PresenceState(
                        mode: .active, selected: [RowID("r1"), RowID("r4")],
                        dragging: RowID("r4"),
                        editing: EditedField(row: RowID("r1"), field: "title")))
            ], left: [ben]
        ).encoded,
        "renewed": Renewed(until: 1_763_728_800_000).encoded,
        "pong": Pong(n: 7).encoded,
        "pong to a ping without a number": Pong(n: nil).encoded,
    ]

    private static let windows: [String: [UInt8]] = {
        var rules = Rules()
        rules.reorderable = false
        var sectionRules = Rules()
        sectionRules.maxRows = 9
        var pinned = RowRules()
        pinned.pinned = .top
        let title = Field(name: "title", value: FieldValue(json: "\"Apples\""))
        let apples = Row(id: RowID("r1"), fields: Fields([title]), rules: pinned)
        let empty = Row(id: RowID("r2"))
        let start = IndexPath(section: 0, row: 0)
        let outline = Outline(
            list: list, epoch: "e7c1", revision: 57, title: "Groceries", rules: rules,
            sections: [
                Outline.Section(
                    id: SectionID("s1"), title: "Produce", rules: sectionRules, rows: 81_234,
                    top: 1, bottom: 0),
                Outline.Section(
                    id: SectionID("s2"), title: "", rules: Rules(), rows: 0, top: 0, bottom: 0),
            ], runs: [RowRun(at: start, rows: [apples, empty])])
        return [
            "outline": outline.encoded,
            "rows": RowsMessage(
                list: list, n: 7, revision: 59,
                runs: [
                    RowRun(at: start, rows: [apples]),
                    RowRun(at: IndexPath(section: 1, row: 4), rows: [empty]),
                ], missing: [RowID("r9")]
            ).encoded,
            "rows with only ids": RowsMessage(
                list: list, n: -7, revision: 59, runs: [RowRun(at: start, rows: [apples, empty])],
                isOnlyIDs: true
            ).encoded,
            "rows of nothing": RowsMessage(list: list, n: 7, revision: 0, runs: []).encoded,
            "checked": Checked(list: list, n: 8, revision: 59, digests: [0x5b1f_0c3e, 10]).encoded,
            "found": Found(
                list: list, n: 9, revision: 59,
                rows: [Found.Match(at: IndexPath(section: 0, row: 18), row: apples)],
                next: IndexPath(section: 0, row: 4_711)
            ).encoded,
            "found over HTTP": Found(list: list, n: nil, revision: 59, rows: [], next: nil).encoded,
            "error about a query": ErrorMessage(
                .badMessage, "limit must be at least 1", list: list, n: 9
            ).encoded,
        ]
    }()

    private static let editing: [String: [UInt8]] = [
        "ack applied": ack(.applied(ids: ["r31"], clamps: [])),
        "ack noop": ack(.noop(clamps: [clamp])),
        "ack noop with nothing clamped": ack(.noop(clamps: [])),
        "ack duplicate, applied": ack(.duplicate(applied: true)),
        "ack duplicate, not applied": ack(.duplicate(applied: false)),
        "ack duplicate, not remembered": ack(.duplicate(applied: nil), revision: nil),
        "reject": Reject(
            list: list, id: 17,
            rejection: Rejection(.moveDisabled, action: 0, message: "row r1 cannot be moved")
        ).encoded,
        "reject of a whole edit": Reject(
            list: list, id: 17,
            rejection: Rejection(.rateLimited, action: nil, message: "too many"), retryAfter: 250
        ).encoded,
        "changes": Changes(
            list: list, sets: [moved.encoded, deleted.encoded], counts: [5, 6]
        ).encoded,
        "catchup": Catchup(
            list: list, epoch: "e7c1", from: 58, revision: 59, sets: [deleted.encoded],
            counts: [5, 6]
        ).encoded,
        "catchup of nothing": Catchup(
            list: list, epoch: "e7c1", from: 59, revision: 59, sets: [], counts: []
        ).encoded,
        "catchup over HTTP": Catchup(
            list: list, epoch: "e7c1", from: 59, revision: 59, sets: [], counts: [5, 6],
            clients: [(ana, "Ana \"A\"")]
        ).encoded,
        "the result of an edit over HTTP": EditResult(sets: [deleted.encoded], counts: [5, 6])
            .encoded,
    ]

    private static func ack(_ outcome: AckOutcome, revision: Int? = 58) -> [UInt8] {
        Ack(list: list, id: 17, revision: revision, outcome: outcome).encoded
    }
}

extension ServerSamples {
    static let sets: [String: [UInt8]] = [
        "a set with everything": PublishedChange(
            revision: 61, at: 1_763_700_000_456, client: ana, intent: 20, user: "ana", undoes: 58,
            changes: everything, clamps: clamps
        ).encoded,
        "a set that cannot be undone": PublishedChange(
            revision: 62, at: 1_763_700_000_456, client: ana, intent: 21, redoes: 58, isFinal: true,
            changes: deleted.changes
        ).encoded,
        "a folded set": PublishedChange(
            revision: 90, at: 1_763_700_000_999, client: nil, intent: nil, folds: 29,
            changes: folded
        ).encoded,
    ]

    static let clamp = Clamp(
        action: 0, subject: .row(RowID("r1")), asked: .row(.index(SectionID("s1"), 9)),
        to: .row(IndexPath(section: 0, row: 4)), why: .bounds)

    static let moved: PublishedChange = {
        var changes = ChangeSet()
        changes.movedRows = [
            RowMove(
                row: RowID("r1"), from: IndexPath(section: 0, row: 0),
                to: IndexPath(section: 0, row: 4))
        ]
        return PublishedChange(
            revision: 58, at: 1_763_700_000_456, client: ana, intent: 17, changes: changes,
            clamps: [clamp])
    }()

    static let deleted: PublishedChange = {
        var changes = ChangeSet()
        changes.deletedRows = [RowDeletion(row: RowID("r8"), at: IndexPath(section: 1, row: 2))]
        return PublishedChange(
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
        let authorship = Authorship(
            revision: 9, author: RowAuthor(client: ana, user: "ana"), at: 1_763_700_000_456,
            added: RowStamp(author: RowAuthor(client: ana), revision: 4, at: 1_763_700_000_123),
            otherRevision: 3, marks: [])
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
