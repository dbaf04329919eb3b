import ArgumentParser
import Authentication
import ListJournal
import ListServer
import Logging
import ServiceLifecycle

/// `lockstep serve`: hosts the lists of one store.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve shared lists and the web client.",
        discussion: """
            Settings come from config/lockstep.json (or --config FILE), then from the environment \
            (LOCKSTEP_PORT, LOCKSTEP_LIMITS_ROWS, ...), then from these flags; the later one wins. \
            config/lockstep.json shows every setting with its default. Relative paths count from \
            the working directory.
            """)

    @Option(help: "The address to listen on; 0.0.0.0 for every network (default: 127.0.0.1).")
    var host: String?

    @Option(help: "The port to listen on; 0 takes a free one (default: 8080).")
    var port: Int?

    @Option(help: ArgumentHelp("Where the lists are kept.", valueName: "FILE.sqlite"))
    var store: String?

    @Option(help: ArgumentHelp("Lists that a new store starts with.", valueName: "DIR"))
    var lists: String?

    @Option(help: ArgumentHelp("The web client's files.", valueName: "DIR"))
    var web: String?

    @Option(help: "open: everyone owns every list; jwt: tokens say who may what (default: open).")
    var authMode: String?

    @Option(
        help: ArgumentHelp(
            "The keys that tokens are checked with: a secret, PEM keys or a JWK set.",
            valueName: "FILE"))
    var authKeys: String?

    @Option(
        help: ArgumentHelp(
            "Speak TLS with this certificate, its chain behind it.", valueName: "FILE.pem"))
    var cert: String?

    @Option(help: ArgumentHelp("The certificate's key, without a password.", valueName: "FILE.pem"))
    var key: String?

    @Flag(help: "Let everyone who can reach the server own every list, other machines too.")
    var allowOpen = false

    @Option(
        help: ArgumentHelp(
            "Where browsers may come from, by comma (default: this server's own pages).",
            valueName: "ORIGINS"))
    var origins: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical (default: notice).")
    var logLevel: String?

    @Option(help: ArgumentHelp("The settings file.", valueName: "FILE"))
    var config: String?

    func run() async throws {
        let settings: ServeSettings
        do {
            settings = try await ServeSettings.read(
                flags: [
                    "host": host, "port": port.map { String($0) }, "store": store,
                    "lists": lists, "web": web, "logLevel": logLevel, "auth.mode": authMode,
                    "auth.keys": authKeys, "auth.allowOpen": allowOpen ? "true" : nil,
                    "origins": origins, "tls.cert": cert, "tls.key": key,
                ].compactMapValues { $0 }, file: config)
        } catch let error as SettingsError {
            throw ValidationError(error.description)
        }
        var logger = Logger(label: "lockstep") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        let signals = await StopSignals(log: logger)
        let obeying = Task { await signals.obey() }
        let starting = Task { try await makeServices(settings, logger) }
        await signals.cancel(starting)
        let services: [any Service]
        do {
            services = try await starting.value
        } catch {
            // Whoever stopped it hears of no failure: what it waited for was refused until then.
            if await signals.isStopping { return }
            logger.critical("the server cannot start: \(error)")
            throw ExitCode.failure
        }
        let group = ServiceGroup(services: services, logger: logger)
        await signals.stop(group)
        try await group.run()
        obeying.cancel()
    }

    /// Opens the store, waiting for it and for the port where another server still has them.
    private func makeServices(
        _ settings: ServeSettings, _ logger: Logger
    ) async throws -> [any Service] {
        var services: [any Service] = []
        var options = settings.options
        if let auth = settings.auth {
            let verifier = try await TokenVerifier(
                keyFile: auth.keys, audience: auth.audience, log: logger)
            options.tokens = verifier
            services.append(KeyService(verifier: verifier))
        }
        let patience = StartupRetry(seconds: settings.options.takeOverSeconds, log: logger)
        let journal = try await patience.of("the store") { () throws(JournalError) in
            try SQLiteJournal(path: settings.store)
        } whileIn: { (error: JournalError) in
            if case .locked = error { true } else { false }
        }
        if journal.wasRestored {
            logger.notice(
                "the store is a backup: every list has a new epoch, clients begin anew",
                metadata: ["store": "\(settings.store)"])
        }
        do {
            let server = try await Server(
                options, journal: journal, samples: settings.lists, log: logger)
            return services + [
                ReloadService(server: server), ServerService(server: server, log: logger),
            ]
        } catch {
            await journal.close()
            throw error
        }
    }
}
