import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import SeededRandom
import WebSocketTransport

@testable import ListServer

/// A sequencer's machine in a simulated environment: a seed determines when each outcome comes, and which.
///
/// The environment is a journal (an array of records), readers that apply what they receive, and a record
/// of the answers to each edit. It checks the machine's invariants after each step, and at the end.
struct SequencerSimulation {
    private(set) var machine: SequencerMachine
    private(set) var problems: [String] = []
    var told: [ClientID: [Int: [Told]]] = [:]
    var readers: [Reader]
    var journal: SimulatedJournal
    var isDeleted = false
    var random: SplitMix64
    var outcomes: [SequencerCommand] = []
    private var later: [SequencerCommand] = []
    /// How often the head could not be read: who asked for it may get an older state then.
    var unansweredHeads = 0
    /// Records that are stored, and that whoever follows the journal is told of later.
    private var following: [StoredRecord] = []
    var now = SequencerMachine.Moment(loop: 0, wall: 1_000)
    var nextID: [ClientID: Int] = [:]
    /// What each client has sent, to be made anew where it sends it again.
    var sent: [ClientID: [Int: () -> EditRequest]] = [:]
    /// The requests of each client's connection that are not answered yet, by id: more than one where the
    /// client has sent it again.
    ///
    /// What is answered to those of an earlier connection gets lost.
    var open: [ClientID: [Int: [EditRequest]]] = [:]
    /// Clients that were told that the list cannot be read: once they have it again, they send again what
    /// was not answered.
    var areTurnedAway: Set<ClientID> = []
    /// Those of them that have it again.
    var areBack: [ClientID] = []
    var queries: SimulatedQueries
    /// Whether every effect succeeds at once.
    private var alwaysSucceeds = false
    /// Whether another server appends to the same list.
    let isShared: Bool

    init(seed: UInt64, clients: Int, isShared: Bool = false) throws {
        random = SplitMix64(seed: seed)
        self.isShared = isShared
        let origin = try makeList(["a", "b", "c", "d"])
        journal = SimulatedJournal(origin)
        queries = SimulatedQueries(origin)
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 4,
            position: JournalPosition(revision: 0, token: 0))
        var options = HistoryOptions()
        options.inMemory = 3
        options.snapshotEvery = 1_000_000
        // Outcomes come later than this now and then.
        options.appendSeconds = 1
        machine = SequencerMachine(
            head, limits: ProtocolLimits(), options: options, isShared: isShared, now: 0)
        readers = (0..<clients).map { Reader(client: ClientID("client-\($0)")) }
    }

    // MARK: Running

    /// Lets so many things happen, then everything that is under way come to its end.
    mutating func run(steps: Int) {
        for _ in 0..<steps { happen() }
        alwaysSucceeds = true
        for _ in 0..<2_000 where !isAtRest { advance() }
        if !queries.unanswered.isEmpty { note("readers \(queries.unanswered) have no answer") }
        // A list that could not be read is tried again after a while.
        now.loop += 5
        for index in readers.indices where !isDeleted { join(index, sinceKnown: true) }
        for _ in 0..<2_000 where !isAtRest { advance() }
        areTurnedAway = []
        resendAll()
        for index in readers.indices where !isDeleted { join(index, sinceKnown: true) }
        for _ in 0..<2_000 where !isAtRest { advance() }
        problems += problemsAtEnd()
    }

    private var isAtRest: Bool {
        outcomes.isEmpty && later.isEmpty && following.isEmpty && machine.isQuiet
    }

    private mutating func happen() {
        now.loop += Double.random(in: 0...0.01, using: &random)
        switch Int.random(in: 0..<23, using: &random) {
        case 0..<8: sendEdit()
        case 20...: query(Int.random(in: readers.indices, using: &random))
        case 8..<14: advance()
        case 14, 15:
            join(
                Int.random(in: readers.indices, using: &random), sinceKnown: .random(using: &random)
            )
        case 16: handle(.idle(since: now.loop))
        case 17: handle(.reclaim)
        case 18:
            if Int.random(in: 0..<200, using: &random) == 0 { handle(.delete) }
            if isShared { overtake() }
        default:
            if Bool.random(using: &random) { resendOne() } else { reconnect() }
        }
    }

    /// Delivers one outcome, in any order, or lets time pass.
    private mutating func advance() {
        if !outcomes.isEmpty, alwaysSucceeds || Bool.random(using: &random) {
            handle(outcomes.remove(at: Int.random(in: outcomes.indices, using: &random)))
        } else if !following.isEmpty, Bool.random(using: &random) {
            follow()
        } else if !later.isEmpty {
            now.loop += 2
            handle(later.removeFirst())
        } else if alwaysSucceeds {
            now.loop += 2
            handle(.passEnded)
        }
    }

    /// Tells of the next record that is stored, mostly: some must be read, some but the last are missing.
    private mutating func follow() {
        let record = following.removeFirst()
        if !following.isEmpty, Int.random(in: 0..<20, using: &random) == 0 { return }
        let isLong = Int.random(in: 0..<20, using: &random) == 0
        let head = ListHead(
            list: "l", epoch: "e", title: "T", rows: 0, position: record.position)
        let isWatched = readers.contains { $0.isJoined || $0.isAsking }
        let followed = FollowedRecord(.changed(isLong ? nil : record), head: head, writer: "w")
        handle(.followed(followed, isWatched: isWatched))
    }

    mutating func handle(_ command: SequencerCommand) {
        switch command {
        case .headOverdue, .headRead(_, .failure): unansweredHeads += 1
        default: break
        }
        for effect in machine.handle(command, now: now) { perform(effect) }
        checkHistory()
        guard let client = areBack.popLast() else { return }
        for (id, make) in (sent[client] ?? [:]).sorted(by: { $0.key < $1.key })
        where !(told[client]?[id] ?? []).contains(where: { $0 != .withheld }) {
            submit(make())
        }
    }

    // MARK: Performing effects

    private mutating func perform(_ effect: SequencerEffect) {
        switch effect {
        case .awaitPassEnd: outcomes.append(.passEnded)
        case .wake(_, let command): later.append(command)
        case .load(let head, let mayBeLater): load(head, mayBeLater)
        case .readHead(let number): readHead(number)
        case .readMissed(let position): readMissed(behind: position)
        case .work(let work, let box):
            guard var list = box.take() else { return note("work without a list") }
            let outcome = work.run(on: &list)
            outcomes.append(.worked(outcome, ListTransfer(list)))
        case .append(let record, let expected): append(record, expected)
        case .settle(let record, let expected):
            let head = ListHead(
                list: "l", epoch: "e", title: "T", rows: 0, position: position)
            let isOurs = journal.contains(record, behind: expected)
            outcomes.append(.settled(isDeleted ? .gone : isOurs ? .ours(head) : .other(head)))
        case .readHistory(let range): read(range)
        case .readPast(let revision): readPast(revision)
        case .encode(let list, let hasAuthors):
            outcomes.append(
                .encoded(
                    EncodedSnapshot(list, id: ListID("l"), epoch: "e", hasAuthors: hasAuthors)))
        case .forward, .readSet, .seek, .decline: note("there is no other server")
        case .compact: note("nothing is to be compacted here")
        case .delete:
            let isDone = alwaysSucceeds || Bool.random(using: &random)
            if isDone { isDeleted = true }
            outcomes.append(.deleted(isDone ? .done : .failed))
        case .answer(let entries, _):
            for entry in entries { tell(entry.request, .answer(entry.outcome)) }
        case .refuse(let request, let rejection): tell(request, .answer(.rejected(rejection)))
        case .withhold(let requests): for request in requests { tell(request, .withheld) }
        case .publish(let frame, let revision): publish(frame, after: revision)
        case .admit(let join, let revision, _, _, let sentFrom):
            admit(Int(join.connection), revision, from: sentFrom)
        case .turnAway(let join, _): readers[Int(join.connection)].isAsking = false
        case .readQuery(let query, let list):
            let (outcome, problem) = queries.read(query, list, held: reader(of: query)?.revision)
            if let problem { note(problem) }
            outcomes.append(outcome)
        case .answerQuery(let query, let reply):
            let (resync, problem) = queries.take(reply, query, held: reader(of: query)?.revision)
            if let problem { note(problem) }
            if let resync { outcomes.append(.resync(resync)) }
        case .catchUp(let connection, _, _, let revision):
            guard queries.isStandingStill(Int(connection)) else { return }
            readers[Int(connection)].revision = revision
            queries.caughtUp(Int(connection))
        case .rememberRow, .offer, .offerHead, .respond, .finishDeletion, .release, .discard, .note:
            break
        case .closeAll(let absence):
            for index in readers.indices {
                if absence == .unavailable { areTurnedAway.insert(readers[index].client) }
                readers[index].isJoined = false
                queries.end(index)
            }
        }
    }

    private func reader(of query: QueryRequest) -> Reader? {
        if case .session(let connection, _) = query.asker { readers[Int(connection)] } else { nil }
    }
    var position: JournalPosition { journal.position }

    private mutating func append(_ record: JournalRecord, _ expected: JournalPosition) {
        guard expected == position, !isDeleted else {
            return outcomes.append(.appended(.conflict))
        }
        let fate = alwaysSucceeds ? 9 : Int.random(in: 0..<10, using: &random)
        do {
            if fate > 0 { try store(record) }
        } catch {
            note("a record does not replay: \(error)")
        }
        switch fate {
        case 0:
            // Nothing is stored, for one reason or another.
            let reasons: [AppendOutcome] = [.unknown("so"), .refused("so"), .conflict]
            outcomes.append(.appended(reasons.randomElement(using: &random) ?? .conflict))
        case 1: outcomes.append(.appended(.unknown("so")))
        default: outcomes.append(.appended(.committed(position)))
        }
    }

    mutating func store(_ record: JournalRecord) throws {
        try queries.stored(journal.append(record), at: record.at)
        if isShared, let stored = journal.records.last { following.append(stored) }
    }

    private mutating func readHead(_ number: Int) {
        if !alwaysSucceeds, Int.random(in: 0..<8, using: &random) == 0 {
            return outcomes.append(.headRead(number: number, .failure(.unavailable("not now"))))
        }
        let head = ListHead(list: "l", epoch: "e", title: "T", rows: 0, position: position)
        outcomes.append(.headRead(number: number, .success(isDeleted ? nil : head)))
    }

    private mutating func readMissed(behind position: JournalPosition) {
        if !alwaysSucceeds, Int.random(in: 0..<8, using: &random) == 0 {
            return outcomes.append(.missedRead(.failure(.unavailable("not now"))))
        }
        let missed = journal.records.filter { $0.position.token > position.token }
        let count = Int.random(in: 1...4, using: &random)
        outcomes.append(.missedRead(.success(Array(missed.prefix(count)))))
    }

    private mutating func load(_ head: ListHead, _ mayBeLater: Bool) {
        if !alwaysSucceeds, Int.random(in: 0..<8, using: &random) == 0 {
            return outcomes.append(.loaded(.failure(.unavailable("not now"))))
        }
        do {
            var (list, reached) = try journal.list(
                through: mayBeLater ? .max : head.position.token)
            list.trimHistory(to: Int.random(in: 0...9, using: &random), bytes: .max)
            let stored = RestoredList(
                list: ListTransfer(list), position: reached, compaction: CompactionPolicy())
            outcomes.append(.loaded(.success(stored)))
        } catch {
            note("the log does not replay: \(error)")
        }
    }

    private mutating func read(_ range: HistoryRange) {
        if !alwaysSucceeds, Int.random(in: 0..<8, using: &random) == 0 {
            return outcomes.append(.historyRead(range, .failure(.unavailable("not now"))))
        }
        do {
            outcomes.append(.historyRead(range, .success(try journal.older(range))))
        } catch {
            note("history cannot be read: \(error)")
        }
    }

    private mutating func readPast(_ revision: Int) {
        switch alwaysSucceeds ? 9 : Int.random(in: 0..<10, using: &random) {
        case 0: outcomes.append(.pastRead(revision, .failure(.unavailable("not now"))))
        case 1: outcomes.append(.pastRead(revision, .success(.gone)))
        default:
            do {
                outcomes.append(
                    .pastRead(revision, .success(.kept(try journal.state(at: revision)))))
            } catch {
                note("revision \(revision) cannot be read: \(error)")
            }
        }
    }

    // MARK: What must hold

    mutating func note(_ problem: String) { problems.append(problem) }

    /// History in memory is that of the journal as far as it is stored, without a gap.
    private mutating func checkHistory() {
        let sets = journal.sets.prefix(machine.position.revision)
        let problem = machine.inspect { list -> String? in
            let start = list.history.start
            for (offset, set) in list.history.sets(after: start).enumerated()
            where start + offset < sets.count && sets[start + offset] != set {
                return "the history from \(start) on has another set \(start + offset + 1)"
            }
            return list.history.end == list.list.revision
                ? nil : "the history ends at \(list.history.end), not at \(list.list.revision)"
        }
        if let problem = problem ?? nil { note(problem) }
    }

    private mutating func tell(_ request: EditRequest, _ news: Told) {
        let client = request.author.client
        if case .answer(.applied(let revision, _, _)) = news, revision > position.revision {
            note("revision \(revision) is answered before it is stored")
        }
        guard let requests = open[client]?[request.id],
            let place = requests.firstIndex(where: { $0 === request })
        else { return }
        if news == .withheld { areTurnedAway.insert(client) }
        open[client]?[request.id] =
            requests.count == 1 ? nil : requests.indices.filter { $0 != place }.map { requests[$0] }
        let before = told[client]?[request.id] ?? []
        if before.contains(where: { $0 != .withheld }), case .answer(let answer) = news {
            if case .duplicate = answer {
            } else if !before.contains(.answer(answer)) || !answer.isRefusal {
                note("\(client.text) \(request.id) is answered \(before) and then \(answer)")
            }
        }
        told[client, default: [:]][request.id, default: []].append(news)
    }

    private mutating func publish(_ frame: Frame, after revision: Int) {
        guard let made = journal.revisions(in: frame, after: revision) else {
            return note("sets are published before they are stored")
        }
        let counts = SimulatedJournal.counts(in: frame)
        if counts != queries.counts(at: made.upperBound) {
            note("the sets \(made) are published with the rows \(counts)")
        }
        for index in readers.indices
        where readers[index].isJoined && !queries.isStandingStill(index) {
            for set in made { take(set, by: index) }
        }
    }

    private mutating func take(_ set: Int, by index: Int) {
        guard let known = readers[index].revision else { return note("a set without a state") }
        if set <= known { return }
        if set != known + 1 { note("reader \(index) at \(known) is sent \(set)") }
        readers[index].revision = set
    }

    private mutating func admit(_ index: Int, _ revision: Int, from sentFrom: Int) {
        readers[index].isAsking = false
        readers[index].isJoined = true
        let client = readers[index].client
        if areTurnedAway.remove(client) != nil { areBack.append(client) }
        if revision < readers[index].revision ?? 0, revision == sentFrom {
            note("reader \(index) goes back from \(readers[index].revision ?? 0) to \(revision)")
        }
        if isShared, let asked = readers[index].asked, asked.unansweredHeads == unansweredHeads,
            max(revision, machine.position.revision) < asked.revision
        {
            note("reader \(index) asked at \(asked.revision) and is told \(revision)")
        }
        if revision > position.revision { note("a state is read before it is stored") }
        // With the state come the sets that were made while it was encoded.
        readers[index].revision = max(revision, machine.position.revision)
    }
}
