import Foundation
import HistoryChecking
import HistoryLoad
import ListEditing
import ListJournal
import ListServer
import Logging
import ReservedPorts
import Synchronization
import Testing

@testable import ListDocument
@testable import ServerChecking

@Suite struct ServerCheckTests {
    /// Runs `body` with a server in this process, on a temporary store, and stops it afterwards.
    private static func withServer(
        historySets: Int? = nil, _ body: (Server) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "server-check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = ServerOptions()
        options.port = 0
        options.web = nil
        if let historySets {
            options.history.sets = historySets
            options.history.snapshotEvery = historySets
        }
        let journal = try SQLiteJournal(path: folder.appending(path: "lists.sqlite").path())
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = try await Server(options, journal: journal, samples: nil, log: log)
        let result: Result<Void, any Error>
        do { result = .success(try await body(server)) } catch { result = .failure(error) }
        await server.stop()
        try result.get()
    }

    /// Runs a check whose load lasts until a state is reported that is enough, however long that takes.
    private static func check(
        _ settings: CheckSettings,
        hold: @escaping @Sendable (SparseList) -> any HeldWindow = { $0 },
        until isEnough: @escaping @Sendable (CheckStatus) -> Bool
    ) async throws -> (result: CheckResult, last: CheckStatus?) {
        var settings = settings
        settings.statusSeconds = 0.05
        let (stops, reports) = (StopRequests(), Reports())
        let result = try await ServerCheck.run(
            settings, hold: hold, stops: stops,
            report: { status in
                guard reports.isFirst(status, where: isEnough) else { return }
                Task { await stops.add() }
            }
        ) { _, _ in }
        return (result, reports.last)
    }

    private static func settings(port: Int, seconds: Int = 600) -> CheckSettings {
        var simulation = SimulationSettings(prefix: "check-t")
        simulation.clients = 3
        simulation.lists = 2
        simulation.seed = 5
        return CheckSettings(
            servers: ["http://127.0.0.1:\(port)"], simulation: simulation, seconds: seconds)
    }

    @Test func soundServer_keepsEveryProperty_andItsListsAreDeleted() async throws {
        try await Self.withServer { server in
            let settings = Self.settings(port: server.port)
            let (result, _) = try await Self.check(settings) { $0.counts.sent > 50 }
            #expect(result.hasHeld, "\(result.text(settings))")
            #expect(result.report.counts[.sent] ?? 0 > 50)
            #expect(result.leftLists.isEmpty)
        }
    }

    @Test func severalAddresses_shareTheClients_andOneThatIsAwayIsLeftOut() async throws {
        let away = try ReservedPort()
        defer { withExtendedLifetime(away) {} }
        try await Self.withServer { server in
            // Two addresses of one server; the third answers nobody.
            var settings = Self.settings(port: server.port, seconds: 1)
            settings.servers = [
                "http://127.0.0.1:\(server.port)", "http://localhost:\(server.port)",
                "http://127.0.0.1:\(away.number)",
            ]
            let result = try await ServerCheck.run(settings, stops: StopRequests()) { _, _ in }
            #expect(result.hasHeld && !result.isInterrupted, "\(result.text(settings))")
            #expect(result.leftLists.isEmpty)
            #expect(result.json(settings).contains("\(server.port),http:"))
        }
    }

    @Test func listsThatAreKept_areStillThere() async throws {
        try await Self.withServer { server in
            var settings = Self.settings(port: server.port)
            settings.keepsLists = true
            let (result, _) = try await Self.check(settings) { $0.counts.sent > 50 }
            #expect(result.hasHeld && result.leftLists.isEmpty, "\(result.text(settings))")
            await #expect {
                _ = try await ServerCheck.run(settings, stops: StopRequests()) { _, _ in }
            } throws: { error in
                "\(error)".contains("did not make the list")
            }
        }
    }

    @Test func changesThatTheServerMustHave_areAskedFor() async throws {
        try await Self.withServer(historySets: 5) { server in
            var settings = Self.settings(port: server.port)
            for (sets, broken) in [(5, []), (10_000, [Property.resuming])] {
                settings.historySets = sets
                // Many snapshots later the first sets are gone.
                let (result, _) = try await Self.check(settings) { $0.counts.sent > 300 }
                #expect(result.report.broken == broken, "\(result.text(settings))")
            }
        }
    }

    @Test func state_isReportedWhileTheCheckRuns_andAnErrorEndsIt() async throws {
        try await Self.withServer { server in
            var settings = Self.settings(port: server.port)
            settings.statusSeconds = 0.05
            let reported = try await Self.check(settings) { $0.counts.sent > 0 }.last
            let last = try #require(reported)
            #expect(Set(last.revisions.keys) == ["check-t-0", "check-t-1"])
            #expect(last.counts.sent > 0 && last.clients.count == 3)
            #expect(Set(last.clients.flatMap(\.status.lists)).isSuperset(of: last.revisions.keys))
            #expect(last.clients.allSatisfy { settings.servers.contains($0.server) })
            await #expect(throws: CheckError("full")) {
                _ = try await ServerCheck.run(
                    settings, stops: StopRequests(),
                    report: { _ throws(CheckError) in throw CheckError("full") }
                ) { _, _ in }
            }
        }
    }

    @Test func windowsOfASoundServer_areTried() async throws {
        try await Self.withServer { server in
            let settings = Self.settings(port: server.port)
            let (result, _) = try await Self.check(settings) { $0.counts.sent > 50 }
            #expect(!result.report.untried.contains(.windows), "\(result.text(settings))")
        }
    }

    @Test func runThatIsNotShortenedByAMoveOutOfIt_isFound() async throws {
        try await Self.withServer { server in
            let settings = Self.settings(port: server.port)
            let faults = Faults()
            let (result, _) = try await Self.check(
                settings, hold: { UnshortenedWindow($0, faults) }
            ) { _ in faults.count > 5 }
            #expect(result.report.broken == [.windows], "\(result.text(settings))")
        }
    }

    @Test func firstStopRequest_endsTheLoad() async throws {
        try await Self.withServer { server in
            let stops = StopRequests()
            await stops.add()
            let settings = Self.settings(port: server.port)
            let result = try await ServerCheck.run(settings, stops: stops) { _, _ in }
            #expect(result.isInterrupted && result.hasHeld, "\(result.text(settings))")
        }
    }

    @Test func secondStopRequest_endsTheCheck() async throws {
        try await Self.withServer { server in
            let stops = StopRequests()
            for _ in 0..<2 { await stops.add() }
            await #expect(throws: CheckError("stopped")) {
                _ = try await ServerCheck.run(
                    Self.settings(port: server.port), stops: stops
                ) { _, _ in }
            }
        }
    }

    @Test func serverThatIsAway_isAnError() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        let settings = Self.settings(port: port.number)
        await #expect {
            _ = try await ServerCheck.run(settings, stops: StopRequests()) { _, _ in }
        } throws: { error in
            "\(error)".contains("cannot connect")
        }
    }
}

/// The states that a check reports.
private final class Reports: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var newest: CheckStatus?
    // Likewise.
    nonisolated(unsafe) private var isSatisfied = false

    /// Adds a state; true where it is the first that satisfies a condition.
    func isFirst(_ state: CheckStatus, where condition: (CheckStatus) -> Bool) -> Bool {
        lock.withLock {
            unsafe newest = state
            guard unsafe !isSatisfied, condition(state) else { return false }
            unsafe isSatisfied = true
            return true
        }
    }

    var last: CheckStatus? { lock.withLock { unsafe newest } }
}

/// How often windows have shown their fault.
private final class Faults: Sendable {
    private let shown = Atomic(0)

    var count: Int { shown.load(ordering: .relaxed) }

    func add() { shown.add(1, ordering: .relaxed) }
}

/// A window with a fault: a row that moves out of a run stays in it until the next set or answer.
private struct UnshortenedWindow: HeldWindow {
    private var list: SparseList
    /// The runs before the last set, where a row moved out of one of them.
    private var stale: [SparseList.Run]?
    private let faults: Faults

    init(_ list: SparseList, _ faults: Faults) {
        self.list = list
        self.faults = faults
    }

    var counts: [Int] { list.counts }
    var runs: [SparseList.Run] { stale ?? list.runs }
    var holes: [RowID] { list.holes }

    mutating func replay(
        _ changes: ChangeSet, stamp: RowStamp?, folds: Int, counts: [Int]?
    ) throws(CountError) {
        let moves = changes.movedRows.contains { list.held(at: $0.from) != nil }
        stale = moves ? list.runs : nil
        if moves { faults.add() }
        try list.replay(changes, stamp: stamp, folds: folds, counts: counts)
    }

    mutating func hold(_ run: SparseList.Run) throws(CountError) {
        stale = nil
        try list.hold(run)
    }

    mutating func forget(_ id: RowID) { list.forget(id) }

    func digest(from path: ListEditing.IndexPath, count: Int) -> UInt32? {
        list.digest(from: path, count: count)
    }
}
