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
        _ trace: Trace, bus: SimulatedBus? = nil
    ) throws {
        self.name = name
        self.time = time
        loop = try time.makeLoop(name)
        let clock = time.clock(ahead: seconds)
        let journal = SimulatedConnection(
            of: name, to: shared, in: time, trace, bus: bus?.endpoint(of: name))
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
