import ListDocument
import ListHosting
import ListJournal
import ListProtocol
import ListSessions
import ListWebhooks
import Logging
import OutgoingHTTP
import WebFiles
import WebSocketTransport

/// The parts of one server, put together: all but the ports that it is reached at.
struct ServerAssembly: Sendable {
    let runtime: ServerRuntime
    let monitor: ServerMonitor
    let lists: LoopBound<ListRegistry>
    let sessions: LoopBound<SessionDirectory>
    let hooks: Hooks?
    let report: LoopBound<MetricsReport>
    let ledger: LoopBound<MemoryLedger>
    /// What is served where clients reach the server.
    let application: LoopBound<any Application>
    /// What is served at an address of its own for those who watch the server.
    let monitoringApplication: LoopBound<any Application>

    /// - Parameters:
    ///   - site: The web client; nil: there is none.
    ///   - hooks: Who is notified of every change over HTTP; nil: no program is.
    ///   - program: What the program that has the server in it decides.
    ///   - commits: Tells that program what is stored; nil: it does not want to know.
    init(
        _ runtime: ServerRuntime, journal: any Journal, bus: (any MessageBus)? = nil,
        options: ServerOptions, health: Health, site: StaticSite? = nil, hooks: Hooks? = nil,
        program: ServerHooks = ServerHooks(), commits: CommitStream? = nil
    ) {
        self.runtime = runtime
        self.hooks = hooks
        let loop = runtime.loop
        ledger = LoopBound(
            MemoryLedger(bound: options.bounds.queueTotalBytes, on: loop), loop: loop)
        monitor = ServerMonitor(
            health: health, isShared: journal.isShared, log: runtime.log, on: loop)
        let registry = ListRegistry(
            SequencerServices(
                runtime, journal: journal, bus: bus, limits: options.limits,
                history: options.history,
                monitor: monitor, ledger: ledger, changes: hooks,
                committed: commits?.note),
            bounds: ListRegistry.Bounds(options))
        let authenticator = Authenticator(
            options.tokens,
            program: program.authenticate.map { Access.claims(by: $0, clock: runtime.clock) },
            clock: runtime.clock)
        let directory = SessionDirectory(
            SessionServices(
                registry, authenticator: authenticator,
                admission: ProgramAdmission(program, log: runtime.log),
                settings: SessionSettings(options, isGuarded: authenticator.open == nil)))
        let report = MetricsReport(
            registry, authenticator: authenticator, hooks: hooks, version: ServerVersion.number,
            queueBound: options.bounds.queueTotalBytes)
        let metrics = MetricsRoute(report: report, runtime: runtime)
        let admin = AdminService(
            report, sessions: directory, hooks: hooks, address: "\(options.host):\(options.port)",
            isOpen: options.opensAdmin)
        application = LoopBound(
            HTTPApplication(
                directory, ledger: ledger, hooks: hooks, site: site,
                metrics: options.metrics == nil ? metrics : nil, admin: admin,
                bodyBytes: options.bounds.bodyBytes), loop: loop)
        monitoringApplication = LoopBound(
            MonitoringApplication(
                metrics: metrics,
                probes: ProbeRoute(health: health, authenticator: authenticator)), loop: loop)
        lists = LoopBound(registry, loop: loop)
        sessions = LoopBound(directory, loop: loop)
        self.report = LoopBound(report, loop: loop)
    }

    /// Every list that there is, and whether this server is to tell of it.
    @Sendable func announcedLists() async -> [AnnouncedList] {
        await lists.run { _, lists in await lists.announcedLists() }
    }

    /// Finds every list of the journal, and begins to hear of other servers.
    func start() async throws(JournalError) {
        await sessions.run { $0.start() }
        try await lists.run { (_, lists) throws(JournalError) in try await lists.start() }
    }
}

extension ListRegistry.Bounds {
    fileprivate init(_ options: ServerOptions) {
        self.init(
            lists: options.bounds.lists, newBytes: options.bounds.queueTotalBytes,
            idleSeconds: options.idleSeconds)
    }
}

extension SessionSettings {
    fileprivate init(_ options: ServerOptions, isGuarded: Bool) {
        self.init(
            server: ServerVersion.name,
            features: ServerVersion.features(options, isGuarded: isGuarded),
            servers: options.servers, helloSeconds: options.bounds.helloSeconds,
            patience: options.history.appendSeconds, editRate: options.editRate)
    }
}
