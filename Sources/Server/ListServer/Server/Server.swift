import Authentication
import ListEditing
package import ListHosting
package import ListJournal
import ListProtocol
import ListSessions
import ListWebhooks
package import Logging
import OutgoingHTTP
import WebFiles
import WebSocketTransport

/// A running server: event loop, journal, lists, and the port that they are reached at.
public final class Server: Sendable {
    private let parts: ServerAssembly
    private let journal: any Journal
    private let options: ServerOptions
    private let listener: Listener
    /// For those who watch the server; nil: they ask the listener of all.
    private let monitoring: Listener?
    private let refusals: LoopBound<RefusalLog>
    /// Tells the program that has the server in it what is stored; nil: it does not want to know.
    private let commits: CommitStream?
    /// Sends what hooks are told; nil: there are none.
    private let requester: HTTPRequester?
    /// Looks for lists that cannot be read, once, after everything else.
    private let inspection: Task<Void, Never>

    /// The port that it listens on.
    public var port: Int { listener.port }

    /// Opens every list of the journal, makes those of `samples` where it has none, and listens.
    ///
    /// - Parameters:
    ///   - bus: Messages to and from the other servers on the same journal; nil: there are none.
    ///   - samples: A folder with descriptions of lists; nil: an empty store stays empty.
    package init(
        _ options: ServerOptions, journal: any Journal, bus: (any MessageBus)? = nil,
        samples: String?, log: Logger,
        clock: WallClock = .system, hooks: ServerHooks = ServerHooks()
    ) async throws {
        let isGuarded = options.tokens != nil || hooks.authenticate != nil
        guard isGuarded || options.allowsOpen || BindAddress.isLoopback(options.host)
        else { throw OpenToOthersError(host: options.host) }
        let files = DescriptorLimit.raise() ?? .max
        if files < options.sessions + DescriptorLimit.reserve {
            log.warning(
                "fewer files may be open than sessions are allowed: raise the limit (ulimit -n)",
                metadata: ["files": "\(files)", "sessions": "\(options.sessions)"])
        }
        let loop = try EventLoop(name: "lockstep")
        loop.start()
        let clock = clock.starting(after: try await journal.newestTime())
        let health = Health(log: log, journal: journal, clock: clock)
        if let report = health.clockReport { log.warning("\(report)") }
        let requester = options.hooks.map { HTTPRequester(HTTPRequesterSettings($0)) }
        self.requester = requester
        commits = CommitStream(hooks)
        self.journal = journal
        self.options = options
        let site = options.web.map { [log] root in
            StaticSite(root: root, loop: loop) { refusal in
                log.warning(
                    "the web client's modules cannot be bundled: the page loads each of them",
                    metadata: ["reason": "\(refusal)"])
            }
        }
        parts = ServerAssembly(
            ServerRuntime(loop: loop, clock: clock, log: log), journal: journal, bus: bus,
            options: options, health: health, site: site,
            hooks: try options.hooks.flatMap { hooks in
                try requester.map { try Hooks(hooks, journal: journal, clock: clock, $0, log: log) }
            }, program: hooks, commits: commits)
        try await parts.start()
        if let samples, await parts.lists.run({ $0.isEmpty }) {
            try await SampleLists(folder: samples).create(
                in: parts.lists, limits: options.limits, log: log)
        }
        let ledger = parts.ledger
        if let site { loop.execute { site.prepare() } }
        @Sendable func listen(
            _ configuration: ListenerConfiguration, _ application: LoopBound<any Application>
        ) async throws -> Listener {
            try await StartupRetry(seconds: options.takeOverSeconds, log: log).of("the port") {
                () throws(TransportError) in
                try await Listener(
                    configuration, on: loop, application: application, ledger: ledger)
            } whileIn: { (error: TransportError) in
                if case .addressInUse = error { true } else { false }
            }
        }
        let configuration = ListenerConfiguration(options, isGuarded: isGuarded)
        // First: a server that cannot have both ports has served no client.
        if let address = options.metrics {
            var plain = configuration
            plain.host = address.host
            plain.port = address.port
            plain.tls = nil
            plain.acceptsAnyHost = true
            monitoring = try await listen(plain, parts.monitoringApplication)
        } else {
            monitoring = nil
        }
        // Before anyone is served: a new hook is notified of all that is done from here on.
        let announced = parts.hooks == nil ? [] : await parts.announcedLists()
        listener = try await listen(configuration, parts.application)
        let clients = listener
        await parts.report.run { $0.tell(of: clients) }
        refusals = LoopBound(
            RefusalLog(listener: listener, runtime: parts.runtime, monitor: parts.monitor),
            loop: loop)
        await refusals.run { $0.start() }
        loop.execute { [monitor = parts.monitor] in
            let metrics = monitor.metrics
            loop.watchPasses { metrics.passed(seconds: $0) }
            loop.watchTurns { turn in
                guard metrics.turned(turn) else { return }
                log.warning("a turn of the loop was long", metadata: turn.metadata)
            }
        }
        parts.monitor.health.enter(.running)
        parts.hooks?.compare { announced }
        inspection = await parts.lists.run { $0.inspect() }
        let count = await parts.lists.run { $0.count }
        let scheme = options.tls == nil ? "http" : "https"
        log.notice(
            "serving",
            metadata: [
                "url": "\(scheme)://\(options.host):\(listener.port)",
                "lists": "\(count)",
            ])
    }

    /// Reads the revoked tokens, the certificate, the hooks and the keys for tokens again; what is wrong goes
    /// to the log, and the old ones stay in use then.
    package func reload() async {
        if let revocations = options.tokens?.revocations { await reload(revocations) }
        if let files = options.tls { await reloadCertificate(files) }
        await parts.hooks?.reload(parts.announcedLists)
        // Last: they may be at a URL, whose server may be slow.
        await options.tokens?.reload()
    }

    /// Tells `/metrics` of a scheduled backup.
    ///
    /// - Parameter seconds: When it was begun, in Unix seconds.
    package func backedUp(at seconds: Double) {
        parts.runtime.loop.execute { [monitor = parts.monitor] in
            monitor.metrics.backedUp(at: seconds)
        }
    }

    /// Tells `/metrics` of a scheduled backup that could not be made.
    package func backupFailed() {
        parts.runtime.loop.execute { [monitor = parts.monitor] in
            monitor.metrics.backupFailed()
        }
    }

    private func reloadCertificate(_ files: TLSFiles) async {
        do {
            try await listener.reloadCertificate()
            parts.runtime.log.notice(
                "the certificate was read again", metadata: ["file": "\(files.certificate)"])
        } catch {
            parts.runtime.log.error(
                "the new certificate cannot be used; the old one stays in use",
                metadata: ["reason": "\(error)"])
        }
    }

    /// Reads the revoked tokens again, and ends the sessions that have one.
    private func reload(_ revocations: RevocationList) async {
        do throws(KeyFileError) {
            try revocations.reload()
        } catch {
            parts.runtime.log.error(
                "the new file of revoked tokens cannot be used; what was read last stays in force",
                metadata: ["reason": "\(error)"])
            return
        }
        parts.runtime.log.notice("the revoked tokens were read again")
        await parts.sessions.run { _, sessions in await sessions.endRevokedSessions() }
    }

    /// Takes no new sessions, finishes every commit, closes all sessions and stops.
    ///
    /// Within four seconds, but for a disk that does not return.
    public func stop() async {
        parts.monitor.health.enter(.stopping)
        inspection.cancel()
        listener.stopAccepting()
        await parts.sessions.run { $0.stopListening() }
        await parts.lists.run { _, lists in await lists.finish(within: 2.5) }
        await parts.sessions.run { $0.dismissAll() }
        await parts.lists.run { $0.leaveServers() }
        await listener.close(within: 1.5)
        await monitoring?.close(within: 0.2)
        await refusals.run { $0.tell() }
        await requester?.stop()
        await parts.hooks?.stop()
        commits?.stop()
        await journal.close()
        parts.runtime.loop.stop()
    }
}

extension ListenerConfiguration {
    fileprivate init(_ options: ServerOptions, isGuarded: Bool) {
        self.init()
        host = options.host
        port = options.port
        tls = options.tls
        maxMessageBytes = options.limits.frameBytes
        maxFirstMessageBytes = 16_384
        maxConnections = options.sessions
        maxConnectionsPerAddress = options.bounds.sessionsPerAddress
        trustedProxies = options.trustedProxies
        queueTotalBytes = options.bounds.queueTotalBytes
        maxBodyBytes = options.bounds.bodyBytes
        handshakeSeconds = Double(options.bounds.headSeconds)
        requestSeconds = Double(options.bounds.requestSeconds)
        keepAliveSeconds = Double(options.bounds.keepAliveSeconds)
        stallSeconds = Double(options.limits.stallSeconds)
        sheddingSeconds = stallSeconds
        allowedOrigins = options.origins
        siblings = options.servers
        acceptsAnyHost = isGuarded
        serverName = ServerVersion.name
        subprotocols = [WireProtocol.subprotocol]
        refusalTexts.foreignOrigin =
            "pages of this origin may not act here; see the setting origins"
        refusalTexts.foreignHost =
            "this server does not go by that name: list http://NAME in the setting origins"
        refusalTexts.noWebSocket = "no WebSocket here; see /ws"
    }
}

extension Hooks {
    fileprivate convenience init(
        _ options: HookOptions, journal: any Journal, clock: WallClock, _ requester: HTTPRequester,
        log: Logger
    ) throws(HookFileError) {
        try self.init(
            file: options.file,
            reader: HookReader(journal: journal, base: options.base, now: clock.now), log: log,
            post: HookRequests(requester: requester, now: clock.now).post)
    }
}

extension HTTPRequesterSettings {
    fileprivate init(_ options: HookOptions) {
        self.init(userAgent: ServerVersion.name)
        allowPrivate = options.allowsPrivate
    }
}

/// A server without authentication was to listen where other machines can reach it.
struct OpenToOthersError: Error, CustomStringConvertible {
    let host: String

    var description: String {
        "without authentication it listens on loopback only, and \(host) is more than that. Set "
            + "auth.mode to jwt, or give --allow-open if everyone who can reach \(host) may "
            + "read, change and delete every list"
    }
}
