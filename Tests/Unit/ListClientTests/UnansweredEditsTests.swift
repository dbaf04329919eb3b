import ListEditing
import ListProtocol
import Testing

@testable import ListClient

/// What becomes of edits that the server leaves without an answer.
@Suite struct UnansweredEditsTests {
    private static let unavailable = ReceivedMessage.error(
        ReceivedRefusal(code: "unavailable", message: "cannot be read", list: Given.list))

    private static func statuses(_ actions: [ListAction]) -> [ListStatus] {
        actions.compactMap { if case .emit(.status(let status)) = $0 { status } else { nil } }
    }

    private static func caughtUp() -> ReceivedMessage {
        .catchup(ReceivedChanges(list: Given.list, sets: [], counts: [2]))
    }

    // MARK: A list that cannot be read

    @Test func unavailableList_keepsItsEdits_andSendsThemAgainOnceItIsOpen() throws {
        var machine = Given.live()
        for row in ["a", "b", "c"] { _ = machine.submit(Given.insertion(row), at: 0) }
        let actions = machine.received(Self.unavailable, at: 100)
        #expect(actions == [.emit(.status(.unavailable))])
        #expect(Given.rows(machine) == ["r1", "r2", "a", "b", "c"])
        #expect(Given.sent(machine.submit(Given.insertion("d"), at: 100).actions) == [])
        let due = try #require(machine.deadline)
        #expect(due >= 100.5 && due <= 101)
        // The server sends one error for each edit under way; together they count once.
        #expect(machine.received(Self.unavailable, at: 100.4) == [])
        #expect(machine.deadline == due)
        #expect(machine.tick(at: due - 0.01) == [])
        let reopened = machine.tick(at: due)
        #expect(reopened == [.send(.open(OpenList(list: Given.list, since: 5, epoch: "e")))])
        #expect(machine.status == .unavailable)
        _ = machine.received(Given.opened(lastId: 0), at: due)
        let resent = machine.received(Self.caughtUp(), at: due)
        #expect(Self.statuses(resent) == [.live])
        #expect(Given.ids(resent) == [1, 2])
        for case .edit(let edit) in Given.sent(resent) {
            #expect(edit.epoch == "e" && edit.base == 5)
        }
        #expect(Given.answers(resent).isEmpty)
    }

    @Test func epochOfAResentEdit_isTheOneThatItWasMadeUnder() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        _ = machine.received(Self.unavailable, at: 0)
        _ = machine.tick(at: 1)
        guard case .snapshot(var restored, _, _) = Given.snapshot(revision: 2, rows: ["r1"]) else {
            return
        }
        restored.epoch = "e2"
        let resent = machine.received(.snapshot(restored, part: 0, parts: 1), at: 1)
        #expect(
            Given.sent(resent).compactMap {
                if case .edit(let edit) = $0 { edit.epoch } else { nil }
            }
                == ["e"])
    }

    @Test func listThatStaysUnavailable_isAskedForLessAndLessOften() throws {
        var machine = Given.live()
        var now = 0.0
        func wait(_ machine: inout ListMachine) throws -> Double {
            _ = machine.received(Self.unavailable, at: now)
            let due = try #require(machine.deadline)
            defer { now = due }
            #expect(Given.sent(machine.tick(at: due)).count == 1)
            return due - now
        }
        for span in [1.0, 2, 4, 8, 16, 30, 30] {
            let seconds = try wait(&machine)
            #expect(seconds >= span / 2 && seconds <= span)
        }
        _ = machine.received(Self.caughtUp(), at: now)
        #expect(try wait(&machine) <= 1)
    }

    @Test func twoClients_doNotAskAtTheSameMoment() {
        let dues = ([1, 2] as [UInt64]).map { seed in
            var machine = ListMachine(Given.list, seed: seed)
            _ = machine.began(Given.session, at: 0)
            _ = machine.received(Self.unavailable, at: 0)
            return machine.deadline
        }
        #expect(dues[0] != dues[1])
    }

    @Test func newSession_asksForAnUnavailableListAtOnce() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        _ = machine.received(Self.unavailable, at: 0)
        #expect(Self.statuses(machine.lost()) == [.offline])
        #expect(machine.deadline == nil)
        #expect(Given.sent(machine.began(Given.session, at: 1)).count == 1)
        #expect(Given.ids(machine.received(Self.caughtUp(), at: 1)) == [1])
    }

    @Test func refusalForNow_isAnAnswer_andTryingAgainTakesANewID() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        let actions = machine.received(
            .reject(
                ReceivedRefusal(
                    code: "unavailable", message: "not now", list: Given.list, id: 1)), at: 0)
        guard case .refused(let refusal)? = Given.answers(actions)[1] else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.code == "unavailable" && machine.status == .live)
        #expect(Given.rows(machine) == ["r1", "r2"])
        #expect(Given.ids(machine.submit(Given.insertion("a"), at: 0).actions) == [2])
    }

    @Test func unknownList_isGone() {
        var machine = Given.live()
        let (id, _) = machine.submit(Given.insertion("a"), at: 0)
        let actions = machine.received(
            .error(ReceivedRefusal(code: "unknownList", message: "no", list: Given.list)), at: 0)
        #expect(Given.answers(actions) == [id: .abandoned(reason: "unknownList")])
        #expect(machine.status == .gone(code: "unknownList"))
    }

    @Test(arguments: [(false, false), (true, true)])
    func opening_endsWhereTheListCannotBeRead_unlessItIsWaitedFor(
        waits: Bool, isWaiting: Bool
    ) async {
        let held = ListSubscription(Given.list, seed: 0)
        _ = held.machine.began(Given.session, at: 0)
        let status = await withCheckedContinuation { continuation in
            held.whenOpen(1, waitsForList: waits, continuation)
            for case .emit(let event) in held.machine.received(Self.unavailable, at: 0) {
                held.emit(event)
            }
            if isWaiting { held.endOpening(1) }
        }
        #expect(status == (isWaiting ? nil : .unavailable))
    }

    // MARK: A server that says nothing

    @Test func editWithoutAnAnswer_isTold_andTakenBackByItself() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 5)
        #expect(machine.deadline == 15)
        #expect(machine.tick(at: 14.9) == [])
        #expect(machine.tick(at: 15) == [.emit(.status(.unstored(edits: 1)))])
        #expect(machine.deadline == nil)
        let later = machine.submit(Given.insertion("b"), at: 16)
        #expect(Self.statuses(later.actions) == [.unstored(edits: 2)])
        #expect(Given.ids(later.actions) == [2])
        let set = Given.inserted("a", at: 2, revision: 6, client: Given.me, editID: 1)
        let answered = machine.received(Given.changes([set], counts: [3]), at: 17)
        #expect(Self.statuses(answered) == [.live])
        // The second has waited for a second only.
        #expect(machine.deadline == 26)
        #expect(Self.statuses(machine.tick(at: 26)) == [.unstored(edits: 1)])
        #expect(Self.statuses(machine.lost()) == [.offline])
        #expect(Self.statuses(machine.began(Given.session, at: 30)) == [.opening])
        #expect(Self.statuses(machine.received(Self.caughtUp(), at: 30)) == [.live])
        #expect(machine.deadline == 40)
    }

    @Test func answersOfLaterEdits_doNotHideTheFirst() {
        var machine = Given.live()
        _ = machine.submit(Given.insertion("a"), at: 0)
        _ = machine.submit(Given.insertion("b"), at: 9)
        _ = machine.received(
            .reject(
                ReceivedRefusal(
                    code: "rateLimited", message: "too many", list: Given.list, id: 2)), at: 9)
        #expect(Self.statuses(machine.tick(at: 10)) == [.unstored(edits: 1)])
    }

    @Test func openingAList_countsOneThatIsNotStoredYetAsOpen() async {
        let held = ListSubscription(Given.list, seed: 0)
        held.machine = Given.live()
        _ = held.machine.submit(Given.insertion("a"), at: 0)
        _ = held.machine.tick(at: 10)
        let status = await withCheckedContinuation { held.whenOpen(1, waitsForList: false, $0) }
        #expect(status == .unstored(edits: 1))
    }
}
