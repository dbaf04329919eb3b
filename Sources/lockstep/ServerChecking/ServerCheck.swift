import HistoryChecking
import HistoryLoad
import WebSocketTransport

/// One check of one server, from making its lists to deleting them.
struct CheckRun {
    let settings: CheckSettings
    let requests: ListRequests
    let driver: CrowdDriver
    let interruption: StopRequests
    let progress = TerminalProgress()
    private let plans: [ListPlan]
    private let passing: [ListPlan]

    /// How long answers, and a server that went away, are waited for after the load.
    static let patience = 30.0

    init(_ settings: CheckSettings, dialer: Dialer, loop: EventLoop, _ interruption: StopRequests)
        throws
    {
        self.settings = settings
        self.interruption = interruption
        requests = ListRequests(dialer: dialer, server: settings.server)
        let crowd = SimulatedClients(settings.crowd)
        plans = crowd.lists
        passing = crowd.transientLists
        driver = CrowdDriver(
            crowd, url: try settings.server.webSocket, dialer: dialer, loop: loop)
    }

    /// Makes lists, loads them, judges what was seen, and deletes them, whatever happens meanwhile.
    func run() async throws(CommandError) -> CheckResult {
        let outcome: Result<CheckResult, CommandError>
        var names: [String] = []
        do throws(CommandError) {
            progress.show(nil, "making lists")
            for plan in plans {
                names.append(plan.name)
                try await requests.create(plan)
            }
            names += passing.map(\.name)
            outcome = .success(try await check())
        } catch {
            outcome = .failure(error)
        }
        await driver.end()
        let left = await delete(names)
        progress.clear()
        switch outcome {
        case .success(var result):
            result.leftLists = left
            return result
        case .failure(let error):
            guard names.count > 1, !left.isEmpty else { throw error }
            throw CommandError(
                "\(error); these lists are left behind: \(left.joined(separator: " "))")
        }
    }

    private func check() async throws(CommandError) -> CheckResult {
        await driver.begin()
        progress.show(nil, "connecting \(settings.crowd.clients) clients")
        guard try await wait(Self.patience, until: { await driver.isSettled }) else {
            let trouble = await driver.trouble.map { ": \($0)" } ?? ""
            throw CommandError("not every client could connect and open its lists" + trouble)
        }
        await driver.load()
        _ = try await wait(Double(settings.seconds), showing: "s") {
            await interruption.count > 0
        }
        let isInterrupted = await interruption.count > 0
        let shortfall = try await quiet()
        progress.show(nil, "judging")
        return CheckResult(
            report: HistoryReport(await driver.history), isInterrupted: isInterrupted,
            shortfall: shortfall)
    }

    /// Waits for the last answers, and asks for all that can be held against what was seen.
    ///
    /// - Returns: why that was not possible; nil: it was.
    private func quiet() async throws(CommandError) -> String? {
        await driver.settle()
        progress.show(nil, "waiting for the last answers")
        let isSettled = try await wait(Self.patience) { await driver.isSettled }
        let figures = await driver.figures
        guard isSettled || figures.connected == settings.crowd.clients else {
            let trouble = await driver.trouble.map { ": \($0)" } ?? ""
            return "the server was away at the end; \(figures.unanswered) edits "
                + "have no answer and the final state was not compared" + trouble
        }
        progress.show(nil, "reading the lists")
        let shown = try await snapshots()
        _ = try await wait(10) { await driver.isUpToDate(shown.mapValues(\.revision)) }
        for list in shown.values.sorted(by: { $0.list < $1.list }) {
            try await resume(list)
        }
        await driver.note(.quiet)
        return nil
    }

    /// Every list as the server shows it.
    private func snapshots() async throws(CommandError) -> [String: ObservedSnapshot] {
        var shown: [String: ObservedSnapshot] = [:]
        for plan in plans + passing {
            guard let body = try await requests.snapshot(plan.name) else { continue }
            await driver.note(.snapshot(list: plan.name, body: body))
            if case .snapshot(let snapshot)? = body.messages.first { shown[plan.name] = snapshot }
        }
        return shown
    }

    /// Asks for the changes since the first revision, the last, and some between.
    private func resume(_ snapshot: ObservedSnapshot) async throws(CommandError) {
        let key = ListKey(name: snapshot.list, epoch: snapshot.epoch)
        let parts = 4
        for since in Set((0...parts).map { snapshot.revision * $0 / parts }).sorted() {
            let (status, body) = try await requests.changes(key, since: since)
            await driver.note(
                .changes(
                    list: key.name, epoch: key.epoch, since: since, status: status, body: body))
        }
    }

    /// Waits for something.
    ///
    /// - Returns: whether it came within `seconds`.
    /// - Throws: where the run cannot go on, or is to end at once.
    private func wait(
        _ seconds: Double, showing unit: String? = nil, until condition: () async -> Bool
    ) async throws(CommandError) -> Bool {
        let began = ContinuousClock.now
        while !(await condition()) {
            if let failure = await driver.failure { throw CommandError(failure) }
            if await interruption.count > 1 { throw CommandError("stopped") }
            let passed = (ContinuousClock.now - began) / .seconds(1)
            if passed >= seconds { return false }
            if let unit {
                let figures = await driver.figures
                progress.show(
                    passed / seconds,
                    "\(Int(passed)) of \(Int(seconds)) \(unit), \(figures.sent) edits, "
                        + "\(figures.connected) clients connected, "
                        + "\(figures.reconnects) reconnects")
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return true
    }

    /// Deletes lists; gives those that it could not.
    ///
    /// The first alone may not have been made at all: that is not worth waiting for a server.
    private func delete(_ names: [String]) async -> [String] {
        progress.show(nil, "deleting lists")
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
}
