import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListSequencing
@testable import ServerTesting

/// What the machine of a list does for windows and queries.
@Suite struct WindowedReadersTests {
    private struct Bench {
        var machine: SequencerMachine
        let now = Moment(loop: 100, wall: 1_000)
        var revision = 0

        init(rows: Int) throws {
            let head = ListHead(
                list: "l", epoch: "e", title: "T", rows: rows,
                position: JournalPosition(revision: 0, token: 0))
            machine = SequencerMachine(
                head, limits: ProtocolLimits(), options: HistoryOptions(), now: 0)
            _ = pass(.serve(.query(Bench.query(9, .check([])))))
            _ = handle(
                .loaded(
                    .success(
                        RestoredList(
                            list: ListTransfer(try makeList((0..<rows).map { "r\($0)" })),
                            position: head.position, compaction: CompactionPolicy()))))
        }

        mutating func handle(_ command: SequencerCommand) -> [SequencerEffect] {
            machine.handle(command, now: now)
        }

        mutating func pass(_ commands: SequencerCommand...) -> [SequencerEffect] {
            for command in commands { _ = handle(command) }
            return handle(.due(.passEnd))
        }

        mutating func edit() -> [SequencerEffect] {
            revision += 1
            _ = pass(.edit(ServerTesting.edit(revision, [rename("r1", "v\(revision)")])))
            return handle(
                .appended(
                    .committed(JournalPosition(revision: revision, token: Int64(revision)))))
        }

        static func query(
            _ connection: UInt64, _ subject: ListQuery.Subject
        ) -> QueryRequest {
            QueryRequest(asker: .session(connection: connection, n: 1), subject: subject)
        }
    }

    private static func join(
        _ connection: UInt64, _ window: ListWindow?, since: Int? = nil
    ) -> SequencerCommand {
        .serve(
            .join(
                JoinRequest(
                    connection: connection, client: ana.client, role: .viewer, since: since,
                    window: window)))
    }

    private static let top = ListWindow(around: [], before: 0, after: 150)
    private static let large = 20_000
    private static let all: ListQuery.Subject =
        .check([RowRange(at: IndexPath(section: 0, row: 0), rows: large)])

    /// The names of effects of a kind, with what tells them apart.
    private static func notified(_ effects: [SequencerEffect]) -> [String] {
        effects.compactMap { effect in
            switch effect {
            case .reply(.admit(let join, let revision, _, let state, _)):
                "admit \(join.connection) at \(revision): \(state.map(\.payloadCount).reduce(0, +))"
            case .fetch(.snapshot): "encode"
            case .fetch(.query(let query, let list)):
                "read \(connection(query)) at \(list.revision)"
            case .reply(.answer(let query, .message)): "answer \(connection(query))"
            case .reply(.answer(let query, _)): "fail \(connection(query))"
            case .reply(.catchUp(let connection, _, let isWhole, _)):
                "catch up \(connection) \(isWhole)"
            case .wake(_, .readOn): "read on"
            case .broadcast(.head(let list)): "head of \(list.revision)"
            default: nil
            }
        }
    }

    private static func connection(_ query: QueryRequest) -> UInt64 {
        if case .session(let connection, _) = query.asker { connection } else { 0 }
    }

    @Test func openingWithAWindow_needsNoSnapshot_howeverLongTheList() throws {
        var bench = try Bench(rows: Self.large)
        let first = Self.notified(bench.pass(Self.join(1, Self.top)))
        #expect(first.count == 1 && first[0].hasPrefix("admit 1 at 0: "))
        _ = bench.edit()
        let again = Self.notified(bench.pass(Self.join(2, Self.top), Self.join(3, nil)))
        #expect(again.count == 2 && again[0].hasPrefix("admit 2 at 1: ") && again[1] == "encode")
        let bytes = Int(again[0].split(separator: " ").last ?? "")
        #expect((bytes ?? .max) < 60_000)
    }

    @Test func sinceThatHistoryReaches_isACatchup_elseAnOutline() throws {
        var bench = try Bench(rows: 10)
        _ = bench.edit()
        let effects = bench.pass(Self.join(1, Self.top, since: 0), Self.join(2, Self.top, since: 9))
        let states = effects.compactMap { effect -> Int? in
            if case .reply(.admit(_, _, _, _, let sentFrom)) = effect { sentFrom } else { nil }
        }
        #expect(states == [0, 1])
        #expect(effects.count { if case .note(.encodedOutline) = $0 { true } else { false } } == 1)
    }

    @Test func sessionsWithTheSameWindow_shareItsOutline_untilTheListChanges() throws {
        var bench = try Bench(rows: 100)
        func outlines(_ effects: [SequencerEffect]) -> Int {
            effects.count { if case .note(.encodedOutline) = $0 { true } else { false } }
        }
        #expect(outlines(bench.pass(Self.join(1, Self.top), Self.join(2, Self.top))) == 1)
        #expect(outlines(bench.pass(Self.join(3, Self.top))) == 0)
        _ = bench.edit()
        #expect(outlines(bench.pass(Self.join(4, Self.top))) == 1)
    }

    @Test func slowReaderWithAWindow_isSentAnOutlineForASnapshot() throws {
        var bench = try Bench(rows: Self.large)
        _ = bench.edit()
        _ = bench.handle(.reclaim)
        let slow = ResyncRequest(connection: 1, delivered: 0, window: RememberedWindow(Self.top))
        #expect(Self.notified(bench.pass(.serve(.resync(slow)))) == ["catch up 1 true"])
        let whole = ResyncRequest(connection: 2, delivered: 0)
        #expect(Self.notified(bench.pass(.serve(.resync(whole)))) == ["encode"])
    }

    /// The bytes of the frames that sessions are sent when they join or catch up.
    private static func stateBytes(_ effects: [SequencerEffect]) -> [Int] {
        effects.compactMap { effect in
            switch effect {
            case .reply(.admit(_, _, _, let state, _)): state.reduce(0) { $0 + $1.payloadCount }
            case .reply(.catchUp(_, let frames, _, _)): frames.reduce(0) { $0 + $1.payloadCount }
            default: nil
            }
        }
    }

    /// Those who asked for authors share one encoding, those who did not another, whoever comes first.
    @Test func readersWithAuthors_haveAnEncodingOfTheirOwn_alsoWhereTheyAreSlow() throws {
        var bench = try Bench(rows: 60)
        _ = bench.edit()
        _ = bench.handle(.reclaim)
        func join(_ connection: UInt64, _ window: ListWindow?) -> SequencerCommand {
            .serve(
                .join(
                    JoinRequest(
                        connection: connection, client: ana.client, role: .viewer, since: nil,
                        window: window, wantsAuthors: true)))
        }
        // The row that was edited tells by whom: {"client":"ana","revision":1,"at":1000}.
        let stamp = #","by":{"client":"ana","revision":1,"at":1000}"#.utf8.count
        let whole = Self.stateBytes(
            bench.pass(Self.join(1, nil), join(2, nil), Self.join(3, nil), join(4, nil)))
        #expect(whole == [whole[0], whole[0] + stamp, whole[0], whole[0] + stamp])
        let windows = Self.stateBytes(
            bench.pass(Self.join(1, Self.top), join(2, Self.top), Self.join(3, Self.top)))
        #expect(windows == [windows[0], windows[0] + stamp, windows[0]])
        let slow = [Self.top, nil].map { window in
            ResyncRequest(
                connection: 2, delivered: 0, window: window.map(RememberedWindow.init),
                wantsAuthors: true)
        }
        let caughtUp = slow.flatMap { Self.stateBytes(bench.pass(.serve(.resync($0)))) }
        #expect(caughtUp == [windows[1], whole[1]])
    }

    @Test func manyWindows_takeSeveralTurns() throws {
        var bench = try Bench(rows: Self.large)
        for number in 0..<100 {
            let place = ListWindow.Place.row(RowID("r\(number * 100)"))
            _ = bench.handle(
                Self.join(UInt64(number), ListWindow(around: [place], before: 100, after: 100)))
        }
        var turns = [Self.notified(bench.handle(.due(.passEnd)))]
        while turns.last?.last == "read on" {
            turns.append(Self.notified(bench.handle(.due(.readOn))))
        }
        #expect(turns.allSatisfy { $0.count < 30 })
        #expect(turns.joined().count { $0.hasPrefix("admit") } == 100)
        #expect((4...20).contains(turns.count))
        #expect(bench.machine.isQuiet)
    }

    @Test func longQueries_areReadElsewhere_oneAtATime_fromTheListAsItIs() throws {
        var bench = try Bench(rows: Self.large)
        let queries = (1...3).map { Bench.query(UInt64($0), Self.all) }
        #expect(
            Self.notified(
                bench.pass(
                    .serve(.query(queries[0])), .serve(.query(queries[1])),
                    .serve(.query(queries[2]))))
                == ["read 1 at 0"])
        // Others are served meanwhile.
        #expect(
            Self.notified(bench.pass(.serve(.query(Bench.query(4, .check([])))))) == ["answer 4"])
        _ = bench.edit()
        #expect(
            Self.notified(bench.handle(.fetched(.query(queries[0], [])))) == [
                "answer 1", "read 2 at 1",
            ])
        #expect(Self.notified(bench.handle(.fetched(.query(queries[1], nil)))) == ["read 3 at 1"])
        #expect(Self.notified(bench.handle(.fetched(.query(queries[2], [])))) == ["answer 3"])
        #expect(bench.machine.isQuiet)
    }

    @Test func manyIDs_andLongTexts_areLookedForElsewhere() throws {
        var bench = try Bench(rows: 10)
        func ids(_ count: Int) -> ListQuery.Subject {
            .rows(RowSelection(.ids((0..<count).map { RowID("r\($0)") })))
        }
        func find(_ length: Int, fields: [String] = []) -> ListQuery.Subject {
            .find(TextQuery(text: String(repeating: "x", count: length), fields: fields, limit: 1))
        }
        let few = [ids(2_000), find(4_096), find(1, fields: ["title"])]
        for (number, subject) in few.enumerated() {
            let query = Bench.query(UInt64(number), subject)
            #expect(Self.notified(bench.pass(.serve(.query(query)))) == ["answer \(number)"])
        }
        let names = (0..<1_000).map { "field\($0)" }
        for (number, subject) in [ids(2_001), find(4_097), find(1, fields: names)].enumerated() {
            let query = Bench.query(UInt64(number), subject)
            #expect(Self.notified(bench.pass(.serve(.query(query)))) == ["read \(number) at 0"])
            _ = bench.handle(.fetched(.query(query, [])))
        }
    }

    @Test func queries_waitForACommit_andTellTheStateBehindIt() throws {
        var bench = try Bench(rows: 10)
        _ = bench.pass(.edit(edit(1, [rename("r1", "new")])))
        let range = RowRange(at: IndexPath(section: 0, row: 1), rows: 1)
        let query = Bench.query(1, .rows(RowSelection(.ranges([range]))))
        #expect(Self.notified(bench.pass(.serve(.query(query)))).isEmpty)
        let effects = bench.handle(
            .appended(.committed(JournalPosition(revision: 1, token: 1))))
        let answers = effects.compactMap { effect -> [UInt8]? in
            if case .reply(.answer(_, .message(let bytes))) = effect { bytes } else { nil }
        }
        let text = String(decoding: answers.first ?? [], as: UTF8.self)
        #expect(text.contains("\"revision\":1") && text.contains("\"new\""))
        let places = effects.map { effect in
            switch effect {
            case .broadcast(.sets): 1
            case .reply(.answer): 2
            default: 0
            }
        }
        #expect(places.filter { $0 > 0 } == [1, 2])
    }

    @Test func listThatIsDeleted_answersItsQueries() throws {
        var bench = try Bench(rows: Self.large)
        _ = bench.pass(
            .serve(.query(Bench.query(1, Self.all))), .serve(.query(Bench.query(2, Self.all))))
        _ = bench.pass(.delete)
        #expect(Self.notified(bench.handle(.deleted(.done))) == ["fail 2"])
    }

    @Test func headOfALongList_isTakenElsewhere_whileEditsGoOn() throws {
        var bench = try Bench(rows: Self.large)
        _ = bench.edit()
        let later = Moment(loop: 200, wall: 2_000)
        #expect(Self.notified(bench.machine.handle(.due(.head), now: later)) == ["head of 1"])
        _ = bench.pass(.edit(edit(2, [rename("r1", "next")])))
        #expect(!bench.machine.isQuiet)
    }

    @Test func deliveriesThatAreStopped_waitInOrder_andOthersGoOn() {
        var steps = SequencerSteps()
        let bestEffort = SequencerEffect.broadcast(.bestEffort(Frame(text: [])))
        steps.append(.effect(.note(.journalRecovered)))
        steps.append(.effect(bestEffort))
        steps.append(.effect(.delete))
        steps.stop()
        steps.append(.leave(1, .ending))
        steps.append(.effect(.wake(after: nil, .passEnd)))
        func next() -> String? {
            switch steps.next() {
            case .effect(.note): "note"
            case .effect(.broadcast(.bestEffort)): "offer"
            case .effect(.delete): "delete"
            case .effect(.wake(nil, .passEnd)): "await"
            case .leave: "leave"
            case nil: nil
            default: "another"
            }
        }
        #expect([next(), next(), next(), next()] == ["note", "delete", "await", nil])
        #expect(!steps.isEmpty)
        steps.resume()
        #expect([next(), next(), next()] == ["offer", "leave", nil])
        #expect(steps.isEmpty)
    }
}
