import ListEditing
import ListProtocol
import Testing

@testable import ListClient

extension ListMachine {
    /// Where the time does not matter.
    mutating func take(_ message: ReceivedMessage) -> [ListAction] { take(message, at: 0) }
}

@Suite struct ListMachineTests {
    static let list = ListID("a")
    static let me = ClientID("me")
    static let session: ListSession = {
        var limits = ProtocolLimits()
        limits.inFlight = 2
        return ListSession(me: me, limits: limits)
    }()

    /// A list at revision 5 with rows r1 and r2, read by a client that may have two edits in flight.
    static func live() -> ListMachine {
        var machine = ListMachine(list)
        _ = machine.began(session, at: 0)
        _ = machine.take(opened(lastId: 0))
        _ = machine.take(snapshot(revision: 5, rows: ["r1", "r2"]))
        return machine
    }

    static func opened(lastId: Int) -> ReceivedMessage {
        .opened(Opened(list: list, epoch: "e", revision: 5, lastId: lastId, role: .owner))
    }

    static func snapshot(revision: Int, rows: [String]) -> ReceivedMessage {
        let section = SectionState(
            id: SectionID("s"), title: "S", rows: rows.map { Row(id: RowID($0)) })
        let state = ListState(revision: revision, title: "A", rules: Rules(), sections: [section])
        return .snapshot(Snapshot(list: list, epoch: "e", state: state), part: 0, parts: 1)
    }

    static func inserted(
        _ row: String, at index: Int, revision: Int, client: ClientID = ClientID("other"),
        intent: Int = 1
    ) -> PublishedChange {
        var changes = ChangeSet()
        changes.insertedRows = [
            RowInsertion(
                row: RowID(row), at: IndexPath(section: 0, row: index), fields: Fields(),
                rules: RowRules())
        ]
        return PublishedChange(
            revision: revision, at: 0, client: client, intent: intent, changes: changes)
    }

    static func changes(_ sets: [PublishedChange], counts: [Int]) -> ReceivedMessage {
        .changes(ReceivedChanges(list: list, sets: sets, counts: counts))
    }

    static func insertion(_ row: String) -> PendingEdit.Kind {
        .edit([
            .insertRow(
                row: RowID(row), fields: Fields(), rules: RowRules(), to: .end(SectionID("s")))
        ])
    }

    static func rows(_ machine: ListMachine) -> [String] {
        machine.list?.rows.map(\.id.text) ?? []
    }

    static func sent(_ actions: [ListAction]) -> [ClientMessage] {
        actions.compactMap { if case .send(let message) = $0 { message } else { nil } }
    }

    static func ids(_ actions: [ListAction]) -> [Int] {
        sent(actions).compactMap { if case .edit(let edit) = $0 { edit.id } else { nil } }
    }

    static func answers(_ actions: [ListAction]) -> [Int: EditAnswer] {
        var answers: [Int: EditAnswer] = [:]
        for case .answer(let id, let answer) in actions { answers[id] = answer }
        return answers
    }

    @Test func edits_areSeenAtOnce_andAnsweredByTheirSet() {
        var machine = Self.live()
        let (id, actions) = machine.submit(Self.insertion("n1"), at: 0)
        #expect(id == 1 && Self.ids(actions) == [1])
        #expect(Self.rows(machine) == ["r1", "r2", "n1"])
        #expect(machine.replica.list?.rowCount == 2)
        let told = machine.take(
            Self.changes(
                [
                    Self.inserted("x", at: 0, revision: 6),
                    Self.inserted("n1", at: 3, revision: 7, client: Self.me, intent: 1),
                ], counts: [4]))
        #expect(Self.answers(told) == [1: .applied(revision: 7, clamped: [])])
        #expect(Self.rows(machine) == ["x", "r1", "r2", "n1"])
        #expect(machine.pending.entries.isEmpty)
    }

    @Test func editsBeyondTheLimit_waitForAnAnswer() {
        var machine = Self.live()
        #expect(Self.ids(machine.submit(Self.insertion("a"), at: 0).actions) == [1])
        #expect(Self.ids(machine.submit(Self.insertion("b"), at: 0).actions) == [2])
        #expect(Self.ids(machine.submit(Self.insertion("c"), at: 0).actions) == [])
        let actions = machine.take(
            .reject(ReceivedRefusal(code: "forbidden", message: "no", list: Self.list, id: 1)))
        #expect(Self.ids(actions) == [3])
        #expect(Self.rows(machine) == ["r1", "r2", "b", "c"])
    }

    @Test func afterAReconnect_theUnansweredAreSentAgain_inOrder_underTheSameIds() {
        var machine = Self.live()
        for row in ["a", "b", "c"] { _ = machine.submit(Self.insertion(row), at: 0) }
        _ = machine.lost()
        #expect(machine.status == .offline)
        #expect(Self.rows(machine) == ["r1", "r2", "a", "b", "c"])
        #expect(Self.ids(machine.submit(Self.insertion("d"), at: 0).actions) == [])
        let reopened = machine.began(Self.session, at: 1)
        #expect(
            Self.sent(reopened)
                == [.open(OpenList(list: Self.list, since: 5, epoch: "e"))])
        _ = machine.take(Self.opened(lastId: 1))
        let caughtUp = machine.take(
            .catchup(
                ReceivedChanges(
                    list: Self.list,
                    sets: [Self.inserted("a", at: 2, revision: 6, client: Self.me, intent: 1)],
                    counts: [3])))
        #expect(Self.answers(caughtUp) == [1: .applied(revision: 6, clamped: [])])
        #expect(Self.ids(caughtUp) == [2, 3])
        for case .edit(let edit) in Self.sent(caughtUp) {
            #expect(edit.epoch == "e" && edit.base == 5)
        }
        #expect(Self.rows(machine) == ["r1", "r2", "a", "b", "c", "d"])
    }

    @Test(
        arguments: [
            (true, EditAnswer.applied(revision: 5, clamped: [])), (nil, EditAnswer.unknown),
        ] as [(Bool?, EditAnswer)])
    func duplicates_areAnswers(applied: Bool?, expected: EditAnswer) {
        var machine = Self.live()
        _ = machine.submit(Self.insertion("a"), at: 0)
        let ack = Ack(
            list: Self.list, id: 1, revision: applied == nil ? nil : 5,
            outcome: .duplicate(applied: applied))
        let actions = machine.take(.ack(ack))
        #expect(Self.answers(actions) == [1: expected])
        // What is unknown is looked up, and not repeated.
        #expect(Self.ids(actions) == [])
        #expect(machine.status == (applied == nil ? .opening : .live))
    }

    @Test func duplicateThatWasNotApplied_isARefusal() {
        var machine = Self.live()
        _ = machine.submit(Self.insertion("a"), at: 0)
        let ack = Ack(list: Self.list, id: 1, revision: 5, outcome: .duplicate(applied: false))
        guard case .refused(let refusal)? = Self.answers(machine.take(.ack(ack)))[1] else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.code == "duplicate")
        #expect(Self.rows(machine) == ["r1", "r2"])
    }

    @Test func secondAnswer_isNone() {
        var machine = Self.live()
        _ = machine.submit(Self.insertion("a"), at: 0)
        let ack = Ack(list: Self.list, id: 1, revision: 5, outcome: .noop(clamps: []))
        #expect(Self.answers(machine.take(.ack(ack))).count == 1)
        #expect(Self.answers(machine.take(.ack(ack))).isEmpty)
    }

    @Test func gap_brokenCounts_andWrongDigest_openAgain() {
        let since = ClientMessage.open(OpenList(list: Self.list, since: 5, epoch: "e"))
        let anew = ClientMessage.open(OpenList(list: Self.list))
        var machine = Self.live()
        let gap = Self.changes([Self.inserted("x", at: 0, revision: 7)], counts: [3])
        #expect(Self.sent(machine.take(gap)) == [since])
        machine = Self.live()
        let counts = Self.changes([Self.inserted("x", at: 0, revision: 6)], counts: [9])
        #expect(Self.sent(machine.take(counts)) == [anew])
        #expect(Self.rows(machine) == ["r1", "r2"])
        machine = Self.live()
        let ahead = Head(list: Self.list, revision: 6, digest: 0)
        #expect(Self.sent(machine.take(.head(ahead))) == [since])
        machine = Self.live()
        let wrong = Head(list: Self.list, revision: 5, digest: 0)
        #expect(Self.sent(machine.take(.head(wrong))) == [anew])
        let again = machine.take(Self.snapshot(revision: 6, rows: ["r2"]))
        #expect(again.contains(.tell(.replaced(revision: 6))))
        #expect(Self.rows(machine) == ["r2"] && machine.status == .live)
        let digest = machine.replica.list?.digest() ?? 0
        let right = Head(list: Self.list, revision: 6, digest: digest)
        #expect(machine.take(.head(right)) == [])
    }

    @Test func setsAtOrBelowTheRevision_areSkipped_butAnswer() {
        var machine = Self.live()
        _ = machine.submit(Self.insertion("r2"), at: 0)
        let old = Self.inserted("r2", at: 1, revision: 5, client: Self.me, intent: 1)
        let actions = machine.take(Self.changes([old], counts: [2]))
        #expect(Self.answers(actions) == [1: .applied(revision: 5, clamped: [])])
        #expect(Self.rows(machine) == ["r1", "r2"])
    }

    @Test func snapshotInParts_countsOnceItsLastIsIn() {
        var machine = ListMachine(Self.list)
        _ = machine.began(Self.session, at: 0)
        func part(_ number: Int, _ rows: [String], of count: Int) -> ReceivedMessage {
            guard case .snapshot(let whole, _, _) = Self.snapshot(revision: 9, rows: rows) else {
                return .pong(nil)
            }
            return .snapshot(whole, part: number, parts: count)
        }
        #expect(machine.take(part(0, ["a"], of: 2)) == [])
        #expect(machine.list == nil)
        _ = machine.take(part(1, ["b", "c"], of: 2))
        #expect(Self.rows(machine) == ["a", "b", "c"] && machine.replica.revision == 9)
        // A part that is missing, and ids that are there twice, are not taken.
        _ = machine.take(part(1, ["d"], of: 2))
        #expect(machine.status == .opening)
        #expect(Self.rows(machine) == ["a", "b", "c"])
    }

    @Test func foldedSet_standsForSeveral() {
        var machine = Self.live()
        var folded = Self.inserted("x", at: 2, revision: 9)
        folded.folds = 4
        _ = machine.take(Self.changes([folded], counts: [3]))
        #expect(machine.replica.revision == 9 && machine.status == .live)
        #expect(Self.rows(machine) == ["r1", "r2", "x"])
    }

    @Test func deletedList_endsEverything() {
        var machine = Self.live()
        _ = machine.submit(Self.insertion("a"), at: 0)
        let actions = machine.take(.closed(Closed(list: Self.list, code: "deleted")))
        #expect(Self.answers(actions) == [1: .abandoned(reason: "deleted")])
        #expect(machine.status == .gone(code: "deleted"))
        #expect(machine.began(Self.session, at: 1) == [])
        let (id, late) = machine.submit(Self.insertion("b"), at: 1)
        #expect(Self.answers(late) == [id: .abandoned(reason: "deleted")])
    }

    @Test func idsGoOn_aboveWhatTheServerRemembers() {
        var machine = ListMachine(Self.list)
        _ = machine.began(Self.session, at: 0)
        _ = machine.take(Self.opened(lastId: 41))
        _ = machine.take(Self.snapshot(revision: 5, rows: []))
        #expect(machine.submit(.undo, at: 0).id == 42)
    }

    @Test func index_besideAnUnansweredEdit_becomesANeighbour() {
        var machine = Self.live()
        func move(_ row: String, _ index: Int) -> PendingEdit.Kind {
            .edit([.moveRow(RowID(row), to: .index(SectionID("s"), index))])
        }
        func actions(_ result: (id: Int, actions: [ListAction])) -> [Action] {
            Self.sent(result.actions).flatMap { message -> [Action] in
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
        var machine = Self.live()
        _ = machine.submit(Self.insertion("a"), at: 0)
        _ = machine.lost()
        let actions = machine.began(Self.session, at: 31 * 86_400)
        #expect(Self.answers(actions) == [1: .unknown])
        #expect(Self.rows(machine) == ["r1", "r2"])
    }

    @Test func presence_holdsTheOthers_andIsSentAfterEachOpening() {
        var machine = Self.live()
        #expect(
            Self.sent(machine.show(Presence(mode: .active, selected: [RowID("r1")])))
                == [
                    .presence(
                        PresenceUpdate(
                            list: Self.list,
                            state: PresenceState(mode: .active, selected: [RowID("r1")])))
                ])
        let others = ["b", "a"].map {
            PresentClient(client: ClientID($0), name: $0.uppercased(), state: PresenceState())
        }
        let mine = PresentClient(client: Self.me, name: nil, state: PresenceState())
        _ = machine.take(
            .presence(
                PresenceMessage(list: Self.list, clients: others + [mine], left: [])))
        #expect(machine.participants.map(\.name) == ["A", "B"])
        _ = machine.take(
            .presence(PresenceMessage(list: Self.list, clients: [], left: [ClientID("a")])))
        #expect(machine.participants.map(\.name) == ["B"])
    }
}
