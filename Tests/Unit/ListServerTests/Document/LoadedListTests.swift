import ListEditing
import ListProtocol
import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

@Suite struct LoadedListTests {
    @Test func resentEdit_isAppliedOnce() throws {
        var list = try makeList(["a", "b", "c"])
        let first = list.answer(edit(1, [move("a", 2)]))
        #expect(first == .applied(revision: 1, ids: [], clamps: []))
        #expect(list.answer(edit(1, [move("a", 0)])) == .duplicate(revision: 1, applied: true))
        #expect(list.order == ["b", "c", "a"])
    }

    @Test func resentEditInTheSameBatch_isAppliedOnce() throws {
        var list = try makeList(["a", "b"])
        let batch = list.apply([edit(1, [move("a", 1)]), edit(1, [move("a", 1)])], now: 1)
        #expect(
            batch.answers.map(\.outcome) == [
                .applied(revision: 1, ids: [], clamps: []),
                .duplicate(revision: 1, applied: true),
            ])
    }

    @Test func rejectedId_isOverToo() throws {
        var list = try makeList(["a"])
        guard case .rejected(let rejection)? = list.answer(edit(3, [move("none", 0)])) else {
            Issue.record("an unknown row was moved")
            return
        }
        #expect(rejection.code == .unknownRow && rejection.action == 0)
        #expect(list.answer(edit(3, [move("a", 0)])) == .duplicate(revision: 0, applied: false))
        #expect(list.answer(edit(2, [move("a", 0)])) == .duplicate(revision: 0, applied: false))
    }

    @Test func idOlderThanWhatIsRemembered_isUnknown() throws {
        var limits = ProtocolLimits()
        limits.inFlight = 2
        var list = try makeList(["a", "b"], limits: limits)
        for id in 1...3 { _ = list.answer(edit(id, [rename("a", "v\(id)")])) }
        #expect(list.answer(edit(1, [])) == .duplicate(revision: 3, applied: nil))
        #expect(list.answer(edit(2, [])) == .duplicate(revision: 2, applied: true))
    }

    @Test func wrongEpoch_isStaleBase() throws {
        var list = try makeList(["a"])
        let message = EditMessage(
            list: ListID("l"), id: 1, base: nil, epoch: "other",
            edit: .success(Edit(base: nil, actions: [])))
        let request = EditRequest(message, author: ana, submitter: TestSubmitter())
        guard case .rejected(let rejection)? = list.answer(request) else {
            Issue.record("an edit of another epoch was taken")
            return
        }
        #expect(rejection.code == .staleBase)
    }

    @Test func roles_bindEdits() throws {
        var list = try makeList(["a"])
        let viewer = Author(client: ben.client, name: ben.name, role: .viewer)
        let editor = Author(client: ben.client, name: ben.name, role: .editor)
        var rules = RowRulesChange()
        rules.movable = .set(false)
        let pin = Action.updateRow(row: RowID("a"), fields: [], rules: rules, ifRevision: nil)
        for request in [edit(1, [move("a", 0)], by: viewer), edit(2, [pin], by: editor)] {
            guard case .rejected(let rejection)? = list.answer(request) else {
                Issue.record("a role was not minded")
                return
            }
            #expect(rejection.code == .forbidden)
        }
        #expect(list.answer(edit(1, [pin])) == .applied(revision: 1, ids: [], clamps: []))
    }

    @Test func redo_givesRulesToOwnersOnly_andUndoBringsThemBackToAll() throws {
        let editor = Author(client: ana.client, name: ana.name, role: .editor)
        var rules = Rules()
        rules.deletable = false
        var ruled = RowRules()
        ruled.movable = false
        for insertion in [
            Action.insertSection(section: SectionID("t"), title: "T", rules: rules, to: .end),
            .insertRow(row: RowID("b"), fields: Fields([]), rules: ruled, to: .end(section)),
        ] {
            var list = try makeList(["a"])
            _ = list.answer(edit(1, [insertion]))
            let whole = list.list.state().sections
            #expect(list.answer(undo(2)) == .applied(revision: 2, ids: [], clamps: []))
            let forbidden = list.answer(undo(3, by: editor, redo: true))
            guard case .rejected(let rejection)? = forbidden else {
                Issue.record("an editor gave rules")
                return
            }
            #expect(rejection.code == .forbidden)
            // The step stays.
            #expect(list.answer(undo(4, redo: true)) == .applied(revision: 3, ids: [], clamps: []))
            #expect(list.list.state().sections.map(\.rules) == whole.map(\.rules))
            #expect(
                list.list.state().sections.flatMap { $0.rows.map(\.rules) }
                    == whole.flatMap { $0.rows.map(\.rules) })
        }
        var list = try makeList(["a"])
        _ = list.answer(
            edit(
                1,
                [.insertRow(row: RowID("b"), fields: Fields([]), rules: ruled, to: .end(section))]))
        _ = list.answer(
            edit(1, [.deleteRows([RowID("b")])], by: Author(client: ben.client, role: .editor)))
        let back = list.answer(undo(2, by: Author(client: ben.client, role: .editor)))
        #expect(back == .applied(revision: 3, ids: [], clamps: []))
        #expect(list.list.state().sections[0].rows[1].rules == ruled)
    }

    @Test func setOverTheLimit_isTakenBack() throws {
        var limits = ProtocolLimits()
        limits.setBytes = 200
        var list = try makeList(["a"], limits: limits)
        let before = list.list.state()
        let long = String(repeating: "x", count: 300)
        guard case .rejected(let rejection)? = list.answer(edit(1, [rename("a", long)])) else {
            Issue.record("a set over the limit was taken")
            return
        }
        #expect(rejection.code == .tooLarge)
        #expect(list.list.state() == before)
        #expect(list.history.count == 0)
    }

    @Test func undoStacks_followTheProtocol() throws {
        var list = try makeList(["a", "b"])
        func code(_ answer: EditOutcome?) -> RejectCode? {
            if case .rejected(let rejection)? = answer { rejection.code } else { nil }
        }
        #expect(code(list.answer(undo(1))) == .nothingToUndo)
        _ = list.answer(edit(2, [move("a", 1)]))
        #expect(code(list.answer(undo(1, by: ben))) == .nothingToUndo)
        #expect(list.answer(undo(3)) == .applied(revision: 2, ids: [], clamps: []))
        #expect(list.order == ["a", "b"])
        #expect(list.answer(undo(4, redo: true)) == .applied(revision: 3, ids: [], clamps: []))
        #expect(list.order == ["b", "a"])
        #expect(code(list.answer(undo(5, redo: true))) == .nothingToRedo)
        _ = list.answer(undo(6))
        _ = list.answer(edit(7, [rename("a", "A")]))
        #expect(code(list.answer(undo(8, redo: true))) == .nothingToRedo)
    }

    @Test func undoOfWhatAnotherDeleted_isANoopAndCountsAsUndone() throws {
        var list = try makeList(["a", "b"])
        _ = list.answer(edit(1, [move("a", 1)]))
        _ = list.answer(edit(1, [.deleteRows([RowID("a")])], by: ben))
        let batch = list.apply([undo(2)], now: 1)
        #expect(batch.answers.first?.outcome == .noop(revision: 2, clamps: []))
        #expect(batch.record.steps.count == 1)
        #expect(list.clients[ana.client]?.undo.isEmpty == true)
    }

    @Test func time_neverFalls() throws {
        var list = try makeList(["a"])
        #expect(list.apply([edit(1, [rename("a", "1")])], now: 50).at == 50)
        #expect(list.apply([edit(2, [rename("a", "2")])], now: 40).at == 50)
    }

    @Test func replayedRecords_makeTheSameList() throws {
        var live = try makeList(["a", "b", "c"])
        var replayed = live
        var batches: [[EditRequest]] = [
            [edit(1, [move("a", 2)]), edit(1, [rename("b", "B")], by: ben)],
            [edit(2, [.deleteRows([RowID("c")])]), edit(3, [move("none", 0)])],
            [undo(4), undo(2, by: ben), undo(5, redo: true)],
        ]
        batches.append([edit(6, [.moveRow(RowID("a"), to: .start(section))]), undo(7), undo(8)])
        for batch in batches {
            let batch = live.apply(batch, now: 9)
            let record = try ListRecord(decoding: batch.record.encoded)
            try replayed.replay(record, at: batch.at)
        }
        #expect(replayed.list.state() == live.list.state())
        #expect(replayed.clients.records == live.clients.records)
        #expect(replayed.history.sets(after: 0) == live.history.sets(after: 0))
        let snapshot = try ListSnapshot(decoding: live.snapshot.encoded)
        #expect(snapshot.state == live.list.state())
        #expect(snapshot.clients == live.clients.records)
    }

    @Test func authors_areTheSameAfterReplaysAndSnapshots_andRefusalsLeaveNone() throws {
        var live = try makeList(["a", "b"])
        var replayed = live
        let eva = Author(client: ClientID("eva"), user: "eva@example")
        func insert(_ id: String) -> Action {
            .insertRow(row: RowID(id), fields: Fields(), rules: RowRules(), to: .end(section))
        }
        let batches = [
            [edit(1, [rename("a", "1")], by: eva), edit(1, [insert("x"), insert("y")])],
            [edit(2, [rename("b", "2"), move("none", 0)]), edit(2, [rename("x", "3")], by: eva)],
            [undo(3, by: eva), edit(3, [.deleteRows([RowID("y")])]), undo(4)],
        ]
        for (number, batch) in batches.enumerated() {
            let batch = live.apply(batch, now: 10 * (number + 1))
            let record = try ListRecord(decoding: batch.record.encoded)
            try replayed.replay(record, at: batch.at)
            let stored = try ListSnapshot(decoding: live.snapshot.encoded)
            #expect(stored.state == live.list.state() && stored.state == replayed.list.state())
        }
        let rows = ["a", "b", "x", "y"].compactMap { live.list.row(RowID($0)) }
        #expect(rows.map(\.by?.revision) == [1, nil, 4, 6])
        #expect(rows.map(\.by?.at) == [10, nil, 30, 30])
        #expect(rows.map(\.added?.revision) == [nil, nil, 2, 6])
        #expect(rows.map(\.by?.author.user) == ["eva@example", nil, "eva@example", nil])
    }

    @Test func stepOverUndoBytes_isFinal_andEarlierStepsStay() throws {
        var limits = ProtocolLimits()
        limits.undoBytes = 2_000
        var list = try makeList(["a", "b"], limits: limits)
        _ = list.answer(edit(1, [rename("b", String(repeating: "x", count: 4_000))], by: ben))
        _ = list.answer(edit(2, [rename("a", "A")]))
        let batch = list.apply([edit(3, [.deleteRows([RowID("b")])])], now: 1)
        #expect(batch.record.sets.map(\.isFinal) == [true])
        let text = String(decoding: batch.sets[0], as: UTF8.self)
        #expect(text.contains(#""final":true"#))
        #expect(list.answer(undo(4)) == .applied(revision: 4, ids: [], clamps: []))
        #expect(list.list.row(RowID("a"))?.fields["title"]?.json == #""a""#)
        #expect(list.order == ["a"])
    }

    @Test func stepsOfAClient_areKeptToUndoBytes_theOldestGoFirst() throws {
        var limits = ProtocolLimits()
        limits.undoBytes = 10_000
        var list = try makeList(["a"], limits: limits)
        for id in 1...20 {
            _ = list.answer(edit(id, [rename("a", String(repeating: "x", count: 300 + id))]))
        }
        let record = try #require(list.clients[ana.client])
        #expect(record.stepBytes <= 10_000 && (2..<20).contains(record.undo.count))
        #expect(record.undo.last?.revision == 20)
    }

    @Test func fullList_forgetsItsOldestStepsFirst_thenTakesOnlyDeletions() throws {
        var limits = ProtocolLimits()
        limits.listBytes = 60_000
        var list = try makeList([], limits: limits)
        func insert(_ id: Int) -> EditRequest {
            let value = FieldValue(json: "\"" + String(repeating: "x", count: 1_000) + "\"")
            let fields = Fields([Field(name: "title", value: value)])
            return edit(
                id,
                [
                    .insertRow(
                        row: RowID("r\(id)"), fields: fields, rules: RowRules(), to: .end(section))
                ])
        }
        var id = 0
        var refused: RejectCode?
        while refused == nil, id < 1_000 {
            id += 1
            if case .rejected(let rejection)? = list.answer(insert(id)) { refused = rejection.code }
        }
        #expect(refused == .listFull)
        #expect(list.byteCount <= 60_000)
        #expect(list.clients.stepBytes == 0 || list.list.rowCount > 20)
        // A client that the list does not know is refused too, unless it only deletes.
        let stranger = Author(client: ClientID("stranger"))
        let deletion = edit(1, [.deleteRows([RowID("r1"), RowID("r2")])], by: stranger)
        #expect(
            list.answer(deletion) == .applied(revision: list.list.revision, ids: [], clamps: []))
    }

    @Test func fullList_isTheSameAfterAReplay() throws {
        var limits = ProtocolLimits()
        limits.listBytes = 30_000
        var live = try makeList(["a", "b", "c"], limits: limits)
        var replayed = live
        for id in 1...60 {
            let author = Author(client: ClientID("client-\(id % 3)"), name: "N\(id % 3)")
            let title = String(repeating: "x", count: 400 + id)
            let batch = live.apply([edit(id, [rename("a", title)], by: author)], now: id)
            let record = try ListRecord(decoding: batch.record.encoded)
            try replayed.replay(record, at: batch.at)
        }
        let steps = live.clients.records.values.reduce(0) { $0 + $1.undo.count }
        #expect((1..<60).contains(steps))
        #expect(replayed.clients.records == live.clients.records)
        #expect(replayed.byteCount == live.byteCount)
    }

    @Test func viewersEdit_asksForNoHistory_andNeitherDoesAResentOne() throws {
        var list = try makeList(["a", "b"])
        for id in 1...3 { _ = list.answer(edit(id, [move("a", id % 2)])) }
        list.trimHistory(to: 0, bytes: 0)
        let viewer = Author(client: ben.client, role: .viewer)
        let stale = edit(9, [move("a", 1)], by: ben, base: 1)
        #expect(list.demand(of: stale) == .history(from: 1))
        let viewers = edit(9, [move("a", 1)], by: viewer, base: 1)
        #expect(list.demand(of: viewers) == .work(1))
        let resent = edit(2, [move("a", 1)], base: 1)
        #expect(list.demand(of: resent) == .work(1))
    }
}
