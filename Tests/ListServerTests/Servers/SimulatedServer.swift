import Foundation
import ListEditing
import ListJournal
import ListProtocol
import Logging
import MemoryJournal
import WebSocketTransport

@testable import ListServer

/// A server of a simulation: its registry and its sequencers, without sockets.
struct SimulatedServer {
    let name: String
    let loop: EventLoop
    let context: ServerContext
    let registry: ListRegistry
    private let time: SimulatedTime

    /// - Parameter seconds: By which its clock is ahead.
    init(
        _ name: String, on shared: MemoryJournal, in time: SimulatedTime, ahead seconds: Double,
        _ trace: Trace
    ) throws {
        self.name = name
        self.time = time
        loop = try time.makeLoop(name)
        let clock = time.clock(ahead: seconds)
        let journal = SimulatedConnection(of: name, to: shared, in: time, trace)
        let log = Logger(label: name) { _ in SwiftLogNoOpLogHandler() }
        var options = ServerOptions()
        // Often enough that each is reached.
        options.idleSeconds = 20
        options.history.snapshotEvery = 10
        options.history.inMemory = 20
        context = ServerContext(
            loop: loop, journal: journal, options: options, log: log, clock: clock,
            background: time.background,
            makeEpoch: { "e\(time.random { UInt32.random(in: .min ... .max, using: &$0) })" },
            health: Health(log: log, journal: journal),
            authenticator: Authenticator(nil, clock: clock))
        registry = ListRegistry(context: context)
    }

    /// Finds the lists of the journal; false where it cannot.
    func start() -> Bool { run { try await $0.start() } }

    /// Makes a list; false where it cannot.
    func create(_ list: CreateList) -> Bool { run { _ = try await $0.create(list).get() } }

    /// Deletes a list; false where it cannot.
    func delete(_ list: ListID) -> Bool { run { try await $0.delete(list).get() } }

    /// Has the registry do something; false where it cannot.
    private func run(_ work: @escaping @Sendable (ListRegistry) async throws -> Void) -> Bool {
        let (isEnded, isDone, registry) = (Flag(), Flag(), registry)
        Task.detached(executorPreference: time) {
            do {
                try await work(registry)
                isDone.set()
            } catch {}
            isEnded.set()
        }
        return time.run { isEnded.isSet } && isDone.isSet
    }

    /// Hands an edit over, in a pass of the loop.
    func submit(_ request: EditRequest, to list: ListID) {
        let registry = registry
        loop.execute {
            let sequencer = registry.assumeIsolated { $0.sequencer(of: list) }
            guard sequencer?.assumeIsolated({ $0.submit(request) }) != true else { return }
            request.submitter.answered(
                AnsweredEdit(request, .rejected(.unknownList(list))), in: list, counts: [],
                isDelivered: false)
        }
    }

    /// The list as the server has it in memory; nil: it has not.
    func state(of list: ListID) -> ListState? {
        let (registry, found, isRead) = (registry, Found(), Flag())
        loop.execute {
            let sequencer = registry.assumeIsolated { $0.sequencer(of: list) }
            found.state = sequencer?.assumeIsolated { $0.inspect { $0.list.state() } }
            isRead.set()
        }
        _ = time.run { isRead.isSet }
        return found.state
    }
}

/// Whether something has happened.
final class Flag: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var value = false

    var isSet: Bool { lock.withLock { unsafe value } }
    func set() { lock.withLock { unsafe value = true } }
}

/// The state of a list, on its way out of a loop.
private final class Found: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var value: ListState?

    var state: ListState? {
        get { lock.withLock { unsafe value } }
        set { lock.withLock { unsafe value = newValue } }
    }
}

/// A client of one server: sends an edit, waits for the answer and a moment, sends the next.
final class SimulatedClient: EditSubmitter {
    private let author: Author
    private let list: ListID
    private let server: SimulatedServer
    private let time: SimulatedTime
    private let trace: Trace
    private let count: Int
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var told: [Int: EditOutcome] = [:]

    init(
        _ name: String, of list: ListID, on server: SimulatedServer, edits count: Int,
        in time: SimulatedTime, _ trace: Trace
    ) {
        author = Author(client: ClientID(name), name: name)
        self.list = list
        self.server = server
        self.count = count
        self.time = time
        self.trace = trace
    }

    var client: ClientID { author.client }
    /// The answer to each edit.
    var answers: [Int: EditOutcome] { lock.withLock { unsafe told } }
    var isDone: Bool { answers.count == count }

    func begin() { send(1) }

    private func send(_ id: Int) {
        let row = time.random { ["a", "b", "c", "d"].randomElement(using: &$0) ?? "a" }
        let action: Action =
            switch time.random({ Int.random(in: 0..<5, using: &$0) }) {
            case 0, 1: move(row, time.random { Int.random(in: 0..<6, using: &$0) })
            case 2: rename(row, "\(client.text)-\(id)")
            case 3: move("none", 0)
            default:
                .insertRow(
                    row: RowID("\(client.text)-\(id)"), fields: Fields(), rules: RowRules(),
                    to: .index(section, 0))
            }
        send(id, action)
    }

    private func send(_ id: Int, _ action: Action) {
        let message = EditMessage(
            list: list, id: id, base: nil, epoch: nil,
            edit: .success(Edit(base: nil, actions: [action])))
        server.submit(EditRequest(message, author: author, submitter: self), to: list)
    }

    /// Sends an edit that changes nothing until it is stored: the server has the newest state then.
    func catchUp() -> Bool {
        for _ in 0..<10 {
            let id = answers.count + 1
            send(id, move("none", 0))
            guard time.run(until: { answers[id] != nil }) else { return false }
            guard case .rejected(let rejection) = answers[id] else { return false }
            if rejection.code == .unknownRow { return true }
        }
        return false
    }

    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {
        trace.note("\(client.text) \(edit.id): \(edit.outcome)")
        lock.withLock { unsafe told[edit.id] = edit.outcome }
        let next = edit.id + 1
        guard next <= count else { return }
        time.after(time.seconds(0...0.02)) { self.send(next) }
    }

    func withheld(id: Int, list: ListID) {
        trace.note("\(client.text) \(id): withheld")
        time.after(1) { self.send(id) }
    }
}
