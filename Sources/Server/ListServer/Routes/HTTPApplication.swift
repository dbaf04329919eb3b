import ListHTTP
import ListHosting
import ListProtocol
import ListSessions
import ListWebhooks
import TextBytes
import WebFiles
import WebSocketTransport

/// What the listener asks on the loop's thread: sessions to open, requests to answer.
final class HTTPApplication: Application {
    private let sessions: SessionDirectory
    private let ledger: LoopBound<MemoryLedger>
    private let lists: ListRoutes
    private let files: FilesRoute
    private let backup: BackupRoute
    private let hooks: HooksRoute
    private let probes: ProbeRoute
    /// Nil: the figures are told at an address of their own.
    private let metrics: MetricsRoute?
    private let admin: AdminService
    /// The web client; nil: there is none.
    private let site: StaticSite?
    private let bodyBytes: Int

    /// - Parameters:
    ///   - ledger: Counts what is held in memory for peers.
    ///   - bodyBytes: Bytes of a request's body, where it is no file.
    init(
        _ sessions: SessionDirectory, ledger: LoopBound<MemoryLedger>, hooks: Hooks?,
        site: StaticSite?, metrics: MetricsRoute?, admin: AdminService, bodyBytes: Int
    ) {
        self.sessions = sessions
        self.ledger = ledger
        self.metrics = metrics
        self.admin = admin
        self.site = site
        self.bodyBytes = bodyBytes
        let services = sessions.services
        let journal = services.lists.services.journal
        lists = ListRoutes(
            services.lists, ledger: ledger, admission: services.admission,
            rate: services.settings.editRate
        ) { sessions.follow($0, $1, as: $2) }
        files = FilesRoute(services.lists, lists: lists, ledger: ledger)
        backup = BackupRoute(services.runtime, journal: journal)
        self.hooks = HooksRoute(runtime: services.runtime, journal: journal, hooks: hooks)
        probes = ProbeRoute(
            health: services.monitor.health, authenticator: services.authenticator)
    }

    private var authenticator: Authenticator { sessions.services.authenticator }

    func opened(_ connection: Connection) -> (any ConnectionHandler)? {
        guard !sessions.services.monitor.health.isStopping, authenticator.isReady else {
            return nil
        }
        return sessions.open(connection, admin: admin)
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if let site, case .file = Self.route(request.segments) {
            if AdminRoute.serves(request.segments) {
                return AdminRoute(site: site, access: admin.access).handle(request, exchange)
            }
            return site.serve(request, exchange)
        }
        let path = request.segments.filter { !$0.isEmpty }
        let isAlone = request.segments.count == 1
        switch path.first.map({ TextKey($0) }) {
        case "healthz" where isAlone, "readyz" where isAlone:
            probes.answer(request, exchange)
        case "metrics" where isAlone:
            guard let metrics else {
                exchange.respond(.nothing(at: "\(request.path) here: see the setting metrics"))
                return
            }
            metrics.answer(request, exchange)
        case "api" where ledger.value.isSpent:
            exchange.respond(.overloaded)
        case "api":
            authorize(request, exchange) { [self] in
                answer(request, Array(path.dropFirst()), $0, exchange)
            }
        default: exchange.respond(.nothing(at: request.path))
        }
    }

    /// Answers a request below `/api` from a client with `grants`.
    private func answer(
        _ request: HTTPRequest, _ path: [String], _ grants: Grants, _ exchange: HTTPExchange
    ) {
        switch path.first.map({ TextKey($0) }) {
        case "lists" where path.count <= 3 || path[2].isSame(as: "versions"):
            lists.handle(request, Array(path.dropFirst()), grants, exchange)
        case "files" where path.count == 1: files.handle(request, grants, exchange)
        case "backup" where path.count == 1:
            if mayRun(request, grants, exchange) { backup.handle(request, exchange) }
        case "hooks":
            if mayRun(request, grants, exchange) {
                hooks.handle(request, Array(path.dropFirst()), exchange)
            }
        default: exchange.respond(.nothing(at: request.path))
        }
    }

    /// Whether the request is of an operator; refuses it otherwise.
    private func mayRun(
        _ request: HTTPRequest, _ grants: Grants, _ exchange: HTTPExchange
    ) -> Bool {
        guard !request.isFromForeignPage else {
            exchange.respond(.foreignPage)
            return false
        }
        guard grants.ownsEverything else {
            exchange.respond(
                .error(403, ErrorMessage(.forbidden, "only an owner of all lists may do that")))
            return false
        }
        return true
    }

    /// Calls `work` with what the request's token gives, or answers 401, or 503 while there are no keys.
    private func authorize(
        _ request: HTTPRequest, _ exchange: HTTPExchange, _ work: @escaping (Grants) -> Void
    ) {
        if let grants = authenticator.open {
            work(grants)
            return
        }
        let token = request.bearerToken
        let (authenticator, runtime) = (authenticator, sessions.services.runtime)
        let bound = LoopBound(work, loop: runtime.loop)
        runtime.background.begin {
            do throws(ErrorMessage) {
                let grants = try await authenticator.grants(for: token)
                bound.execute { $0(grants) }
            } catch {
                let response =
                    error.code == .unavailable
                    ? HTTPResponse.error(503, error) : .unauthorized(error)
                runtime.loop.execute { exchange.respond(response) }
            }
        }
    }
}

extension HTTPApplication {
    func servesWebSocket(at path: [String]) -> Bool { Self.servesWebSocket(at: path) }

    func route(_ path: [String]) -> HTTPRoute { Self.route(path) }

    func maxBodyBytes(at path: [String]) -> Int? {
        let isFile = path.count == 2 && areSame(path.first, "api") && areSame(path.last, "files")
        return isFile ? max(FilesRoute.maxBytes, bodyBytes) : nil
    }

    /// `/ws`, and `/ws/LIST` for clients that name a list in the path.
    static func servesWebSocket(at path: [String]) -> Bool {
        areSame(path.first, "ws") && (path.count == 1 || path.count == 2 && !path[1].isEmpty)
    }

    /// How the paths of the server are served; whatever is not named is a file of the web client.
    static func route(_ path: [String]) -> HTTPRoute {
        switch path.first.map({ TextKey($0) }) {
        case "ws": .upgradeRequired
        case "healthz" where path.count == 1, "readyz" where path.count == 1: .probe
        case "metrics" where path.count == 1: .open
        case "api" where isDocument(path): .file
        case "api": .call
        default: .file
        }
    }

    /// Whether the path is that of the API's description, `/api/` or `/api/NAME.json`: files, open to
    /// everyone.
    private static func isDocument(_ path: [String]) -> Bool {
        path.count == 2 && (path[1].isEmpty || path[1].ends(with: ".json"))
    }
}
