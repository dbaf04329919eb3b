import HistoryChecking
package import HistoryLoad
package import ListEditing
import WebSocketTransport

/// One check of a running server, or of several servers of the same lists: it makes lists, loads them,
/// judges what the clients saw, and deletes the lists.
package struct ServerCheck {
    private let settings: CheckSettings
    private let requests: ListRequests
    private let connections: ClientConnections
    private let stops: StopRequests
    private let progress: @Sendable (Double?, String) -> Void
    private let report: @Sendable (CheckStatus) throws(CheckError) -> Void
    /// The lists that the check makes before the clients connect.
    private let lists: [ListPlan]
    /// The lists that clients make and delete during the load.
    private let transientLists: [ListPlan]

    /// Seconds for which the check waits for connections, and after the load for answers and for a
    /// server that is away.
    private static let settlingSeconds = 30.0
    private static let pollInterval = Duration.milliseconds(50)

    /// Runs a check on an event loop of its own.
    ///
    /// - Parameters:
    ///   - hold: Makes what a windowed client holds of the list of an outline.
    ///   - stops: Requests to end the check early: the first ends the load, the second the check.
    ///   - report: Receives the state of clients and lists every `settings.statusSeconds`, where those
    ///     are set; an error ends the check.
    ///   - progress: Receives what the check does, and which part of it is done (0 to 1) or nil.
    /// - Returns: The result, also where properties are broken.
    /// - Throws: `CheckError`, or an error of the transport, where the check could not be made.
    package static func run(
        _ settings: CheckSettings,
        hold: @escaping @Sendable (SparseList) -> any HeldWindow = { $0 }, stops: StopRequests,
        report: @escaping @Sendable (CheckStatus) throws(CheckError) -> Void = { _ in },
        progress: @escaping @Sendable (Double?, String) -> Void
    ) async throws -> CheckResult {
        let loop = try EventLoop(name: "check")
        loop.start()
        let dialer = try await Dialer(DialerConfiguration(patience: settings.patience), on: loop)
        let result: Result<CheckResult, any Error>
        do {
            let check = try ServerCheck(settings, hold, dialer, loop, stops, report, progress)
            result = .success(try await check.run())
        } catch {
            result = .failure(error)
        }
        await dialer.close(within: 1)
        loop.stop()
        return try result.get()
    }

    private init(
        _ settings: CheckSettings, _ hold: @escaping @Sendable (SparseList) -> any HeldWindow,
        _ dialer: Dialer, _ loop: EventLoop, _ stops: StopRequests,
        _ report: @escaping @Sendable (CheckStatus) throws(CheckError) -> Void,
        _ progress: @escaping @Sendable (Double?, String) -> Void
    ) throws(DialError) {
        let servers = try settings.servers.map { url throws(DialError) in try RemoteURL(url) }
        let clients = SimulatedClients(settings.simulation, hold: hold)
        self.settings = settings
        self.stops = stops
        self.report = report
        self.progress = progress
        requests = ListRequests(
            dialer: dialer, servers: servers, token: settings.simulation.token)
        lists = clients.lists
        transientLists = clients.transientLists
        connections = ClientConnections(
            of: clients, servers: settings.servers, urls: servers.map { $0.webSocket("/ws") },
            dialer: dialer, loop: loop)
    }

    // MARK: The phases

    /// Makes the lists, checks, and deletes the lists whatever the outcome, unless they are to be kept.
    private func run() async throws(CheckError) -> CheckResult {
        let outcome: Result<CheckResult, CheckError>
        var names: [String] = []
        do throws(CheckError) {
            progress(nil, "making lists")
            for plan in lists {
                names.append(plan.name)
                try await requests.create(plan)
            }
            names += transientLists.map(\.name)
            outcome = .success(try await check())
        } catch {
            outcome = .failure(error)
        }
        await connections.end()
        let left = settings.keepsLists ? [] : await delete(names)
        switch outcome {
        case .success(var result):
            result.leftLists = left
            return result
        case .failure(let error):
            guard names.count > 1, !left.isEmpty else { throw error }
            throw CheckError(
                "\(error); these lists are left behind: \(left.joined(separator: " "))")
        }
    }

    /// Connects the clients, loads the lists for the time set, and judges the history.
    private func check() async throws(CheckError) -> CheckResult {
        await connections.begin()
        progress(nil, "connecting \(settings.simulation.clients) clients")
        guard try await wait(Self.settlingSeconds, until: { await connections.isSettled }) else {
            throw CheckError("not every client could connect and open its lists" + (await trouble))
        }
        await connections.load()
        _ = try await wait(Double(settings.seconds), showing: "s") { await stops.count > 0 }
        let isInterrupted = await stops.count > 0
        let shortfall = try await settle()
        progress(nil, "judging")
        return CheckResult(
            report: HistoryReport(
                await connections.history, allowsStaleOpens: settings.allowsStaleOpens),
            isInterrupted: isInterrupted, shortfall: shortfall,
            longestWaits: await connections.longestWaits)
    }

    /// Ends the load, waits for the last answers, and reads everything that the server can be asked
    /// for, to compare it with what the clients saw.
    ///
    /// - Returns: Why that was not possible; nil where it was.
    private func settle() async throws(CheckError) -> String? {
        await connections.settle()
        progress(nil, "waiting for the last answers")
        let isSettled = try await wait(Self.settlingSeconds) { await connections.isSettled }
        let counts = await connections.counts
        guard isSettled || counts.connected == settings.simulation.clients else {
            return "the server was away at the end; \(counts.unanswered) edits "
                + "have no answer and the final state was not compared" + (await trouble)
        }
        progress(nil, "reading the lists")
        let servers = try await requests.reachable()
        var first: Set<String>?
        for server in servers {
            let snapshots = try await snapshots(at: server)
            _ = try await wait(10) {
                await connections.isUpToDate(snapshots.mapValues(\.revision))
            }
            for snapshot in snapshots.values.sorted(by: { $0.list < $1.list }) {
                try await readChanges(of: snapshot, at: server)
            }
            let names = Set(snapshots.keys)
            let differing = names.symmetricDifference(first ?? names).sorted()
            guard differing.isEmpty else {
                return "\(server.authority) and \(servers[0].authority) do not agree whether there "
                    + "is a list \(differing[0])"
            }
            first = names
        }
        await connections.note(.quiet)
        return nil
    }

    /// Reads every list over HTTP from a server.
    private func snapshots(
        at server: RemoteURL
    ) async throws(CheckError) -> [String: ObservedSnapshot] {
        var snapshots: [String: ObservedSnapshot] = [:]
        for plan in lists + transientLists {
            guard let (tag, body) = try await requests.snapshot(plan.name, at: server) else {
                continue
            }
            await connections.note(.snapshot(list: plan.name, tag: tag, body: body))
            if case .snapshot(let snapshot)? = body.messages.first {
                snapshots[plan.name] = snapshot
            }
        }
        return snapshots
    }

    /// Requests the changes since the first revision, since the last, and since many between them; also
    /// since the first that the server must keep.
    private func readChanges(
        of snapshot: ObservedSnapshot, at server: RemoteURL
    ) async throws(CheckError) {
        let key = ListKey(name: snapshot.list, epoch: snapshot.epoch)
        let newest = snapshot.revision
        let firstKept = settings.historySets.map { max(0, newest - $0) }
        let parts = 20
        let spread = (0...parts).map { newest * $0 / parts }
        for since in Set(spread + [firstKept].compactMap(\.self)).sorted() {
            let (status, body) = try await requests.changes(
                key, since: since, at: server)
            await connections.note(
                .changes(
                    list: key.name, epoch: key.epoch, since: since,
                    isKept: firstKept.map { since >= $0 } ?? false, status: status, body: body))
        }
    }

    /// Deletes lists and returns the names of those that could not be deleted.
    ///
    /// Where only one list was requested it may never have been made: then a server that does not
    /// answer is not waited for.
    private func delete(_ names: [String]) async -> [String] {
        progress(nil, "deleting lists")
        var left = names
        let deadline = ContinuousClock.now + .seconds(names.count > 1 ? 10 : 0)
        while !left.isEmpty {
            var still: [String] = []
            for name in left where !(await requests.delete(name)) { still.append(name) }
            left = still
            if left.isEmpty || ContinuousClock.now > deadline { break }
            try? await Task.sleep(for: .milliseconds(200))
        }
        return left
    }

    // MARK: Waiting

    /// Waits until a condition holds.
    ///
    /// - Parameter unit: The unit of time in the progress that is shown; nil shows none.
    /// - Returns: Whether the condition held within `seconds`.
    /// - Throws: `CheckError` where the clients cannot go on, or at the second request to stop.
    private func wait(
        _ seconds: Double, showing unit: String? = nil, until condition: () async -> Bool
    ) async throws(CheckError) -> Bool {
        let began = ContinuousClock.now
        var reported: ContinuousClock.Instant?
        while !(await condition()) {
            if let seconds = settings.statusSeconds,
                reported.map({ ContinuousClock.now - $0 >= .seconds(seconds) }) ?? true
            {
                reported = ContinuousClock.now
                try report(await connections.status)
            }
            if let failure = await connections.failure { throw CheckError(failure) }
            if await stops.count > 1 { throw CheckError("stopped") }
            let passed = (ContinuousClock.now - began) / .seconds(1)
            if passed >= seconds { return false }
            if let unit {
                let counts = await connections.counts
                progress(
                    passed / seconds,
                    "\(Int(passed)) of \(Int(seconds)) \(unit), \(counts.sent) edits, "
                        + "\(counts.connected) clients connected, "
                        + "\(counts.reconnects) reconnects")
            }
            try? await Task.sleep(for: Self.pollInterval)
        }
        return true
    }

    /// The reason for the latest failed connection, as the end of a message; empty for none.
    private var trouble: String {
        get async { await connections.trouble.map { ": \($0)" } ?? "" }
    }
}

/// What a check does, and to which server.
package struct CheckSettings: Sendable {
    /// The addresses of servers of the same lists, at least one: `http`, `https`, `ws` or `wss`, host and
    /// port.
    package var servers: [String]
    /// The simulated clients and their lists.
    package let simulation: SimulationSettings
    /// Seconds of load.
    package let seconds: Int
    /// Seconds that clients wait for a sign of a server; nil: as long as the dialer does.
    ///
    /// After so many a client pings it, and after as many again goes on elsewhere; a connection must be
    /// open within as many.
    package var patience: Double?
    /// The number of a list's last revisions since which a server must have the changes; nil: unknown.
    package var historySets: Int?
    /// Whether a client that opens a list may be shown less than others have seen; see `HistoryReport`.
    package var allowsStaleOpens = false
    /// Whether the lists are left when the check ends.
    package var keepsLists = false
    /// Seconds between two reports of the state; nil: there are none.
    package var statusSeconds: Double?

    package init(servers: [String], simulation: SimulationSettings, seconds: Int) {
        self.servers = servers
        self.simulation = simulation
        self.seconds = seconds
    }
}

extension DialerConfiguration {
    /// - Parameter patience: As in ``CheckSettings``.
    fileprivate init(patience: Double?) {
        self.init()
        guard let patience else { return }
        connectSeconds = min(connectSeconds, patience)
        limits.idlePingSeconds = patience
        limits.pongSeconds = patience
    }
}

/// Counts the requests to end a check early.
package actor StopRequests {
    private(set) var count = 0

    package init() {}

    package func add() { count += 1 }
}

/// Why a check could not be made, for its user.
package struct CheckError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
