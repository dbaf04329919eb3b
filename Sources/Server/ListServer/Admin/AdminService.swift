import Foundation
import ListDocument
import ListEditing
import ListHosting
import ListProtocol
import ListSessions
import ListWebhooks
import Logging
import TextBytes
import WebSocketTransport

/// Answers `admin`: what those who run the server ask in a session.
///
/// Long tables are collected in turns of the loop and sorted away from it; who asks while that is under way
/// shares it. Confined to the loop's thread.
final class AdminService: AdminAnswering {
    let access: AdminAccess
    private let sessions: SessionDirectory
    private let hooks: Hooks?
    /// What the server is called where it has no id of its own: the address that it listens on.
    private let address: String
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

    /// - Parameter isOpen: Whether a client that needs no token may ask.
    init(
        _ report: MetricsReport, sessions: SessionDirectory, hooks: Hooks?, address: String,
        isOpen: Bool
    ) {
        self.sessions = sessions
        self.hooks = hooks
        self.address = address
        let services = sessions.services
        let shared = LoopBound(report, loop: services.loop)
        sampler = FiguresSampler(clock: services.runtime.clock) {
            await shared.run { _, report in await report.text() }
        }
        access = AdminAccess(isGuarded: services.authenticator.open == nil, isOpen: isOpen)
    }

    private var lists: ListRegistry { sessions.services.lists }
    private var runtime: ServerRuntime { sessions.services.runtime }
    private var monitor: ServerMonitor { sessions.services.monitor }

    func refusal(of grants: Grants, isLocal: Bool) -> String? {
        access.refusal(of: grants, isLocal: isLocal)
    }

    /// Answers what an operator asks.
    func answer(
        _ request: AdminRequest, by principal: Principal, isolation: isolated (any Actor)?
    ) async -> AdminAnswer {
        asked = runtime.loop.now
        scheduleForgetting()
        let content: AdminAnswer.Content
        switch request.subject {
        case .figures: content = .figures(await figures())
        case .lists(let page): content = await lists(page)
        case .sessions(let page):
            let rows = await SessionTable.page(page, of: await sessionRows())
            content = .sessions(rows.sessions, total: rows.total)
        case .hooks:
            content = .hooks(
                AdminAnswer.JSONText(HookFigures.encoded(await hooks?.figures ?? [])))
        case .end(let client): content = .ended(end(client, by: principal))
        }
        return AdminAnswer(n: request.n, content)
    }

    // MARK: Figures

    private func figures(isolation: isolated (any Actor)? = #isolation) async -> AdminFigures {
        let figures = await sampler.figures()
        var reasons = monitor.health.problems + monitor.health.degradations
        if !sessions.services.authenticator.isReady {
            reasons.append("there are no keys for tokens yet")
        }
        let peers = sessions.services.peers
        return AdminFigures(
            server: peers?.bus.server ?? address,
            servers: 1 + (peers?.servers.count ?? 0),
            figures: AdminAnswer.JSONText(figures), reasons: reasons,
            unreadable: monitor.unreadable.some(Self.mostNamed),
            backedUp: monitor.metrics.backedUp.map { Int($0 * 1000) },
            backupFailures: monitor.metrics.backupFailures)
    }

    // MARK: Lists

    private func lists(
        _ page: AdminPage<AdminListOrder>, isolation: isolated (any Actor)? = #isolation
    ) async -> AdminAnswer.Content {
        let summaries = await lists.summaries()
        var (rows, total) = await table.page(page, of: summaries, now: EventLoop.now)
        for index in rows.indices { await addState(to: &rows[index]) }
        return .lists(rows, total: total)
    }

    /// Adds what this server knows of a list, and where its history begins.
    private func addState(to list: inout AdminList, isolation: isolated (any Actor)? = #isolation)
        async
    {
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
        lists.sequencer(of: list)
    }

    /// What is known of a list in memory; nil: it is not there.
    private func state(of sequencer: ListSequencer) -> (bytes: Int, historyStart: Int)? {
        sequencer.inspect { ($0.byteCount, $0.storedStart) }
    }

    private func historyStart(
        of list: ListID, _ epoch: String, _ revision: Int,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Int? {
        if let known = historyStarts[list], known.epoch.isSame(as: epoch),
            known.revision == revision
        {
            return known.start
        }
        let loader = ListLoader(
            journal: lists.services.journal, limits: lists.services.limits, epoch: epoch)
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

    private func sessionRows(isolation: isolated (any Actor)? = #isolation) async -> [AdminSession]
    {
        if let collecting { return await collecting.value }
        let task = runtime.begin(with: self) { _, service in
            let rows = await service.sessions.rows()
            service.collecting = nil
            return rows
        }
        collecting = task
        return await task.value
    }

    private func end(_ client: ClientID, by principal: Principal) -> Bool {
        let isEnded = sessions.endSession(of: client)
        if isEnded {
            runtime.log.notice(
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
        let left = max(1, Self.idleSeconds - (runtime.loop.now - asked))
        _ = runtime.loop.schedule(after: left) {
            self.forget()
        }
    }

    private func forget() {
        isForgettingDue = false
        guard runtime.loop.now - asked >= Self.idleSeconds else { return scheduleForgetting() }
        historyStarts = [:]
        Task { [table] in await table.forget() }
    }
}
