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
    /// The lists that the check makes before the clients connect.
    private let lists: [ListPlan]
    /// The lists that clients make and delete during the load.
    private let transientLists: [ListPlan]

    /// Seconds for which the check waits for connections, and after the load for answers and for a
    /// server that is away.
    private static let patience = 30.0
    private static let pollInterval = Duration.milliseconds(50)

    /// Runs a check on an event loop of its own.
    ///
    /// - Parameters:
    ///   - hold: Makes what a windowed client holds of the list of an outline.
    ///   - stops: Requests to end the check early: the first ends the load, the second the check.
    ///   - progress: Receives what the check does, and which part of it is done (0 to 1) or nil.
    /// - Returns: The result, also where properties are broken.
    /// - Throws: `CheckError`, or an error of the transport, where the check could not be made.
    package static func run(
        _ settings: CheckSettings,
        hold: @escaping @Sendable (SparseList) -> any HeldWindow = { $0 }, stops: StopRequests,
        progress: @escaping @Sendable (Double?, String) -> Void
    ) async throws -> CheckResult {
        let loop = try EventLoop(name: "check")
        loop.start()
        let dialer = try await Dialer(DialerConfiguration(), on: loop)
        let result: Result<CheckResult, any Error>
        do {
            let check = try ServerCheck(settings, hold, dialer, loop, stops, progress)
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
        _ progress: @escaping @Sendable (Double?, String) -> Void
    ) throws(DialError) {
        let servers = try settings.servers.map { url throws(DialError) in try RemoteURL(url) }
        let clients = SimulatedClients(settings.simulation, hold: hold)
        self.settings = settings
        self.stops = stops
        self.progress = progress
        requests = ListRequests(
            dialer: dialer, servers: servers, token: settings.simulation.token)
        lists = clients.lists
        transientLists = clients.transientLists
        connections = ClientConnections(
            of: clients, urls: servers.map { $0.webSocket("/ws") }, dialer: dialer, loop: loop)
    }

    // MARK: The phases

    /// Makes the lists, checks, and deletes the lists whatever the outcome.
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
        let left = await delete(names)
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
        guard try await wait(Self.patience, until: { await connections.isSettled }) else {
            throw CheckError("not every client could connect and open its lists" + (await trouble))
        }
        await connections.load()
        _ = try await wait(Double(settings.seconds), showing: "s") { await stops.count > 0 }
        let isInterrupted = await stops.count > 0
        let shortfall = try await settle()
        progress(nil, "judging")
        return CheckResult(
            report: HistoryReport(await connections.history), isInterrupted: isInterrupted,
            shortfall: shortfall)
    }

    /// Ends the load, waits for the last answers, and reads everything that the server can be asked
    /// for, to compare it with what the clients saw.
    ///
    /// - Returns: Why that was not possible; nil where it was.
    private func settle() async throws(CheckError) -> String? {
        await connections.settle()
        progress(nil, "waiting for the last answers")
        let isSettled = try await wait(Self.patience) { await connections.isSettled }
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
            guard let body = try await requests.snapshot(plan.name, at: server) else { continue }
            await connections.note(.snapshot(list: plan.name, body: body))
            if case .snapshot(let snapshot)? = body.messages.first {
                snapshots[plan.name] = snapshot
            }
        }
        return snapshots
    }

    /// Requests the changes since the first revision, since the last, and since three between them.
    private func readChanges(
        of snapshot: ObservedSnapshot, at server: RemoteURL
    ) async throws(CheckError) {
        let key = ListKey(name: snapshot.list, epoch: snapshot.epoch)
        let parts = 4
        for since in Set((0...parts).map { snapshot.revision * $0 / parts }).sorted() {
            let (status, body) = try await requests.changes(
                key, since: since, at: server)
            await connections.note(
                .changes(
                    list: key.name, epoch: key.epoch, since: since, status: status, body: body))
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
        while !(await condition()) {
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

    package init(servers: [String], simulation: SimulationSettings, seconds: Int) {
        self.servers = servers
        self.simulation = simulation
        self.seconds = seconds
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

    init(_ description: String) {
        self.description = description
    }
}
