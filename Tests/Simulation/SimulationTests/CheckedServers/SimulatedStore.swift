import Foundation
import ListJournal
import Testing

@testable import ListJournal
@testable import ListServer
@testable import ServerTesting

/// The store of one server: SQLite on a disk in memory.
final class SimulatedStore: SimulatedStorage {
    private let time: SimulatedTime
    private let trace: Trace
    private let disk: SimulatedDisk
    private let path: String

    init(_ script: SimulationScript, in time: SimulatedTime, _ trace: Trace) throws {
        self.time = time
        self.trace = trace
        disk = try SimulatedDisk(seed: UInt64(script.seed))
        path = disk.folder.appending(path: "lists.sqlite").path
    }

    var isDead: Bool { disk.isDead }
    var isWriting: Bool { false }
    func setFaulty(_ isFaulty: Bool) {}
    func reader(_ journal: any Journal) -> any Journal { journal }
    func end() { disk.removeFolder() }

    func open(for server: String) throws -> any Journal {
        // Opening is cut short, too.
        if time.isTrue(oneIn: 3) {
            disk.die(after: time.random { Int.random(in: 0..<30, using: &$0) })
        }
        defer { disk.live() }
        do {
            let journal = try openStore(for: server)
            guard disk.isDead else { return journal }
            lose(server, journal, losing: loss)
        } catch {
            // Where the folder is differs from run to run.
            let reason = "\(error)".replacingOccurrences(of: disk.folder.path, with: "")
            trace.note("\(server) cannot open the store: \(reason)")
            guard disk.isDead else { throw error }
            disk.restart(losing: loss)
        }
        return try openStore(for: server)
    }

    private func openStore(for server: String) throws -> SQLiteJournal {
        try SQLiteJournal(path: path, valueLimit: nil, work: work(of: server))
    }

    /// What a loss of power costs.
    private var loss: SimulatedDisk.Loss { time.isTrue(oneIn: 2) ? .everything : .sectors }

    /// What does the work of a store in the simulation: the server stands still from the moment on at which
    /// its disk loses power.
    private func work(of server: String) -> StoreWork {
        let (time, disk) = (time, disk)
        let perform: @Sendable (@Sendable () -> Void) -> Void = { work in
            let wasDead = disk.isDead
            work()
            if disk.isDead, !wasDead { time.suspend(server) }
        }
        let turn = time.queue()
        return StoreWork(
            time: time.journalTime,
            writer: { work in turn(time.seconds(0.000_1...0.01)) { perform(work) } },
            checkpoints: SimulatedThread(time, perform),
            lengths: Checkpoints.Lengths(start: 40, finish: 4, maximum: 120, retry: 4),
            readsInPlace: true)
    }

    func lose(_ server: String, _ journal: any Journal, losing loss: SimulatedDisk.Loss) {
        disk.fail(.none)
        disk.restart(losing: loss)
        // Another server opens the store once this one has let it go.
        _ = time.wait { await journal.close() }
    }

    func disturb(_ disturbance: Disturbance, _ server: String) -> () -> Void {
        let disk = disk
        switch disturbance.kind {
        case .full: disk.fail(.full)
        case .broken: disk.fail(time.isTrue(oneIn: 2) ? .broken : .unsynced)
        case .powerCut: disk.die(after: time.random { Int.random(in: 0..<60, using: &$0) })
        case .pause, .kill, .cutOff, .isolation, .election: break
        }
        return { disk.fail(.none) }
    }
}

/// A thread of the simulation: works when its turn comes, or when somebody waits for it.
private final class SimulatedThread: BackgroundWork {
    private let time: SimulatedTime
    private let perform: @Sendable (@Sendable () -> Void) -> Void
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting: [@Sendable () -> Void] = []

    init(_ time: SimulatedTime, _ perform: @escaping @Sendable (@Sendable () -> Void) -> Void) {
        self.time = time
        self.perform = perform
    }

    func begin(_ work: @escaping @Sendable () -> Void) {
        lock.withLock { unsafe waiting.append(work) }
        time.after(time.seconds(0.001...0.2)) { self.finish() }
    }

    func finish() {
        while let work = lock.withLock({ unsafe waiting.isEmpty ? nil : waiting.removeFirst() }) {
            perform(work)
        }
    }
}
