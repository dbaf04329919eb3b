import Foundation
import HistoryChecking
import HistoryLoad
import ListEditing
import ListJournal
import ListProtocol
import Logging
import NATS
import Testing
import TextBytes

@testable import ListJournal
@testable import ListServer

/// Three servers on the streams of one cluster, with the clients of `lockstep check` in sessions of theirs.
///
/// The clients edit, undo, create and delete lists, hold windows, lose connections and come back on
/// another server; servers are paused, killed and cut off meanwhile, and streams lose their leaders. What
/// the clients were told is judged by the eleven properties of a history.
struct CheckedServers {
    let time: SimulatedTime
    let trace: Trace
    private let layout: StreamLayout
    private let streams: SimulatedStreams
    private let bus: SimulatedBus
    private let receiver: SimulatedReceiver
    private let script: SimulationScript
    /// A server, with its way to the streams.
    private struct Member {
        let server: SimulatedServer
        let connection: SimulatedStreamClient
        let journal: JetStreamJournal
        let hooks: Hooks
    }

    private var members: [Member] = []
    private var servers: [SimulatedServer] { members.map(\.server) }
    private let clients: SharedClients
    private var serversMade = 0

    /// - Parameter isTold: Whether its ``story`` is wanted.
    init(_ script: SimulationScript, isTold: Bool) throws {
        self.script = script
        time = SimulatedTime(seed: UInt64(script.seed))
        trace = Trace(in: time, isKept: isTold)
        bus = SimulatedBus(in: time, script.losesMessages ? .all : .none)
        layout = try #require(StreamLayout())
        streams = SimulatedStreams(layout, in: time)
        receiver = SimulatedReceiver(in: time, trace)
        var settings = SimulationSettings(prefix: "c")
        settings.seed = UInt64(script.seed)
        (settings.clients, settings.lists) = (script.clients, 1)
        clients = SharedClients(SimulatedClients(settings), in: time, trace)
        for _ in 0..<SimulationScript.servers { members.append(try makeMember()) }
        try #require(servers[0].start())
        for plan in clients.lists { try #require(servers[0].create(Self.description(of: plan))) }
        for server in servers.dropFirst() { try #require(server.start()) }
    }

    private mutating func makeMember() throws -> Member {
        serversMade += 1
        let name = "server-\(serversMade)"
        let connection = SimulatedStreamClient(of: name, to: streams, in: time, trace)
        let journal = makeJournal(on: connection, .serving, writer: name)
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
            server: try SimulatedServer(name, on: journal, in: time, hooks: hooks),
            connection: connection, journal: journal, hooks: hooks)
    }

    private func makeJournal(
        on connection: SimulatedStreamClient, _ purpose: JetStreamJournal.Purpose, writer: String
    ) -> JetStreamJournal {
        var options = JetStreamJournal.Options(
            NATSConfiguration(urls: []), setup: ClusterSetup(layout: layout),
            limits: (inFlight: 256, undo: 100))
        options.purpose = purpose
        return JetStreamJournal(
            options, on: connection, time: time.journalTime, writer: writer,
            bus: bus.endpoint(of: writer))
    }

    private static func description(of plan: ListPlan) throws -> CreateList {
        let message = Array(#"{"type":"create","#.utf8) + plan.body.dropFirst()
        guard case .messages(let messages) = ClientFrame.decode(message, limits: ProtocolLimits()),
            case .message(.create(let list))? = messages.first
        else { throw ListRegistry.Refusal.unavailable }
        return list
    }

    // MARK: Running

    /// Seconds in which the clients are all answered once nothing goes wrong any more.
    private static let patience = 300.0

    /// Does what the script says, then waits until all is quiet.
    ///
    /// - Returns: What is wrong.
    mutating func run() throws -> [String] {
        clients.begin(on: servers)
        guard wait(Self.patience, until: { clients.isSettled }) else {
            return ["not every client could open its lists"]
        }
        streams.setFaulty(true)
        receiver.setFaulty(true)
        clients.load()
        let end = time.now + script.seconds
        for disturbance in script.disturbances {
            wait(disturbance.after)
            try perform(disturbance)
        }
        wait(max(0, end - time.now))
        clients.settle()
        guard wait(Self.patience, until: { clients.isSettled }) else {
            return ["\(clients.unanswered) edits are not answered"]
        }
        let states = try readAll()
        // A leader that was deposed answers with what it knew.
        let report = HistoryReport(
            clients.history,
            allowsStaleOpens: script.disturbances.contains { $0.kind == .election })
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

    /// What happened, for people.
    var story: [String] { trace.lines + servers.flatMap(\.errorLines) }

    /// Waits for so many seconds; false: the condition has not come true by then.
    @discardableResult
    private func wait(_ seconds: Double, until condition: () -> Bool = { false }) -> Bool {
        let (end, isOver) = (time.now + seconds, Flag())
        time.after(seconds) { isOver.set() }
        return time.run { isOver.isSet || time.now > end || condition() } && condition()
    }

    private mutating func perform(_ disturbance: Disturbance) throws {
        let member = members[disturbance.server]
        let server = member.server
        trace.note("\(disturbance.kind) \(server.name)")
        switch disturbance.kind {
        case .pause:
            time.suspend(server.name)
            wait(disturbance.lasts)
            time.resume(server.name)
        case .kill: try kill(disturbance.server)
        case .cutOff:
            bus.cut(server.name)
            wait(disturbance.lasts)
            bus.mend(server.name)
        case .isolation:
            bus.cut(server.name)
            streams.cut(server.name)
            member.connection.disconnect()
            wait(disturbance.lasts)
            streams.mend(server.name)
            bus.mend(server.name)
        case .election:
            streams.halt(disturbance.server, for: disturbance.lasts)
            wait(disturbance.lasts)
        case .full:
            streams.setFull(true)
            wait(disturbance.lasts)
            streams.setFull(false)
        }
    }

    /// Kills a server, and starts another one in its place, again where it cannot.
    private mutating func kill(_ place: Int) throws {
        let killed = members[place]
        time.suspend(killed.server.name)
        bus.cut(killed.server.name)
        killed.connection.end()
        receiver.forget(killed.server.name)
        Task.detached(executorPreference: time) {
            await killed.hooks.stop()
            await killed.journal.close()
        }
        clients.lost(killed.server)
        members[place] = try makeMember()
        // It takes connections once it knows the lists.
        for _ in 0..<10 where members[place].server.start() {
            clients.found(members[place].server)
            return
        }
    }

    /// Reads every list on every server.
    ///
    /// - Returns: Where servers differ.
    private func readAll() throws -> [String] {
        streams.setFaulty(false)
        receiver.setFaulty(false)
        guard time.settle(while: { streams.isWriting }) else {
            return ["something goes on for ever"]
        }
        let reader = makeJournal(
            on: SimulatedStreamClient(of: "reader", to: streams, in: time, trace), .reading,
            writer: "reader")
        var problems: [String] = []
        guard let heads = time.wait(for: { try? await reader.heads() }).flatMap(\.self) else {
            return ["the heads of the lists cannot be read"]
        }
        for plan in clients.lists + clients.transientLists {
            let list = ListID(plan.name)
            let head = heads.first { $0.list.isSame(as: plan.name) }
            for server in servers {
                guard let head else {
                    if server.hasList(list) { problems.append("\(server.name) has a deleted list") }
                    continue
                }
                guard server.read(list, to: head.position.revision),
                    let snapshot = server.snapshot(of: list)
                else {
                    problems.append("\(server.name) does not reach the journal of \(plan.name)")
                    continue
                }
                clients.note(.snapshot(list: plan.name, tag: nil, body: ReceivedFrame(snapshot)))
            }
            if let head { try noteChanges(of: head, by: reader) }
        }
        clients.note(.quiet)
        for _ in 0..<60 where receiver.problems(with: heads) != [] { wait(5) }
        return problems + receiver.problems(with: heads)
    }

    /// Notes what the journal has of a list's history.
    private func noteChanges(of head: ListHead, by reader: JetStreamJournal) throws {
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
        guard let first = sets.first?.revision, let last = sets.last?.revision else { return }
        let history = Catchup(
            list: ListID(head.list), epoch: head.epoch, from: first - 1, revision: last,
            sets: sets.map(\.encoded), counts: nil)
        clients.note(
            .changes(
                list: head.list, epoch: head.epoch, since: first - 1, isKept: true,
                status: 200, body: ReceivedFrame(history.encoded)))
    }
}
