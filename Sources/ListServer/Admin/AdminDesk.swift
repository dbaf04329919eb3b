import Foundation
import ListDocument
import ListEditing
import ListProtocol
import Logging
import TextBytes
import WebSocketTransport

/// Answers `admin`: what those who run the server ask in a session.
///
/// Long tables are collected in turns of the loop and sorted away from it; who asks while that is under way
/// shares it.
actor AdminDesk {
    nonisolated let access: AdminAccess
    private let registry: ListRegistry
    private let context: ServerContext
    private let sampler: FiguresSampler
    private let table = ListTable()
    private var collecting: Task<[AdminSession], Never>?
    /// Where the history of lists begins that are not in memory, by the revision at which that was read.
    private var historyStarts: [ListID: (epoch: String, revision: Int, start: Int)] = [:]
    private var asked = 0.0
    private var isForgettingDue = false

    /// Unreadable lists that are named.
    private static let mostNamed = 100
    /// Lists of which it is remembered where their history begins.
    private static let mostRemembered = 1_000
    /// Seconds after the last question until what it remembers is let go.
    private static let idleSeconds = 30.0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe context.loop.asUnownedSerialExecutor()
    }

    init(_ report: MetricsReport, registry: ListRegistry, context: ServerContext) {
        self.registry = registry
        self.context = context
        sampler = FiguresSampler(clock: context.clock) { await report.text() }
        access = AdminAccess(
            isGuarded: context.authenticator.open == nil, isOpen: context.options.opensAdmin)
    }

    /// Answers what somebody asks who may.
    func answer(_ request: AdminRequest, by principal: Principal) async -> AdminAnswer {
        asked = context.loop.now
        scheduleForgetting()
        let content: AdminAnswer.Content
        switch request.subject {
        case .figures: content = .figures(await figures())
        case .lists(let page): content = await lists(page)
        case .sessions(let page):
            let rows = await SessionTable.page(page, of: await sessions())
            content = .sessions(rows.sessions, total: rows.total)
        case .hooks:
            content = .hooks(
                AdminAnswer.JSONText(HookFigures.encoded(await context.hooks?.figures ?? [])))
        case .end(let client): content = .ended(end(client, by: principal))
        }
        return AdminAnswer(n: request.n, content)
    }

    // MARK: Figures

    private func figures() async -> AdminFigures {
        let figures = await sampler.figures()
        var reasons = context.health.problems + context.health.degradations
        if !context.authenticator.isReady { reasons.append("there are no keys for tokens yet") }
        let address = "\(context.options.host):\(context.options.port)"
        return AdminFigures(
            server: context.bus?.server ?? address,
            servers: 1 + (context.peers?.servers.count ?? 0),
            figures: AdminAnswer.JSONText(figures), reasons: reasons,
            unreadable: context.unreadable.some(Self.mostNamed),
            backedUp: context.metrics.backedUp.map { Int($0 * 1000) },
            backupFailures: context.metrics.backupFailures)
    }

    // MARK: Lists

    private func lists(_ page: AdminPage<AdminListOrder>) async -> AdminAnswer.Content {
        let summaries = await registry.summaries()
        var (lists, total) = await table.page(page, of: summaries, now: EventLoop.now)
        for index in lists.indices { await addState(to: &lists[index]) }
        return .lists(lists, total: total)
    }

    /// Adds what this server knows of a list, and where its history begins.
    private func addState(to list: inout AdminList) async {
        guard let sequencer = sequencer(of: list.summary.list) else { return }
        if let state = state(of: sequencer) {
            list.isLoaded = true
            list.bytes = state.bytes
            list.historyStart = state.historyStart
        } else {
            list.historyStart = await historyStart(
                of: list.summary.list, sequencer.epoch, list.summary.revision)
        }
    }

    private func sequencer(of list: ListID) -> ListSequencer? {
        registry.assumeIsolated { $0.sequencer(of: list) }
    }

    /// What is known of a list in memory; nil: it is not there.
    private func state(of sequencer: ListSequencer) -> (bytes: Int, historyStart: Int)? {
        sequencer.assumeIsolated { $0.inspect { ($0.byteCount, $0.storedStart) } }
    }

    private func historyStart(of list: ListID, _ epoch: String, _ revision: Int) async -> Int? {
        if let known = historyStarts[list], known.epoch.isSame(as: epoch),
            known.revision == revision
        {
            return known.start
        }
        let loader = ListLoader(journal: context.journal, limits: context.limits, epoch: epoch)
        let start: Int
        do {
            start = try await loader.oldestKept(list)?.revision ?? revision
        } catch {
            // A list that cannot be read is named among those; the next time it may be.
            return nil
        }
        if historyStarts.count >= Self.mostRemembered { historyStarts = [:] }
        historyStarts[list] = (epoch, revision, start)
        return start
    }

    // MARK: Sessions

    private func sessions() async -> [AdminSession] {
        if let collecting { return await collecting.value }
        let task = Task {
            let rows = await registry.sessionRows()
            collecting = nil
            return rows
        }
        collecting = task
        return await task.value
    }

    private func end(_ client: ClientID, by principal: Principal) -> Bool {
        let isEnded = registry.assumeIsolated { $0.endSession(of: client) }
        if isEnded {
            context.log.notice(
                "an operator ended a session",
                metadata: [
                    "client": "\(client.text)", "operator": "\(principal.client.text)",
                    "user": "\(LogText.plain(principal.grants.user ?? ""))",
                ])
        }
        return isEnded
    }

    // MARK: Forgetting

    private func scheduleForgetting() {
        guard !isForgettingDue else { return }
        isForgettingDue = true
        let left = max(1, Self.idleSeconds - (context.loop.now - asked))
        _ = context.loop.schedule(after: left) {
            self.assumeIsolated { $0.forget() }
        }
    }

    private func forget() {
        isForgettingDue = false
        guard context.loop.now - asked >= Self.idleSeconds else { return scheduleForgetting() }
        historyStarts = [:]
        Task { await table.forget() }
    }
}

extension Session {
    /// Answers an `admin`.
    func administer(_ request: AdminRequest, _ principal: Principal) {
        guard let admin else {
            return send(
                ErrorMessage(.forbidden, "nobody may ask that in this session", n: request.n))
        }
        if let refusal = adminRefusal(principal.grants, n: request.n) { return send(refusal) }
        holding { session in
            let answer = await admin.answer(request, by: principal)
            guard case .open(let principal) = session.stage else { return }
            // A newer token may grant less.
            if let refusal = session.adminRefusal(principal.grants, n: request.n) {
                session.send(refusal)
            } else {
                session.send(answer)
            }
        }
    }

    /// Why somebody with `grants` may not watch the server in this session; nil: they may.
    func adminRefusal(_ grants: Grants, n: Int? = nil) -> ErrorMessage? {
        admin?.access.refusal(of: grants, isLocal: connection.origin.isLocal).map {
            ErrorMessage(.forbidden, $0, n: n)
        }
    }
}
