import Foundation
import ListEditing
import ListJournal
import ListProtocol
import Logging
import MemoryJournal
import TestLogs
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListSequencing
@testable import ListServer
@testable import ListWebhooks

/// A server of a simulation: its registry and its sequencers, without sockets.
struct SimulatedServer {
    let name: String
    let loop: EventLoop
    let parts: ServerAssembly
    /// What is asked over HTTP.
    var application: LoopBound<any Application> { parts.application }
    let time: SimulatedTime
    let journal: any Journal
    private let errors = LogLines()

    /// - Parameters:
    ///   - seconds: By which its clock is ahead.
    ///   - sets: Those that are kept of a list's history at least.
    init(
        _ name: String, on journal: any Journal, in time: SimulatedTime, ahead seconds: Double = 0,
        keeping sets: Int = HistoryOptions().sets, hooks: Hooks? = nil
    ) throws {
        self.name = name
        self.time = time
        loop = try time.makeLoop(name)
        let clock = time.clock(ahead: seconds)
        self.journal = journal
        var log = errors.logger
        log.logLevel = .error
        var options = ServerOptions()
        // Often enough that each is reached.
        options.idleSeconds = 20
        options.limits.queueBytes = 8_000
        options.history.snapshotEvery = 10
        options.history.inMemory = 20
        options.history.sets = sets
        parts = ServerAssembly(
            ServerRuntime(
                loop: loop, clock: clock, log: log, background: time.background,
                makeID: { "e\(time.random { UInt32.random(in: .min ... .max, using: &$0) })" }),
            journal: journal, bus: Self.bus(of: journal), options: options,
            health: Health(log: log, journal: journal, clock: clock), hooks: hooks)
    }

    private static func bus(of journal: any Journal) -> (any MessageBus)? {
        switch journal {
        case let streams as JetStreamJournal: streams.bus
        case let connection as SimulatedConnection: connection.bus
        default: nil
        }
    }

    /// Finds the lists of the journal; false where it cannot.
    func start() -> Bool {
        run { [parts] _, registry in
            try await parts.start()
            guard let hooks = parts.hooks else { return }
            let announced = await registry.announcedLists()
            hooks.compare { announced }
        }
    }

    /// Makes a list; false where it cannot.
    func create(_ list: CreateList, for requester: String = "") -> Bool {
        run { _ = try await $1.create(list, for: requester).get() }
    }

    /// Deletes a list; false where it cannot.
    func delete(_ list: ListID) -> Bool { run { try await $1.delete(list).get() } }

    /// Looks for a list in the journal; false where it cannot.
    func find(_ list: ListID) -> Bool { run { try await $1.find(list) } }

    /// Has the sequencer of a list end, as if the list were gone; false where there is none.
    func end(_ list: ListID) -> Bool {
        onLoop { registry in
            guard let sequencer = registry.sequencer(of: list) else { return false }
            sequencer.follow(FollowedRecord(.deleted, head: sequencer.head, writer: "other"))
            return true
        } ?? false
    }

    /// Whether whoever asks for a list finds it.
    func serves(_ list: ListID) -> Bool {
        onLoop { $0.sequencer(of: list)?.stage == .serving } ?? false
    }

    /// Has the registry do something; false where it cannot.
    func run(
        _ work: @escaping @Sendable (isolated LoopActor, ListRegistry) async throws -> Void
    ) -> Bool {
        let (isEnded, isDone, registry) = (Flag(), Flag(), registry)
        Task.detached(executorPreference: time) {
            do {
                try await registry.run(work)
                isDone.set()
            } catch {}
            isEnded.set()
        }
        return time.run { isEnded.isSet } && isDone.isSet
    }

    /// Hands an edit over, in a pass of the loop.
    func submit(_ request: EditRequest, to list: ListID) {
        registry.execute { registry in
            guard registry.sequencer(of: list)?.submit(request) != true else { return }
            request.submitter.answered(
                AnsweredEdit(request, .rejected(.unknownList(list))), in: list, counts: [],
                isDelivered: false)
        }
    }

    /// Reads the list until the server has this revision in memory; false where it never has.
    func read(_ list: ListID, to revision: Int) -> Bool {
        for _ in 0..<20 {
            if state(of: list)?.revision == revision { return true }
            registry.execute { registry in
                let read = ReadRequest(ticket: 0, subject: .snapshot(known: nil))
                registry.sequencer(of: list)?.handle(.serve(.read(read)))
            }
            let isOver = Flag()
            time.after(5) { isOver.set() }
            guard time.run(until: { isOver.isSet }) else { return false }
        }
        return false
    }

    /// The list as the server has it in memory; nil: it has not.
    func state(of list: ListID) -> ListState? {
        onLoop { $0.sequencer(of: list)?.inspect { $0.list.state() } }.flatMap(\.self)
    }

    /// The errors in its log.
    var errorLines: [String] { errors.text.split(separator: "\n").map { "\(name): \($0)" } }

    /// What it has said is damaged: nothing is.
    var damages: [String] { errorLines.filter { $0.contains("--salvage") } }

    /// Whether it has a list of this id.
    func hasList(_ list: ListID) -> Bool { onLoop { $0.sequencer(of: list) != nil } ?? false }

    /// What became of the edits and batches that it forwarded.
    struct Forwardings: Sendable {
        var edits = 0
        var declined = 0
        var unanswered = 0
    }

    var forwardings: Forwardings {
        onLoop { registry in
            let metrics = registry.services.monitor.metrics
            return Forwardings(
                edits: metrics.forwarded, declined: metrics.forwardingsDeclined,
                unanswered: metrics.forwardingsUnanswered)
        } ?? Forwardings()
    }

    var registry: LoopBound<ListRegistry> { parts.lists }

    /// What the registry tells, in a pass of the loop.
    func onLoop<Value: Sendable>(
        _ read: @escaping @Sendable (ListRegistry) -> Value
    ) -> Value? {
        let found = Found<Value>()
        registry.execute { found.value = read($0) }
        _ = time.run { found.value != nil }
        return found.value
    }
}

extension SimulatedTime {
    /// Waits until whatever is late has come: records that are stored late, and are told late.
    ///
    /// - Parameter isWriting: Whether a record may still be stored.
    func settle(while isWriting: () -> Bool) -> Bool {
        let isOver = Flag()
        guard run(until: { !isWriting() }) else { return false }
        after(5) { isOver.set() }
        return run { isOver.isSet }
    }

    /// Does what takes time, and waits for it.
    func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value? {
        let found = Found<Value>()
        Task.detached(executorPreference: self) { found.value = await work() }
        _ = run { found.value != nil }
        return found.value
    }

    /// The time of a journal in the simulation.
    var journalTime: JournalTime {
        let (base, start) = (ContinuousClock.now, now)
        return JournalTime(
            now: { base + .seconds(self.now - start) },
            date: { Date(timeIntervalSince1970: self.now) }, sleep: { await self.pause($0) },
            later: { self.after($0, $1) }, tasks: self)
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

/// A value on its way out of a loop.
private final class Found<Value: Sendable>: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var found: Value?

    var value: Value? {
        get { lock.withLock { unsafe found } }
        set { lock.withLock { unsafe found = newValue } }
    }
}
