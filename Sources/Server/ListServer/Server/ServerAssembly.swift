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
    let lists: ListRegistry
    package let sessions: SessionDirectory
    let hooks: Hooks?
    let report: MetricsReport
    let metrics: MetricsRoute
    let ledger: LoopBound<MemoryLedger>
    private let admin: AdminService
    private let options: ServerOptions

    /// - Parameters:
    ///   - hooks: Who is told of every change over HTTP; nil: no program is.
    ///   - program: What the program that has the server in it decides.
    ///   - commits: Tells that program what is stored; nil: it does not want to know.
    init(
        _ runtime: ServerRuntime, journal: any Journal, bus: (any MessageBus)? = nil,
        options: ServerOptions, health: Health,
        hooks: Hooks? = nil, program: ServerHooks = ServerHooks(), commits: CommitStream? = nil
    ) {
        self.runtime = runtime
        self.options = options
        self.hooks = hooks
        let loop = runtime.loop
        ledger = LoopBound(
            MemoryLedger(bound: options.bounds.queueTotalBytes, on: loop), loop: loop)
        monitor = ServerMonitor(
            health: health, isShared: journal.isShared, log: runtime.log, on: loop)
        lists = ListRegistry(
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
        sessions = SessionDirectory(
            SessionServices(
                lists, authenticator: authenticator,
                admission: ProgramAdmission(program, log: runtime.log),
                settings: SessionSettings(options, isGuarded: authenticator.open == nil)))
        report = MetricsReport(
            lists, authenticator: authenticator, hooks: hooks, version: ServerVersion.number,
            queueBound: options.bounds.queueTotalBytes)
        metrics = MetricsRoute(report: report, loop: loop)
        admin = AdminService(
            report, sessions: sessions, hooks: hooks, address: "\(options.host):\(options.port)",
            isOpen: options.opensAdmin)
    }

    /// Finds every list of the journal, and begins to hear of other servers.
    func start() async throws(JournalError) {
        await sessions.start()
        try await lists.start()
    }

    /// What is served where clients reach the server.
    ///
    /// - Parameter site: The web client; nil: there is none.
    func application(site: StaticSite?) -> HTTPApplication {
        HTTPApplication(
            sessions, ledger: ledger, hooks: hooks, site: site,
            metrics: options.metrics == nil ? metrics : nil, admin: admin,
            bodyBytes: options.bounds.bodyBytes)
    }

    /// What is served at an address of its own for those who watch the server.
    func monitoringApplication() -> MonitoringApplication {
        MonitoringApplication(
            metrics: metrics,
            probes: ProbeRoute(
                health: monitor.health, authenticator: sessions.services.authenticator))
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
