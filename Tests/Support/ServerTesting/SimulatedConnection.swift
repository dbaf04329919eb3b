import Foundation
import ListJournal
import MemoryJournal

@testable import ListServer

/// A server's connection to a journal in memory that several servers share: everything takes time,
/// some appends very long, and of some the outcome gets lost.
///
/// Records are read from a node that is behind: it has those that this server knows to be stored.
final class SimulatedConnection: Journal {
    private let server: String
    private let shared: MemoryJournal
    private let time: SimulatedTime
    private let trace: Trace
    private let lock = NSLock()
    // Guarded by `lock`.
    /// When the last record is told to whoever follows.
    nonisolated(unsafe) private var followed = 0.0
    /// Seconds by which records are told later.
    nonisolated(unsafe) private var lag = 0.0
    /// Whether it is notified of no record.
    nonisolated(unsafe) private var isDeaf = false
    /// Seconds that creating and deleting take.
    nonisolated(unsafe) private var pause = 0.0
    nonisolated(unsafe) private var appends = 0
    /// The place of the newest record of each list that this server knows of.
    nonisolated(unsafe) private var known: [String: Int64] = [:]
    nonisolated(unsafe) private var notified = JournalFigures(engine: "simulated")

    var isShared: Bool { true }
    var figures: JournalFigures { lock.withLock { unsafe notified } }

    let bus: (any MessageBus)?
    init(
        of server: String, to shared: MemoryJournal, in time: SimulatedTime, _ trace: Trace,
        bus: (any MessageBus)? = nil
    ) {
        self.bus = bus
        self.server = server
        self.shared = shared
        self.time = time
        self.trace = trace
    }

    /// Has the figures say whether the journal is in reach.
    func setReachable(_ isReachable: Bool) {
        lock.withLock { unsafe notified.isReachable = isReachable }
    }

    /// Tells of records so many seconds later from here on.
    func setLag(_ seconds: Double) { lock.withLock { unsafe lag = seconds } }

    /// Is told of no record from here on, nor later of those that come meanwhile.
    func setDeaf(_ isDeaf: Bool) { lock.withLock { unsafe self.isDeaf = isDeaf } }

    /// Has creating and deleting take so many seconds from here on.
    func setPause(_ seconds: Double) { lock.withLock { unsafe pause = seconds } }

    private func pauseLong() async {
        let seconds = lock.withLock { unsafe pause }
        await time.pause(delay + seconds)
    }

    /// Whether a record may still be stored.
    var isAppending: Bool { lock.withLock { unsafe appends > 0 } }

    /// Seconds of a request or an answer.
    private var delay: Double { time.seconds(0.000_2...0.003) }

    func append(
        _ record: JournalRecord, to list: String, expected: JournalPosition,
        done: @escaping @Sendable (AppendOutcome) -> Void
    ) {
        let isLate = time.isTrue(oneIn: 25)
        lock.withLock { unsafe appends += 1 }
        time.after(isLate ? time.seconds(5...30) : delay) { [self] in
            defer { lock.withLock { unsafe appends -= 1 } }
            if time.isTrue(oneIn: 20) {
                trace.note("\(server): the record \(expected.token + 1) gets lost")
                return time.after(delay) { done(.unknown("lost")) }
            }
            let outcome = shared.append(record, to: list, expected: expected, by: server)
            trace.note("\(server): \(outcome)")
            let isNotified = !time.isTrue(oneIn: 20)
            time.after(delay) { [self] in
                if isNotified, case .committed(let position) = outcome { note(list, position) }
                done(isNotified ? outcome : .unknown("silent"))
            }
        }
    }

    func resolve(
        _ record: JournalRecord, of list: String, expected: JournalPosition
    ) async throws(JournalError) -> AppendResolution {
        await time.pause(delay)
        if time.isTrue(oneIn: 4) { throw .failed("not now") }
        let resolution = try await shared.resolve(record, of: list, expected: expected)
        switch resolution {
        case .ours(let head), .other(let head), .trimmed(let head): note(head)
        case .gone: break
        }
        return resolution
    }

    /// Records come in order, some long after they are stored; of some the body must be read, and some
    /// are missing.
    func follow(_ receive: @escaping @Sendable (FollowedRecord) -> Void) {
        shared.follow { [self] record in
            guard !lock.withLock({ unsafe isDeaf }) else { return }
            var record = record
            if case .changed = record.change {
                if time.isTrue(oneIn: 20) { record.change = .changed(nil) }
                if time.isTrue(oneIn: 20) { return }
            }
            let isSlow = time.isTrue(oneIn: 40)
            let due = lock.withLock {
                let pause = unsafe lag + (isSlow ? time.seconds(0.5...4) : delay)
                unsafe followed = max(followed + 1e-9, time.now + pause)
                return unsafe followed
            }
            time.after(due - time.now) { [self, record] in
                note(record.head)
                receive(record)
            }
        }
    }

    func note(_ head: ListHead) { note(head.list, head.position) }

    private func note(_ list: String, _ position: JournalPosition) {
        lock.withLock { unsafe known[list] = max(unsafe known[list] ?? 0, position.place) }
    }

    /// Those records that a node has which is behind.
    private func readable(_ records: [StoredRecord], of list: String) -> [StoredRecord] {
        let last = lock.withLock { unsafe known[list] ?? 0 }
        return records.filter { $0.position.place <= last }
    }

    // MARK: As it is stored

    func heads() async throws(JournalError) -> [ListHead] {
        await time.pause(delay)
        let heads = try await shared.heads()
        for head in heads { note(head) }
        return heads
    }

    func create(_ lists: [NewList]) async throws(JournalError) -> CreationOutcome {
        await pauseLong()
        for list in lists { trace.note("\(server) creates \(list.list)") }
        return try await shared.create(lists)
    }

    func versions(list: String) async throws(JournalError) -> [NamedVersion] {
        await time.pause(delay)
        return try await shared.versions(list: list)
    }

    func loadVersion(
        _ name: String, of list: String
    ) async throws(JournalError) -> StoredSnapshot? {
        await time.pause(delay)
        return try await shared.loadVersion(name, of: list)
    }

    func saveVersion(
        _ version: NamedVersion, _ body: [UInt8], of list: String, epoch: String, most: Int
    ) async throws(JournalError) -> NamingOutcome {
        await time.pause(delay)
        return try await shared.saveVersion(version, body, of: list, epoch: epoch, most: most)
    }

    func removeVersion(
        _ name: String, of list: String, epoch: String
    ) async throws(JournalError) -> Bool {
        await time.pause(delay)
        return try await shared.removeVersion(name, of: list, epoch: epoch)
    }

    func delete(list: String, epoch: String) async throws(JournalError) {
        await pauseLong()
        try await shared.delete(list: list, epoch: epoch)
    }

    func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        await time.pause(delay)
        return readable(
            try await shared.read(list: list, after: revision, limit: limit), of: list)
    }

    func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        await time.pause(delay)
        return readable(
            try await shared.read(list: list, after: position, limit: limit), of: list)
    }

    func read(
        list: String, before position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        await time.pause(delay)
        return readable(
            try await shared.read(list: list, before: position, limit: limit), of: list)
    }

    func record(
        list: String, at position: JournalPosition
    ) async throws(JournalError) -> StoredRecord? {
        try await shared.record(list: list, at: position)
    }

    func keptLog(list: String) async throws(JournalError) -> KeptLog? {
        try await shared.keptLog(list: list)
    }

    func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        await time.pause(delay)
        return try await shared.loadSnapshot(list: list)
    }

    func loadBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await shared.loadBase(list: list)
    }

    func saveSnapshot(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        await time.pause(delay)
        try await shared.saveSnapshot(snapshot, of: list, epoch: epoch)
    }

    func saveBase(
        _ base: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await shared.saveBase(base, of: list, epoch: epoch)
    }

    func trim(list: String, through revision: Int) async throws(JournalError) -> Int {
        await time.pause(delay)
        return try await shared.trim(list: list, through: revision)
    }

    func close() async {}
}

/// What happened in a simulation, in order.
final class Trace: Sendable {
    private let time: SimulatedTime
    private let isKept: Bool
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var noted: [String] = []

    /// - Parameter isKept: Whether anybody reads it: writing it takes long.
    init(in time: SimulatedTime, isKept: Bool = false) {
        self.time = time
        self.isKept = isKept
    }

    var lines: [String] { lock.withLock { unsafe noted } }

    func note(_ line: @autoclosure () -> String) {
        guard isKept else { return }
        let noted = "\(time.now) \(line())"
        lock.withLock { unsafe self.noted.append(noted) }
    }
}
