import Foundation
import HistoryChecking
import HistoryLoad
import JSON
import ListEditing
import ListJournal
import ListProtocol
import Logging
import Testing
import TextBytes
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListJournal
@testable import ListWebhooks
@testable import ServerTesting

/// Three servers on the streams of one cluster, or one on a store, with the clients of `lockstep check` in sessions
/// of theirs.
///
/// The clients edit, undo, create and delete lists, hold windows, lose connections and come back on
/// another server; servers are paused, killed and cut off meanwhile, streams lose their leaders, and disks their
/// power. What the clients were told is judged by the eleven properties of a history.
struct CheckedServers {
    let time: SimulatedTime
    let trace: Trace
    private let storage: any SimulatedStorage
    private let receiver: SimulatedReceiver
    private let script: SimulationScript
    private let isCovered: Bool

    /// A server, with what it stores its lists in.
    private struct Member {
        let server: SimulatedServer
        let journal: any Journal
        let hooks: Hooks
    }

    /// Seconds by which the clock of each server is ahead.
    private static let ahead = [0, 0.3, -3_600, 7_200]

    private let began: Double
    private var members: [Member] = []
    private var servers: [SimulatedServer] { members.map(\.server) }
    private let clients: SharedClients
    private let caller: SimulatedCaller
    private var serversMade = 0

    /// - Parameters:
    ///   - isTold: Whether its ``story`` is wanted.
    ///   - isCovered: Whether it is wanted what was ``sent``, and the ``recordMembers``.
    init(_ script: SimulationScript, isNotified: Bool, isCovered: Bool = false) throws {
        self.script = script
        self.isCovered = isCovered
        time = SimulatedTime(seed: UInt64(script.seed))
        began = time.now
        trace = Trace(in: time, isKept: isNotified)
        storage =
            switch script.storage {
            case .disk: try SimulatedStore(script, in: time, trace)
            case .streams: try SimulatedCluster(script, in: time, trace)
            }
        receiver = SimulatedReceiver(in: time, trace)
        var settings = SimulationSettings(prefix: "c")
        settings.seed = UInt64(script.seed)
        (settings.clients, settings.lists) = (script.clients, 1)
        clients = SharedClients(
            SimulatedClients(settings), notesKinds: isCovered, in: time, trace)
        caller = SimulatedCaller(
            on: "\(settings.prefix)-0", mayBeStale: script.deposesLeaders, in: time, trace)
        for _ in 0..<script.storage.servers { members.append(try makeMember()) }
        try #require(servers[0].start())
        for plan in clients.lists { try #require(servers[0].create(Self.description(of: plan))) }
        for server in servers.dropFirst() { try #require(server.start()) }
    }

    private mutating func makeMember() throws -> Member {
        serversMade += 1
        let name = "server-\(serversMade)"
        let journal = try storage.open(for: name)
        let hook = Hook(
            name: "h", url: "http://h/", lists: .all, events: [.changed, .created, .deleted],
            secrets: [])
        let hooks = Hooks(
            [hook], of: "",
            reader: HookReader(
                journal: journal, base: "", now: { [time] in Int(time.now * 1_000) }),
            timing: time.hookTiming, log: Logger(label: name) { _ in SwiftLogNoOpLogHandler() }
        ) { [receiver] _, event in
            await receiver.take(event, from: name)
        }
        return Member(
            server: try SimulatedServer(
                name, on: journal, in: time, ahead: Self.ahead[serversMade % Self.ahead.count],
                keeping: script.keptSets, hooks: hooks),
            journal: journal, hooks: hooks)
    }

    private static func description(of plan: ListPlan) throws -> CreateList {
        let message = Array(#"{"type":"create","#.utf8) + plan.body.dropFirst()
        guard case .messages(let messages) = ClientFrame.decode(message, limits: ProtocolLimits()),
            case .message(.create(let list))? = messages.first
        else { throw ListRefusal.unavailable }
        return list
    }

    // MARK: Running

    /// Seconds in which the clients are all answered once nothing goes wrong any more.
    private static let patience = 300.0

    /// Does what the script says, then waits until all is quiet.
    ///
    /// - Returns: What is wrong.
    mutating func run() throws -> [String] {
        defer { storage.end() }
        do {
            return try judged()
        } catch let error as JournalError {
            return ["a server does not start: \(error)"]
        }
    }

    private mutating func judged() throws -> [String] {
        clients.begin(on: servers)
        guard wait(Self.patience, until: { clients.isSettled }) else {
            return ["not every client could open its lists"]
        }
        setFaulty(true)
        clients.load()
        caller.load(servers)
        let end = time.now + script.seconds
        for disturbance in script.disturbances {
            wait(disturbance.after)
            try perform(disturbance)
        }
        wait(max(0, end - time.now))
        clients.settle()
        caller.settle()
        guard wait(Self.patience, until: { clients.isSettled && caller.isSettled }) else {
            return clients.unsettled + (caller.isSettled ? [] : ["the caller waits for an answer"])
        }
        if script.storage == .disk {
            // What was answered is there without what is not synced.
            try kill(0, losing: .everything)
            guard wait(Self.patience, until: { clients.isSettled }) else {
                return ["not every client could open its lists again"]
            }
        }
        let states = try readAll()
        // A leader that was deposed answers with what it knew.
        let report = HistoryReport(
            clients.history,
            allowsStaleOpens: script.deposesLeaders)
        let problems = report.broken.isEmpty ? [] : report.lines()
        return problems + states + servers.flatMap(\.damages)
            + [clients.failure].compactMap(\.self).filter(isFault)
    }

    /// Whether a client must not be told so.
    ///
    /// Where messages get lost, servers may take the newer of two sessions of a client for the older one.
    private func isFault(_ failure: String) -> Bool {
        !(script.losesMessages && failure.hasSuffix("(replaced)"))
    }

    /// The types of messages, and the operations of edits, that clients sent.
    var sent: Set<String> { clients.sent }

    /// The members of the records that were stored.
    private(set) var recordMembers: Set<String> = []

    /// What became of edits that one server sent to another.
    var forwardings: [SimulatedServer.Forwardings] { servers.map(\.forwardings) }

    /// The files of which timers were set.
    var timers: Set<String> { time.timers }

    /// The methods and routes that were used over HTTP.
    var routes: Set<String> { caller.routes }

    /// How much time went by.
    var seconds: Double { time.now - began }

    /// What happened, for people.
    var story: [String] { trace.lines + servers.flatMap(\.errorLines) }

    /// Waits for so many seconds; false: the condition has not come true by then.
    @discardableResult
    private func wait(_ seconds: Double, until condition: () -> Bool = { false }) -> Bool {
        let (end, isOver) = (time.now + seconds, Flag())
        time.after(seconds) { isOver.set() }
        return time.run { isOver.isSet || time.now > end || condition() } && condition()
    }

    private func setFaulty(_ isFaulty: Bool) {
        storage.setFaulty(isFaulty)
        receiver.setFaulty(isFaulty)
    }

    private mutating func perform(_ disturbance: Disturbance) throws {
        let server = members[disturbance.server].server
        trace.note("\(disturbance.kind) \(server.name)")
        let end = storage.disturb(disturbance, server.name)
        switch disturbance.kind {
        case .kill: try kill(disturbance.server, losing: .nothing)
        case .pause:
            time.suspend(server.name)
            wait(disturbance.lasts)
            time.resume(server.name)
        case .powerCut:
            wait(disturbance.lasts) { storage.isDead }
            let isHard = time.isTrue(oneIn: 2)
            try kill(disturbance.server, losing: isHard ? .everything : .sectors)
        case .broken:
            let (isKilled, refused) = (time.isTrue(oneIn: 2), caller.listsRefused)
            wait(disturbance.lasts) { isKilled && caller.listsRefused > refused }
            // What could not be written a moment ago may be there all the same.
            if isKilled { try kill(disturbance.server, losing: .nothing) }
        case .cutOff, .isolation, .election, .full: wait(disturbance.lasts)
        }
        end()
    }

    /// Kills a server, and starts another one in its place, again where it cannot.
    private mutating func kill(_ place: Int, losing loss: SimulatedDisk.Loss) throws {
        let killed = members[place]
        time.suspend(killed.server.name)
        receiver.forget(killed.server.name)
        Task.detached(executorPreference: time) { await killed.hooks.stop() }
        clients.lost(killed.server)
        caller.lost(killed.server)
        storage.lose(killed.server.name, killed.journal, losing: loss)
        members[place] = try makeMember()
        // It takes connections once it knows the lists.
        for _ in 0..<10 where members[place].server.start() {
            clients.found(members[place].server)
            caller.found(members[place].server)
            return
        }
    }

    /// Reads every list on every server.
    ///
    /// - Returns: Where servers differ.
    private mutating func readAll() throws -> [String] {
        setFaulty(false)
        guard time.settle(while: { storage.isWriting }) else {
            return ["something goes on for ever"]
        }
        let reader = storage.reader(members[0].journal)
        var problems: [String] = []
        guard let heads = time.wait(for: { try? await reader.heads() }).flatMap(\.self) else {
            return ["the heads of the lists cannot be read"]
        }
        for plan in clients.lists + clients.transientLists {
            let list = ListID(plan.name)
            let head = heads.first { $0.list.isSame(as: plan.name) }
            let sets = try head.map { try changes(of: $0, by: reader) } ?? []
            for server in servers {
                guard let head else {
                    if server.hasList(list) { problems.append("\(server.name) has a deleted list") }
                    continue
                }
                if !noteSnapshot(of: head, on: server, oldest: sets.first?.revision ?? 0) {
                    problems.append("\(server.name) does not reach the journal of \(plan.name)")
                }
            }
            let times = sets.map(\.at)
            if times != times.sorted() { problems.append("the times of \(plan.name) fall") }
            if plan.name == clients.lists.first?.name {
                let versions = time.wait { (try? await reader.versions(list: plan.name)) ?? [] }
                problems += caller.problems(
                    sets: sets.map(\.encoded), isWhole: sets.first?.revision == 1,
                    lists: heads.map(\.list),
                    versions: (versions ?? []).map(\.name))
            }
        }
        clients.note(.quiet)
        for _ in 0..<60 where receiver.problems(with: heads) != [] { wait(5) }
        return problems + receiver.problems(with: heads)
    }

    /// Notes what a record holds, without what its sets and inverses do.
    private mutating func note(_ value: JSONValue, depth: Int) {
        for element in value.array ?? [] { note(element, depth: depth) }
        guard depth < 2 else { return }
        for member in value.object?.members ?? [] {
            recordMembers.insert(member.name)
            note(member.value, depth: depth + 1)
        }
    }

    /// Asks a server for a list, and for its history, over HTTP, and notes the answers.
    ///
    /// - Parameter oldest: The oldest revision whose set the journal has: what is before it cannot be had any more.
    /// - Returns: Whether the server has the revision that the journal has.
    private func noteSnapshot(
        of head: ListHead, on server: SimulatedServer, oldest: Int
    ) -> Bool {
        let path = ["api", "lists", head.list]
        for _ in 0..<20 {
            if let answer = ask(SimulatedRequest(segments: path), server), answer.status == 200,
                let revision = try? JSONReader.read(answer.body).object?["revision"]?.whole,
                revision == head.position.revision
            {
                let tag = answer.headers.first { $0.name.isSame(as: "etag") }?.value
                clients.note(
                    .snapshot(list: head.list, tag: tag, body: ReceivedFrame(answer.body)))
                let kept = max(0, revision - script.keptSets)
                for since in [0, max(0, oldest - 2), kept, revision / 2, revision] {
                    let query = [("since", "\(since)"), ("epoch", head.epoch)]
                    let request = SimulatedRequest(segments: path + ["changes"], query: query)
                    guard let answer = ask(request, server), answer.status < 500 else { continue }
                    clients.note(
                        .changes(
                            list: head.list, epoch: head.epoch, since: since, isKept: since >= kept,
                            status: answer.status, body: ReceivedFrame(answer.body)))
                }
                return true
            }
            wait(5)
        }
        return false
    }

    private func ask(_ request: SimulatedRequest, _ server: SimulatedServer) -> HTTPResponse? {
        time.wait { [time] in
            await withCheckedContinuation { continuation in
                request.send(to: server, in: time) { continuation.resume(returning: $0) }
            }
        }.flatMap(\.self)
    }

    /// Notes what the journal has of a list's history.
    ///
    /// - Returns: Its sets.
    private mutating func changes(of head: ListHead, by reader: any Journal) throws
        -> [CommittedChange]
    {
        let read = time.wait { () -> [StoredRecord]? in
            var (records, place) = (
                [StoredRecord](), JournalPosition(revision: 0, token: 0, place: 0)
            )
            while let more = try? await reader.read(list: head.list, after: place, limit: 1_000),
                let last = more.last
            {
                records += more
                place = last.position
            }
            return records
        }
        let sets = try (read.flatMap(\.self) ?? []).flatMap {
            try ListRecord(decoding: $0.body).sets
        }
        if isCovered {
            for record in read.flatMap(\.self) ?? [] {
                note(try JSONReader.read(record.body), depth: 0)
            }
        }
        guard let first = sets.first?.revision, let last = sets.last?.revision else { return [] }
        let history = Catchup(
            list: ListID(head.list), epoch: head.epoch, from: first - 1, revision: last,
            sets: sets.map(\.encoded), counts: nil)
        clients.note(
            .changes(
                list: head.list, epoch: head.epoch, since: first - 1, isKept: true,
                status: 200, body: ReceivedFrame(history.encoded)))
        return sets
    }
}
