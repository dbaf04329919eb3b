import ArgumentParser
import Authentication
import ListHosting
import ListJournal
import ListServer
import Logging
import UnixSignals

/// `lockstep serve`: serves the lists of one store.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve shared lists and the web client.",
        discussion: """
            Settings come from config/lockstep.json or else /etc/lockstep/lockstep.json (or --config \
            FILE), then from the environment (LOCKSTEP_PORT, LOCKSTEP_LIMITS_ROWS, ...), then from \
            these flags; a later source overrides an earlier one. The file that is shipped shows every \
            setting with its default. Relative paths are relative to the working directory. A store, \
            sample lists and web client that no setting names are looked for there (data/, \
            config/lists, web-client) and then in /var/lib/lockstep and /usr/share/lockstep.
            """)

    @Option(help: "The address to listen on; 0.0.0.0 for all networks (default: 127.0.0.1).")
    var host: String?

    @Option(help: "The port to listen on; 0 selects a free one (default: 8080).")
    var port: Int?

    @Option(help: ArgumentHelp("The file that stores the lists.", valueName: "FILE.sqlite"))
    var store: String?

    @Option(help: ArgumentHelp("The lists that a new store starts with.", valueName: "DIR"))
    var lists: String?

    @Option(help: ArgumentHelp("The web client's files.", valueName: "DIR"))
    var web: String?

    @Option(help: "open: everyone owns every list; jwt: tokens grant roles (default: open).")
    var authMode: String?

    @Option(
        help: ArgumentHelp(
            "The keys that verify tokens: a secret, PEM keys or a JWK set.",
            valueName: "FILE"))
    var authKeys: String?

    @Option(
        help: ArgumentHelp(
            "Where a JWK set has the keys that verify tokens, in place of a file: https only.",
            valueName: "URL"))
    var authJwks: String?

    @Option(
        help: ArgumentHelp(
            "The authorities of the JWK set's server (default: the system's).",
            valueName: "FILE.pem"))
    var authCa: String?

    @Option(
        help: ArgumentHelp(
            "The tokens that are revoked before they expire; read again upon SIGHUP.",
            valueName: "FILE"))
    var authRevoked: String?

    @Option(
        help: ArgumentHelp(
            "Who is told of changes over HTTP (webhooks); read again upon SIGHUP.",
            valueName: "FILE"))
    var hooks: String?

    @Option(
        help: ArgumentHelp(
            "Use TLS with this certificate, followed by its chain.", valueName: "FILE.pem"))
    var cert: String?

    @Option(help: ArgumentHelp("The certificate's key, without a password.", valueName: "FILE.pem"))
    var key: String?

    @Flag(help: "Let everyone who can reach the server own every list, also from other machines.")
    var allowOpen = false

    @Option(
        help: ArgumentHelp(
            "The origins of browsers, separated by commas (default: this server's own pages).",
            valueName: "ORIGINS"))
    var origins: String?

    @Option(
        help: ArgumentHelp(
            "Addresses where the same lists are served, as browsers reach them, separated by commas: "
                + "clients go on there when this server is away.", valueName: "URLS"))
    var servers: String?

    @Option(
        help: ArgumentHelp(
            "Serve /metrics here, as 127.0.0.1:9464, and no more with the lists.",
            valueName: "ADDRESS:PORT"))
    var metrics: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical (default: notice).")
    var logLevel: String?

    @Option(help: "text, or json: an object on each line (default: text).")
    var logFormat: String?

    @Option(help: ArgumentHelp("The settings file.", valueName: "FILE"))
    var config: String?

    func run() async throws {
        let settings: ServeSettings
        do {
            settings = try await ServeSettings.read(
                flags: [
                    "host": host, "port": port.map { String($0) }, "store": store,
                    "lists": lists, "web": web, "logLevel": logLevel, "logFormat": logFormat,
                    "auth.mode": authMode,
                    "auth.keys": authKeys, "auth.jwks": authJwks, "auth.ca": authCa,
                    "auth.revoked": authRevoked, "hooks.file": hooks,
                    "auth.allowOpen": allowOpen ? "true" : nil,
                    "metrics": metrics, "origins": origins, "servers": servers, "tls.cert": cert,
                    "tls.key": key,
                ].compactMapValues { $0 }, file: config)
        } catch let error as SettingsError {
            throw ValidationError(error.description)
        }
        var logger = Logger(label: "lockstep") { label in
            LineLogHandler(settings.logsJSON ? .json : .text(label: label))
        }
        logger.logLevel = settings.logLevel
        let signals = await StopSignals(log: logger)
        // Before any file is read: who replaces one and says so meanwhile is heard once the server runs.
        let reloads = await UnixSignalsSequence(trapping: .sighup)
        let listening = Task { await signals.listen() }
        let starting = Task { try await makeServices(settings, reloads, logger) }
        await signals.cancelOnSignal(starting)
        let services: ServerServices
        do {
            services = try await starting.value
        } catch {
            // A signal ended the start: that is no failure.
            if await signals.isStopping { return }
            logger.critical("the server cannot start: \(error)")
            throw ExitCode.failure
        }
        await services.run(until: signals)
        listening.cancel()
    }

    /// Opens the store and the port; waits for both where another server still holds them, or the
    /// cluster is not in reach yet.
    private func makeServices(
        _ settings: ServeSettings, _ reloads: UnixSignalsSequence, _ logger: Logger
    ) async throws -> ServerServices {
        var services: [any BackgroundService] = []
        var options = settings.options
        if let auth = settings.auth {
            let keys = try makeKeyService(auth, logger)
            options.tokens = keys.verifier
            services.append(keys)
        }
        let patience = StartupRetry(seconds: settings.options.takeOverSeconds, log: logger)
        let journal: any Journal
        var bus: (any MessageBus)?
        switch settings.journal {
        case .sqlite(let path): journal = try await openStore(path, patience, logger)
        case .nats(let nats):
            let shared = try await openCluster(nats, options, patience, logger)
            (journal, bus) = (shared, shared.bus)
        }
        do {
            let server = try await Server(
                options, journal: journal, bus: bus, samples: settings.lists, log: logger)
            if let backups = settings.backups {
                services.append(
                    BackupService(
                        settings: backups, limits: settings.options.limits, server: server,
                        log: logger))
            }
            services.append(ReloadService(server: server, signals: reloads))
            return ServerServices(server: server, background: services, log: logger)
        } catch {
            await journal.close()
            throw error
        }
    }

    /// Reads the keys of a file; those at a URL are fetched once the service runs.
    private func makeKeyService(
        _ auth: AuthSettings, _ logger: Logger
    ) throws -> KeyRefreshService {
        let revocations = try auth.revoked.map(RevocationList.init(path:))
        switch auth.keys {
        case .file(let path):
            let verifier = try TokenVerifier(
                keyFile: path, audience: auth.audience, revocations: revocations, log: logger)
            return KeyRefreshService(verifier: verifier, fetcher: nil)
        case .url(let url, let authorities):
            let fetcher = KeyFetcher(url: url, authorities: authorities)
            let verifier = TokenVerifier(
                keysAt: url, audience: auth.audience, revocations: revocations, log: logger,
                now: WallClock.system.steady
            ) { () throws(KeyFileError) in try await fetcher.fetch() }
            return KeyRefreshService(verifier: verifier, fetcher: fetcher)
        }
    }

    /// Opens a cluster whose nodes may be starting as well.
    private func openCluster(
        _ nats: NATSSettings, _ options: ServerOptions, _ patience: StartupRetry, _ logger: Logger
    ) async throws(JournalError) -> JetStreamJournal {
        try await patience.of(
            "NATS", every: .milliseconds(250), saying: "waiting for the cluster to be in reach"
        ) { () throws(JournalError) in
            try await nats.open(options.limits, logger)
        } whileIn: { (error: JournalError) in
            if case .unreachable = error { true } else { false }
        }
    }

    private func openStore(
        _ path: String, _ patience: StartupRetry, _ logger: Logger
    ) async throws -> SQLiteJournal {
        let journal = try await patience.of("the store") { () throws(JournalError) in
            try SQLiteJournal(path: path) { logger.tell($0) }
        } whileIn: { (error: JournalError) in
            if case .locked = error { true } else { false }
        }
        if journal.wasRestored {
            logger.notice(
                "the store is a backup: every list has a new epoch, and clients load it anew",
                metadata: ["store": "\(path)"])
        }
        return journal
    }
}
