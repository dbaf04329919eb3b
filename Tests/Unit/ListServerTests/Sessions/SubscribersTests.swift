import ListEditing
import ListProtocol
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListSequencing
@testable import ServerTesting

@Suite struct SubscribersTests {
    private let list = ListID("l")
    private let frame = Frame(text: Array("{}".utf8))
    private static let bound = 1_000

    private func make(_ count: Int) -> (Subscribers, [TestLink]) {
        var subscribers = Subscribers()
        let links = (0..<count).map { TestLink(UInt64($0)) }
        for link in links { subscribers.add(link, client: ana.client, sentFrom: 0) }
        return (subscribers, links)
    }

    private func send(_ broadcast: Subscribers.Broadcast, to subscribers: inout Subscribers) {
        subscribers.begin(broadcast)
        while subscribers.sendPart(bound: Self.bound) == nil {}
    }

    @Test func framesForMany_goInParts() {
        var (subscribers, links) = make(2_500)
        subscribers.begin(.sets(frame, after: 0))
        var parts = [subscribers.sendPart(bound: Self.bound)]
        #expect(links.count { $0.sent == 1 } == Subscribers.turnCount)
        #expect(subscribers.isBroadcasting)
        for _ in 0..<2 { parts.append(subscribers.sendPart(bound: Self.bound)) }
        #expect(parts == [nil, nil, 2_500])
        #expect(!subscribers.isBroadcasting)
        #expect(links.allSatisfy { $0.sent == 1 })
    }

    private static func sets(through revision: Int) -> Frame {
        Frame(text: Array("{}".utf8), event: .changes(through: revision))
    }

    /// A copy of an edit may be under way while its session opens the list anew.
    @Test func editWhoseSetWasSent_isAnsweredByIt_whenTheListIsOpenedAnew() {
        var (subscribers, links) = make(1)
        func areAnswered(isRepeated: Bool = false) -> [Bool] {
            (2...5).map { revision in
                subscribers.isAnswered(
                    .duplicate(revision: revision, applied: true), id: 1, of: 0,
                    isRepeated: isRepeated)
            }
        }
        send(.sets(Self.sets(through: 3), after: 0), to: &subscribers)
        let removed = subscribers.remove(0, list: list, .rejoining)
        #expect(removed != nil)
        #expect(areAnswered() == [true, true, false, false])
        subscribers.add(links[0], client: ana.client, sentFrom: 4)
        #expect(areAnswered() == [true, true, false, true])
        #expect(areAnswered(isRepeated: true) == [false, false, false, false])
        _ = subscribers.remove(0, list: list, .closing)
        #expect(areAnswered() == [true, true, false, false], "the session has closed the list")
        _ = subscribers.remove(0, list: list, .ending)
        #expect(
            areAnswered() == [false, false, false, false],
            "all is answered, or the session has ended")
    }

    /// A copy may be under way, too, while a session is sent what it missed; nothing was sent to all yet.
    @Test func editWhoseSetWasMissed_isAnsweredByWhatTheSessionWasSentAsItJoined() {
        var subscribers = Subscribers()
        let join = JoinRequest(
            connection: 7, client: ana.client, role: .editor, since: 41, window: nil,
            wantsAuthors: false)
        subscribers.add(TestLink(7), for: join, sentFrom: 41, revision: 57)
        _ = subscribers.remove(7, list: list, .closing)
        let answers = [41, 42, 57, 58].map { revision in
            subscribers.isAnswered(
                .duplicate(revision: revision, applied: true), id: 1, of: 7, isRepeated: false)
        }
        #expect(answers == [false, true, true, false])
    }

    /// The list does not hear when they end.
    @Test func ofSessionsThatHaveClosedTheList_someAreKept() {
        var (subscribers, links) = make(1_001)
        send(.sets(Self.sets(through: 3), after: 0), to: &subscribers)
        for link in links { _ = subscribers.remove(link.connectionNumber, list: list, .closing) }
        let kept = links.map { link in
            subscribers.isAnswered(
                .duplicate(revision: 3, applied: true), id: 1, of: link.connectionNumber,
                isRepeated: false)
        }
        #expect(kept.first == false && kept.dropFirst().allSatisfy(\.self))
    }

    @Test func editWhoseSetWasSent_isAnsweredByIt_whenTheSessionIsSentTheWholeList() {
        var (subscribers, links) = make(1)
        send(.sets(Self.sets(through: 3), after: 0), to: &subscribers)
        links[0].queuedBytes = Self.bound
        send(.sets(Self.sets(through: 9), after: 3), to: &subscribers)
        subscribers.catchUp(0, with: [frame], isWhole: true, revision: 9, list: list)
        let answers = [3, 4, 10].map { revision in
            subscribers.isAnswered(
                .duplicate(revision: revision, applied: true), id: 1, of: 0, isRepeated: false)
        }
        #expect(answers == [true, false, true])
    }

    /// What became of edits may be found out after the list is closed.
    @Test func appliedEditOfADeletedList_isAnsweredWhereItsSetWasNotSent() {
        var (subscribers, links) = make(2)
        send(.sets(Self.sets(through: 3), after: 0), to: &subscribers)
        subscribers.noteClosing()
        subscribers.removeAll()
        let outcomes = [
            EditOutcome.applied(revision: 3, ids: [], clamps: []),
            .duplicate(revision: 3, applied: true), .noop(revision: 3, clamps: []),
            .applied(revision: 4, ids: [], clamps: []),
        ]
        let answers = outcomes.map { outcome in
            ([0, 2] as [UInt64]).map { connection in
                subscribers.isAnswered(outcome, id: 1, of: connection, isRepeated: false)
            }
        }
        #expect(answers == [[true, false], [true, false], [false, false], [false, false]])
        let areKept = (0..<8).map { _ in
            subscribers.add(links[1], client: ana.client, sentFrom: 3)
            subscribers.noteClosing()
            subscribers.removeAll()
            return subscribers.isAnswered(outcomes[0], id: 1, of: 0, isRepeated: false)
        }
        #expect(areKept == Array(repeating: true, count: 7) + [false])
    }

    @Test(arguments: ["leaves", "opens anew", "catches up with a snapshot"])
    func sessionThatWasBehind_isAnsweredAllThatItIsOwed(how: String) {
        var (subscribers, links) = make(1)
        links[0].queuedBytes = Self.bound
        send(.sets(frame, after: 0), to: &subscribers)
        #expect(subscribers.delivered(to: 0) == 0)
        for id in 1...50 {
            // Some were applied by another server, which did not say so in time.
            let answer: EditOutcome =
                id.isMultiple(of: 2)
                ? .applied(revision: id, ids: [], clamps: [])
                : .duplicate(revision: id, applied: true)
            let isAnswered = subscribers.isAnswered(answer, id: id, of: 0, isRepeated: false)
            #expect(isAnswered)
        }
        #expect(links[0].acknowledged.isEmpty)
        if how == "catches up with a snapshot" {
            subscribers.catchUp(0, with: [frame], isWhole: true, revision: 50, list: list)
        } else {
            let client = subscribers.remove(0, list: list, .ending)
            #expect(client == ana.client)
        }
        #expect(links[0].acknowledged == Array(1...50))
    }

    @Test func sessionThatCatchesUpWithSets_isAnsweredByThem() {
        var (subscribers, links) = make(1)
        links[0].queuedBytes = Self.bound
        send(.sets(frame, after: 0), to: &subscribers)
        _ = subscribers.isAnswered(
            .applied(revision: 1, ids: [], clamps: []), id: 1, of: 0, isRepeated: false)
        subscribers.catchUp(0, with: [frame], isWhole: false, revision: 1, list: list)
        #expect(links[0].acknowledged.isEmpty && links[0].sent == 1)
        #expect(subscribers.delivered(to: 0) == nil)
    }

    /// The set came before the session fell behind.
    @Test func sessionThatWasSentASet_isNotAnsweredAgain() {
        var (subscribers, links) = make(1)
        _ = subscribers.pause(0, at: 3)
        let answer = EditOutcome.applied(revision: 3, ids: [], clamps: [])
        let isAnswered = subscribers.isAnswered(answer, id: 1, of: 0, isRepeated: false)
        #expect(isAnswered)
        _ = subscribers.remove(0, list: list, .ending)
        #expect(links[0].acknowledged.isEmpty)
    }

    @Test func whoMissesPresence_isToldOfEveryoneOnceItTakesBytes() {
        var (subscribers, links) = make(2)
        send(.fullPresence(frame), to: &subscribers)
        #expect(!subscribers.awaitGreeting)
        links[0].queuedBytes = Self.bound
        send(.presence(frame), to: &subscribers)
        #expect(links.map(\.sent) == [1, 2])
        send(.fullPresence(frame), to: &subscribers)
        #expect(subscribers.awaitGreeting)
        links[0].queuedBytes = 0
        send(.fullPresence(frame), to: &subscribers)
        #expect(links.map(\.sent) == [2, 2] && !subscribers.awaitGreeting)
    }

    @Test func whoPays_isSentNoSetsWhileSomethingIsQueued() {
        var (subscribers, links) = make(2)
        links[0].isThrottled = true
        links[0].queuedBytes = 1
        links[1].isThrottled = true
        send(.sets(frame, after: 7), to: &subscribers)
        #expect(links.map(\.sent) == [0, 1])
        #expect(subscribers.delivered(to: 0) == 7)
    }
}
