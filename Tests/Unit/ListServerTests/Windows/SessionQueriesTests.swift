import ListEditing
import ListProtocol
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListSequencing
@testable import ListSessions
@testable import ServerTesting

/// Answers to queries and their place in the stream of a session.
@Suite struct SessionQueriesTests {
    private struct Bench {
        var subscribers = Subscribers()
        var queries = SessionQueries()
        let link = TestLink(7)
        let list = ListID("l")

        init(window: ListWindow? = nil) {
            subscribers.add(link, client: ana.client, sentFrom: 0, window: window)
        }

        /// A set follows the revision before it.
        mutating func publish(_ revision: Int) {
            subscribers.begin(
                .sets(Frame(text: Array("set \(revision)".utf8)), after: revision - 1))
            while subscribers.sendPart(bound: 1_000) == nil {}
        }

        mutating func ask(_ subject: ListQuery.Subject = .check([])) -> ReaderRequest? {
            queries.begin(subject, n: 3, of: link, &subscribers, done: {})
        }

        mutating func answer() -> ResyncRequest? {
            queries.answer(7, .message(Array("answer".utf8)), in: list, &subscribers)
        }

        mutating func catchUp(_ text: String) {
            subscribers.catchUp(
                7, with: [Frame(text: Array(text.utf8))], isWhole: false, revision: 9, list: list)
        }
    }

    private static let window = ListWindow(around: [.row(RowID("a"))], before: 1, after: 2)

    private static func isQuery(_ command: ReaderRequest?) -> Bool {
        if case .query? = command { true } else { false }
    }

    @Test func answer_standsBehindTheSetsThatWereSent() {
        var bench = Bench()
        #expect(Self.isQuery(bench.ask()))
        bench.publish(1)
        #expect(bench.answer() == nil)
        bench.publish(2)
        #expect(bench.link.received == ["set 1", "answer", "set 2"])
    }

    @Test func stream_standsStill_whileAQueryIsReadElsewhere() {
        var bench = Bench(window: Self.window)
        bench.publish(1)
        _ = bench.ask()
        #expect(bench.queries.pause(7, at: 1, &bench.subscribers))
        bench.publish(2)
        // Its socket takes bytes, which is no reason to send it what it misses.
        #expect(bench.subscribers.resync(of: 7) == nil)
        bench.publish(3)
        // What it was to be sent while it was slow comes too late.
        bench.catchUp("late")
        #expect(
            bench.answer()
                == ResyncRequest(
                    connection: 7, delivered: 1, window: RememberedWindow(Self.window)))
        bench.catchUp("sets 2 and 3")
        bench.publish(4)
        #expect(bench.link.received == ["set 1", "answer", "sets 2 and 3", "set 4"])
    }

    @Test func quietStream_goesOnBehindTheAnswer() {
        var bench = Bench()
        _ = bench.ask()
        #expect(bench.queries.pause(7, at: 0, &bench.subscribers))
        #expect(bench.answer() == nil)
        bench.publish(1)
        #expect(bench.link.received == ["answer", "set 1"])
    }

    @Test func ownEditDuringTheQuery_isAnsweredByTheSetsBehindIt() {
        var bench = Bench()
        _ = bench.ask()
        _ = bench.queries.pause(7, at: 0, &bench.subscribers)
        bench.publish(1)
        let isAnswered = bench.subscribers.isAnswered(
            .applied(revision: 1, ids: [], clamps: []), id: 1, of: 7, isRepeated: false)
        #expect(isAnswered)
        #expect(bench.answer() != nil)
        bench.catchUp("set 1")
        #expect(bench.link.received == ["answer", "set 1"] && bench.link.acknowledged.isEmpty)
    }

    @Test func sessionThatIsBehind_isAnsweredOnceItHasCaughtUp() {
        var bench = Bench()
        bench.link.queuedBytes = 1_000
        bench.publish(1)
        #expect(bench.ask() == nil)
        #expect(bench.queries.caughtUp(8) == nil)
        bench.link.queuedBytes = 0
        bench.catchUp("set 1")
        #expect(Self.isQuery(bench.queries.caughtUp(7)))
        #expect(bench.answer() == nil)
        #expect(bench.link.received == ["set 1", "answer"])
    }

    @Test(arguments: [true, false])
    func sessionThatFallsBehindMeanwhile_isAskedForAgain(isLong: Bool) {
        var bench = Bench()
        _ = bench.ask()
        bench.link.queuedBytes = 1_000
        bench.publish(1)
        if isLong {
            #expect(!bench.queries.pause(7, at: 1, &bench.subscribers))
        } else {
            #expect(bench.answer() == nil)
        }
        #expect(bench.link.received.isEmpty)
        bench.catchUp("set 1")
        #expect(Self.isQuery(bench.queries.caughtUp(7)))
    }

    @Test func sessionThatLeaves_isNotAnswered() {
        var bench = Bench()
        _ = bench.ask()
        bench.queries.end(7)
        #expect(bench.answer() == nil)
        #expect(!bench.queries.pause(7, at: 0, &bench.subscribers))
        #expect(bench.link.received.isEmpty)
    }

    @Test func listThatIsGone_isToldWithTheNumberOfTheQuery() {
        var bench = Bench()
        _ = bench.ask()
        bench.queries.failAll(.deleted, of: bench.list)
        bench.queries.failAll(.deleted, of: bench.list)
        #expect(bench.link.received.count == 1)
        #expect(bench.link.received[0].contains("\"unknownList\""))
        #expect(bench.link.received[0].contains("\"n\":3"))
    }

    @Test func window_isThatOfTheLastPlaceAskedFor() throws {
        var bench = Bench(window: Self.window)
        let places = (0..<100).map { ListWindow.Place.row(RowID("r\($0)")) }
        let next = ListWindow(around: places, before: 5, after: 6)
        _ = bench.ask(.rows(RowSelection(.window(next))))
        _ = bench.answer()
        _ = bench.ask(.rows(RowSelection(.window(Self.window), isOnlyIDs: true)))
        _ = bench.answer()
        bench.link.queuedBytes = 1_000
        bench.publish(1)
        let window = bench.subscribers.resync(of: 7)?.window
        let read = try #require(window).window(in: makeList(["a"]).list)
        #expect(read.around == Array(places.prefix(16)))
        #expect(read.before == 5 && read.after == 6)
        var whole = Bench()
        _ = whole.ask(.rows(RowSelection(.window(next))))
        whole.link.queuedBytes = 1_000
        whole.publish(1)
        #expect(whole.subscribers.resync(of: 7)?.window == nil)
    }

    @Test func messagesThatConcernAQueriedList_waitForTheAnswer() {
        var lists = QueriedLists()
        let (one, other) = (ListID("a"), ListID("b"))
        func query(_ list: ListID) -> DecodedMessage {
            .message(.query(ListQuery(list: list, n: 1, subject: .check([]))))
        }
        #expect(!lists.holdBack(query(one)))
        lists.insert(one)
        for message in [
            .query(ListQuery(list: one, n: 2, subject: .check([]))),
            .open(OpenList(list: one)), .close(one),
        ] as [ClientMessage] {
            #expect(lists.holdBack(.message(message)))
        }
        for message in [.open(OpenList(list: other)), .close(other), .lists] as [ClientMessage] {
            #expect(!lists.holdBack(.message(message)))
        }
        #expect(!lists.holdBack(query(other)))
        for number in 1..<QueriedLists.most { lists.insert(ListID("c\(number)")) }
        #expect(lists.holdBack(query(other)))
        lists.remove(one)
        #expect(!lists.holdBack(query(one)))
    }
}
