import ListEditing
import ListProtocol
import Testing

@testable import ListClient

/// What a machine does with edits, change sets and snapshots.
@Suite struct ListMachineTests {
    @Test func edits_areSeenAtOnce_andAnsweredByTheirSet() {
        var machine = Given.live()
        let (id, actions) = machine.submit(Given.insertion("n1"), at: 0)
        #expect(id == 1 && Given.ids(actions) == [1])
        #expect(Given.rows(machine) == ["r1", "r2", "n1"])
        #expect(machine.replica.list?.rowCount == 2)
        let events = machine.received(
            Given.changes(
                [
                    Given.inserted("x", at: 0, revision: 6),
                    Given.inserted("n1", at: 3, revision: 7, client: Given.me, editID: 1),
                ], counts: [4]))
        #expect(Given.answers(events) == [1: .applied(revision: 7, clamped: [])])
        #expect(Given.rows(machine) == ["x", "r1", "r2", "n1"])
        #expect(machine.pending.entries.isEmpty)
    }

    @Test func editsBeyondTheLimit_waitForAnAnswer() {
        var machine = Given.live()
        #expect(Given.ids(machine.submit(Given.insertion("a"), at: 0).actions) == [1])
        #expect(Given.ids(machine.submit(Given.insertion("b"), at: 0).actions) == [2])
        #expect(Given.ids(machine.submit(Given.insertion("c"), at: 0).actions) == [])
        let actions = machine.received(
            .reject(ReceivedRefusal(code: "forbidden", message: "no", list: Given.list, id: 1)))
        #expect(Given.ids(actions) == [3])
        #expect(Given.rows(machine) == ["r1", "r2", "b", "c"])
    }

    @Test func afterAReconnect_theUnansweredAreSentAgain_inOrder_underTheSameIds() {
        var machine = Given.live()
        for row in ["a", "b", "c"] { _ = machine.submit(Given.insertion(row), at: 0) }
        _ = machine.lost()
        #expect(machine.status == .offline)
        #expect(Given.rows(machine) == ["r1", "r2", "a", "b", "c"])
        #expect(Given.ids(machine.submit(Given.insertion("d"), at: 0).actions) == [])
        let reopened = machine.began(Given.session, at: 1)
        #expect(
            Given.sent(reopened)
                == [.open(OpenList(list: Given.list, since: 5, epoch: "e"))])
        _ = machine.received(Given.opened(lastId: 1))
        let caughtUp = machine.received(
            .catchup(
                ReceivedChanges(
                    list: Given.list,
                    sets: [Given.inserted("a", at: 2, revision: 6, client: Given.me, editID: 1)],
                    counts: [3])))
        #expect(Given.answers(caughtUp) == [1: .applied(revision: 6, clamped: [])])
        #expect(Given.ids(caughtUp) == [2, 3])
        for case .edit(let edit) in Given.sent(caughtUp) {
            #expect(edit.epoch == "e" && edit.base == 5)
        }
        #expect(Given.rows(machine) == ["r1", "r2", "a", "b", "c", "d"])
    }

    @Test(
        arguments: [
            (true, EditAnswer.applied(revision: 5, clamped: [])), (nil, EditAnswer.unknown),
        ] as [(Bool?, EditAnswer)])
    func duplicates_areAnswers(applied: Bool?, expected: EditAnswer) {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        let ack = Ack(
            list: Given.list, id: 1, revision: applied == nil ? nil : 5,
            outcome: .duplicate(applied: applied))
        let actions = machine.received(.ack(ack))
        #expect(Given.answers(actions) == [1: expected])
        // Where the outcome is unknown, the list is read again, and the edit is not repeated.
        #expect(Given.ids(actions) == [])
        #expect(machine.status == (applied == nil ? .opening : .live))
    }

    @Test func duplicateThatWasNotApplied_isARefusal() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        let ack = Ack(list: Given.list, id: 1, revision: 5, outcome: .duplicate(applied: false))
        guard case .refused(let refusal)? = Given.answers(machine.received(.ack(ack)))[1] else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.code == "duplicate")
        #expect(Given.rows(machine) == ["r1", "r2"])
    }

    @Test func secondAnswer_isNone() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        let ack = Ack(list: Given.list, id: 1, revision: 5, outcome: .noop(clamps: []))
        #expect(Given.answers(machine.received(.ack(ack))).count == 1)
        #expect(Given.answers(machine.received(.ack(ack))).isEmpty)
    }

    @Test func gap_brokenCounts_andWrongDigest_openAgain() {
        let since = ClientMessage.open(OpenList(list: Given.list, since: 5, epoch: "e"))
        let anew = ClientMessage.open(OpenList(list: Given.list))
        var machine = Given.live()
        let gap = Given.changes([Given.inserted("x", at: 0, revision: 7)], counts: [3])
        #expect(Given.sent(machine.received(gap)) == [since])
        machine = Given.live()
        let counts = Given.changes([Given.inserted("x", at: 0, revision: 6)], counts: [9])
        let broken = machine.received(counts)
        #expect(Given.sent(broken) == [anew])
        #expect(
            broken.contains(
                .emit(
                    .mismatched(
                        "revision 6 does not fit: section s: 2 rows before - 0 deleted"
                            + " + 1 inserted + 0 moved in - 0 moved out is not 9 rows after"))))
        #expect(Given.rows(machine) == ["r1", "r2"])
        machine = Given.live()
        let ahead = Head(list: Given.list, revision: 6, digest: 0)
        #expect(Given.sent(machine.received(.head(ahead))) == [since])
        machine = Given.live()
        let wrong = Head(list: Given.list, revision: 5, digest: 0)
        #expect(Given.sent(machine.received(.head(wrong))) == [anew])
        let again = machine.received(Given.snapshot(revision: 6, rows: ["r2"]))
        #expect(again.contains(.emit(.replaced(revision: 6))))
        #expect(Given.rows(machine) == ["r2"] && machine.status == .live)
        let digest = machine.replica.list?.digest() ?? 0
        let right = Head(list: Given.list, revision: 6, digest: digest)
        #expect(machine.received(.head(right)) == [])
    }

    @Test func setsAtOrBelowTheRevision_areSkipped_butAnswer() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("r2"), at: 0)
        let old = Given.inserted("r2", at: 1, revision: 5, client: Given.me, editID: 1)
        let actions = machine.received(Given.changes([old], counts: [2]))
        #expect(Given.answers(actions) == [1: .applied(revision: 5, clamped: [])])
        #expect(Given.rows(machine) == ["r1", "r2"])
    }

    @Test func snapshotInParts_countsOnceItsLastIsIn() {
        var machine = ListMachine(Given.list)
        _ = machine.began(Given.session, at: 0)
        func part(_ number: Int, _ rows: [String], of count: Int) -> ReceivedMessage {
            guard case .snapshot(let whole, _, _) = Given.snapshot(revision: 9, rows: rows) else {
                return .pong(nil)
            }
            return .snapshot(whole, part: number, parts: count)
        }
        #expect(machine.received(part(0, ["a"], of: 2)) == [])
        #expect(machine.list == nil)
        _ = machine.received(part(1, ["b", "c"], of: 2))
        #expect(Given.rows(machine) == ["a", "b", "c"] && machine.replica.revision == 9)
        // A missing part, or a duplicate id, makes the snapshot invalid.
        _ = machine.received(part(1, ["d"], of: 2))
        #expect(machine.status == .opening)
        #expect(Given.rows(machine) == ["a", "b", "c"])
    }

    @Test func foldedSet_standsForSeveral() {
        var machine = Given.live()
        var folded = Given.inserted("x", at: 2, revision: 9)
        folded.folds = 4
        _ = machine.received(Given.changes([folded], counts: [3]))
        #expect(machine.replica.revision == 9 && machine.status == .live)
        #expect(Given.rows(machine) == ["r1", "r2", "x"])
    }

    @Test func deletedList_endsEverything() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        let actions = machine.received(.closed(Closed(list: Given.list, code: "deleted")))
        #expect(Given.answers(actions) == [1: .abandoned(reason: "deleted")])
        #expect(machine.status == .gone(code: "deleted"))
        #expect(machine.began(Given.session, at: 1) == [])
        let (id, late) = machine.submit(Given.insertion("b"), at: 1)
        #expect(Given.answers(late) == [id: .abandoned(reason: "deleted")])
    }

    @Test func idsGoOn_aboveWhatTheServerRemembers() {
        var machine = ListMachine(Given.list)
        _ = machine.began(Given.session, at: 0)
        _ = machine.received(Given.opened(lastId: 41))
        _ = machine.received(Given.snapshot(revision: 5, rows: []))
        #expect(machine.submit(.undo(), at: 0).id == 42)
    }

    @Test func index_besideAnUnansweredEdit_becomesANeighbour() {
        var machine = Given.live()
        func move(_ row: String, _ index: Int) -> PendingEdit.Content {
            .edit([.moveRow(RowID(row), to: .index(SectionID("s"), index))])
        }
        func actions(_ result: (id: Int, actions: [ListAction])) -> [Action] {
            Given.sent(result.actions).flatMap { message -> [Action] in
                guard case .edit(let edit) = message else { return [] }
                return (try? edit.edit.get().actions) ?? []
            }
        }
        #expect(
            actions(machine.submit(move("r1", 1), at: 0))
                == [.moveRow(RowID("r1"), to: .index(SectionID("s"), 1))])
        #expect(
            actions(machine.submit(move("r1", 0), at: 0))
                == [.moveRow(RowID("r1"), to: .before(RowID("r2")))])
    }

    @Test func whoWasAwayTooLong_discardsWhatWaited() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        _ = machine.lost()
        let actions = machine.began(Given.session, at: 31 * 86_400)
        #expect(Given.answers(actions) == [1: .unknown])
        #expect(Given.rows(machine) == ["r1", "r2"])
    }

    @Test func presence_holdsTheOthers_andIsSentAfterEachOpening() {
        var machine = Given.live()
        #expect(
            Given.sent(machine.setPresence(Presence(mode: .active, selected: [RowID("r1")])))
                == [
                    .presence(
                        PresenceUpdate(
                            list: Given.list,
                            state: PresenceState(mode: .active, selected: [RowID("r1")])))
                ])
        let others = ["b", "a"].map {
            PresentClient(client: ClientID($0), name: $0.uppercased(), state: PresenceState())
        }
        let mine = PresentClient(client: Given.me, name: nil, state: PresenceState())
        _ = machine.received(
            .presence(
                PresenceMessage(list: Given.list, clients: others + [mine], left: [])))
        #expect(machine.participants.map(\.name) == ["A", "B"])
        _ = machine.received(
            .presence(PresenceMessage(list: Given.list, clients: [], left: [ClientID("a")])))
        #expect(machine.participants.map(\.name) == ["B"])
    }

    @Test func finalSet_isTakenLikeAnyOther() throws {
        var machine = Given.live()
        let (id, _) = machine.submit(.edit([.deleteRows([RowID("r1")])]), at: 0)
        let frame = """
            {"type":"changes","list":"a","sets":[{"revision":6,"at":1,"client":"me","intent":\(id),\
            "final":true,"deletedRows":[{"row":"r1","at":[0,0]}]}],"counts":[1]}
            """
        let actions = try ServerFrame.decode(Array(frame.utf8)).flatMap { machine.received($0) }
        #expect(
            Given.answers(actions) == [id: .applied(revision: 6, clamped: [])])
        #expect(Given.rows(machine) == ["r2"])
    }
}
