import Foundation
import HistoryChecking
import HistoryLoad
import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing

@testable import ListServer

/// Three servers on one journal, with the clients of `lockstep check` in sessions of theirs.
///
/// The clients edit, undo, create and delete lists, hold windows, lose connections and come back on
/// another server; servers are paused, killed and cut off meanwhile. What the clients were told is judged
/// by the eleven properties of a history.
struct CheckedServers {
    let time: SimulatedTime
    let trace: Trace
    private let journal = MemoryJournal()
    private let bus: SimulatedBus
    private let script: SimulationScript
    private var servers: [SimulatedServer] = []
    private let clients: SharedClients
    private var serversMade = 0

    /// - Parameter isTold: Whether its ``story`` is wanted.
    init(_ script: SimulationScript, isTold: Bool) throws {
        self.script = script
        time = SimulatedTime(seed: UInt64(script.seed))
        trace = Trace(in: time, isKept: isTold)
        bus = SimulatedBus(in: time, script.losesMessages ? .all : .none)
        var settings = SimulationSettings(prefix: "c")
        settings.seed = UInt64(script.seed)
        (settings.clients, settings.lists) = (script.clients, 1)
        clients = SharedClients(SimulatedClients(settings), in: time, trace)
        for _ in 0..<SimulationScript.servers { servers.append(try makeServer()) }
        try #require(servers[0].start())
        for plan in clients.lists { try #require(servers[0].create(Self.description(of: plan))) }
        for server in servers.dropFirst() { try #require(server.start()) }
    }

    private mutating func makeServer() throws -> SimulatedServer {
        serversMade += 1
        return try SimulatedServer(
            "server-\(serversMade)", on: journal, in: time, ahead: 0, trace, bus: bus)
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
        let report = HistoryReport(clients.history)
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
    var story: [String] { trace.lines }

    /// Waits for so many seconds; false: the condition has not come true by then.
    @discardableResult
    private func wait(_ seconds: Double, until condition: () -> Bool = { false }) -> Bool {
        let (end, isOver) = (time.now + seconds, Flag())
        time.after(seconds) { isOver.set() }
        return time.run { isOver.isSet || time.now > end || condition() } && condition()
    }

    private mutating func perform(_ disturbance: Disturbance) throws {
        let server = servers[disturbance.server]
        trace.note("\(disturbance.kind) \(server.name)")
        switch disturbance.kind {
        case .pause:
            time.suspend(server.name)
            wait(disturbance.lasts)
            time.resume(server.name)
        case .kill:
            time.suspend(server.name)
            bus.cut(server.name)
            servers[disturbance.server] = try makeServer()
            clients.lost(server, servers)
            _ = servers[disturbance.server].start()
        case .cutOff:
            bus.cut(server.name)
            wait(disturbance.lasts)
            bus.mend(server.name)
        }
    }

    /// Reads every list on every server.
    ///
    /// - Returns: Where servers differ.
    private func readAll() throws -> [String] {
        guard time.settle(servers) else { return ["something goes on for ever"] }
        var problems: [String] = []
        for plan in clients.lists + clients.transientLists {
            let list = ListID(plan.name)
            let head = journal.head(of: list.text)
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
            if let head { try noteChanges(of: head) }
        }
        clients.note(.quiet)
        return problems
    }

    /// Notes what the journal has of a list's history.
    private func noteChanges(of head: ListHead) throws {
        let sets = try journal.records(of: head.list).flatMap {
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
