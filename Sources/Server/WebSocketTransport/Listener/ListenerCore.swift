import CWebSockets
import TextBytes

/// A listener's libwebsockets context and all of its sockets; on the loop's thread.
@safe
final class ListenerCore {
    let loop: EventLoop
    let configuration: ListenerConfiguration
    private(set) var port = 0
    private(set) var isAccepting = true
    private let shared: SocketContext

    let application: any Application
    private let origins: OriginPolicy
    let securityHeaders: SecurityHeaders
    private let protocols: ProtocolTable
    private var context: OpaquePointer?
    private var sockets: [UInt64: Socket] = [:]
    private var nextSocket: UInt64 = 1
    private var timer: LoopTimer?
    /// Nil without TLS.
    let certificate: ServerCertificate?
    private var admission: Admission
    private var closing: (deadline: Double, done: [() -> Void])?
    /// Whether the last tick has not reached all sockets yet.
    private var isTicking = false

    init(
        _ configuration: ListenerConfiguration, on address: BindAddress, _ loop: EventLoop,
        _ application: any Application, _ ledger: MemoryLedger?
    ) throws(TransportError) {
        self.configuration = configuration
        self.loop = loop
        shared = SocketContext(
            loop, ledger: ledger ?? MemoryLedger(bound: configuration.queueTotalBytes, on: loop))
        admission = Admission(
            perAddress: configuration.maxConnectionsPerAddress,
            proxies: configuration.trustedProxies)
        self.application = application
        origins = OriginPolicy(
            allowed: configuration.allowedOrigins, siblings: configuration.siblings,
            acceptsAnyHost: configuration.acceptsAnyHost)
        securityHeaders = SecurityHeaders(siblings: configuration.siblings)
        certificate = try configuration.tls.map { (files) throws(TransportError) in
            try ServerCertificate(files)
        }
        guard let made = unsafe ProtocolTable(listenerCallback, configuration.subprotocols) else {
            throw .noEventLoop
        }
        protocols = made
        try listen(on: address)
        timer = loop.repeat(every: tickSeconds) { [self] in tick() }
    }

    private func listen(on address: BindAddress) throws(TransportError) {
        lws_shim_silence_log()
        var wanted = unsafe lws_shim_listener()
        unsafe wanted.port = Int32(configuration.port)
        unsafe wanted.without_ipv6 = address.isIPv6 ? 0 : 1
        unsafe wanted.handshake_seconds = UInt32(
            max(1, configuration.handshakeSeconds.rounded(.up)))
        unsafe wanted.keep_alive_seconds = Int32(
            max(1, configuration.keepAliveSeconds.rounded(.up)))
        unsafe wanted.foreign_loop = unsafe UnsafeMutableRawPointer(loop.handle)
        unsafe wanted.user = unsafe Unmanaged.passUnretained(self).toOpaque()
        let name = unsafe address.numeric.flatMap { unsafe strdup($0) }
        defer { unsafe free(name) }
        unsafe wanted.interface_name = unsafe UnsafePointer(name)
        let certificate = unsafe configuration.tls.flatMap { unsafe strdup($0.certificate) }
        let key = unsafe configuration.tls.flatMap { unsafe strdup($0.key) }
        defer {
            unsafe free(certificate)
            unsafe free(key)
        }
        unsafe wanted.certificate = unsafe UnsafePointer(certificate)
        unsafe wanted.private_key = unsafe UnsafePointer(key)
        guard let made = unsafe lws_shim_create_context(&wanted, protocols.list) else {
            throw .cannotListen(
                address: "\(configuration.host):\(configuration.port)",
                reason: "libwebsockets made no context")
        }
        unsafe context = made
        port = Int(unsafe lws_shim_listening_port(made))
    }

    /// Counts a response.
    func countResponse(_ status: Int) {
        shared.counters.responses[status, default: 0] += 1
    }

    /// What was counted so far, and the current sizes.
    var currentCounters: Counters {
        var figures = shared.counters
        figures.queuedBytes = shared.queues.bytes
        figures.ledgerBytes = shared.ledger.bytes
        figures.ledgerBound = shared.ledger.bound
        figures.ledgerPaid = shared.ledger.shedCount
        return figures
    }

    // MARK: Sockets

    /// Whether to accept a connection, whose socket has this descriptor.
    func admits(_ descriptor: Int32) -> Bool {
        let room = configuration.maxConnections + Self.spareSockets
        let peer = admission.caller(peer: PeerAddress.numeric(of: descriptor), forwarded: nil)
        if sockets.count >= room {
            shared.counters.refuse(.sockets)
        } else if DescriptorLimit.isNear(descriptor) {
            shared.counters.refuse(.descriptors)
        } else if !admission.admitsSocket(of: peer) {
            shared.counters.refuse(.socketsOfAddress)
        } else {
            return true
        }
        return false
    }

    /// The sockets beyond the limit of WebSockets, for other requests.
    private static let spareSockets = 1024

    /// Adds a socket that lws has accepted.
    func adopt(_ wsi: OpaquePointer) -> Socket {
        let socket = unsafe Socket(id: nextSocket, wsi, shared)
        nextSocket += 1
        sockets[socket.id] = socket
        admission.openedSocket(of: admission.caller(peer: socket.remoteAddress, forwarded: nil))
        shared.counters.sockets = sockets.count
        socket.assign(HTTPSession(socket, self))
        return socket
    }

    /// Removes a socket that is closed.
    func remove(_ socket: Socket) {
        socket.closed()
        if sockets.removeValue(forKey: socket.id) != nil {
            admission.closedSocket(
                of: admission.caller(peer: socket.remoteAddress, forwarded: nil))
        }
        shared.counters.sockets = sockets.count
        if sockets.isEmpty, closing != nil {
            loop.afterPass { [self] in tick() }
        }
    }

    // MARK: Requests

    /// Serves a request by its route.
    ///
    /// - Parameter isChecked: Whether its head is known to hide nothing.
    func serve(_ request: HTTPRequest, _ exchange: HTTPExchange, isChecked: Bool) {
        shared.counters.requests += 1
        var request = request
        request.isLocal = isLocal(
            request.remoteAddress, isChecked: isChecked, isForwarded: request.isForwarded,
            origin: request.header("origin"), host: request.header("host"))
        let route = application.route(request.segments)
        if case .call = route, origins.sharesResponses {
            let reader = origins.reader(origin: request.header("origin"))
            exchange.add(SecurityHeaders.sharing(with: reader))
        }
        switch route {
        case .file where shared.ledger.isSpent:
            exchange.respond(HTTPRefusal.overloaded.response)
        case .file: application.handle(request, exchange)
        case .upgradeRequired: exchange.respond(Handshake.isNeeded.response)
        case .probe: application.handle(request, exchange)
        case .open where !isAccepting, .call where !isAccepting:
            exchange.respond(
                HTTPResponse(
                    status: 503, headers: [("Retry-After", "5")], text: "shutting down\n"))
        case .open where !origins.accepts(host: request.header("host")):
            exchange.respond(HTTPRefusal.foreignHost(configuration.refusalTexts).response)
        case .open: application.handle(request, exchange)
        case .call: call(request, exchange)
        }
    }

    /// Whether a request is this machine's own: not passed on by a proxy, and not that of a page from elsewhere.
    private func isLocal(
        _ peer: String, isChecked: Bool, isForwarded: Bool, origin: String?, host: String?
    ) -> Bool {
        isChecked && origins.isOwn(origin: origin, host: host)
            && admission.isLocal(peer: peer, isForwarded: isForwarded)
    }

    /// Passes a request to the application, after the checks of where it came from.
    private func call(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if let refusal = refusal(of: request) { return exchange.respond(refusal.response) }
        if request.method.isSame(as: "OPTIONS"),
            origins.reader(origin: request.header("origin")) != nil
        {
            return exchange.respond(SecurityHeaders.preflight)
        }
        var request = request
        request.isFromForeignPage = origins.isForeign(
            origin: request.header("origin"), site: request.header("sec-fetch-site"),
            host: request.header("host"))
        request.caller = admission.caller(
            peer: request.remoteAddress, forwarded: request.header("x-forwarded-for"))
        application.handle(request, exchange)
    }

    /// The refusal of a request from a foreign page or for a foreign name; nil if there is none.
    private func refusal(of request: HTTPRequest) -> HTTPRefusal? {
        let host = request.header("host")
        let isReading = request.method.isSame(as: "GET") || request.method.isSame(as: "HEAD")
        if !isReading, !origins.allows(origin: request.header("origin"), host: host) {
            return .foreignOrigin(configuration.refusalTexts)
        }
        return origins.accepts(host: host) ? nil : .foreignHost(configuration.refusalTexts)
    }

    /// Handles a request for an upgrade to the protocol that `token` names.
    ///
    /// - Returns: A negative number to have lws close the socket.
    func upgrade(
        _ socket: Socket, _ http: HTTPSession, to token: UnsafeMutableRawPointer?
    ) -> Int32 {
        // lws also asks after it has refused an unknown protocol and freed the request.
        guard http.isIdle, unsafe lws_hdr_total_length(socket.wsi, WSI_TOKEN_UPGRADE) > 0
        else { return -1 }
        do throws(HTTPRefusal) {
            let head = try unsafe HTTPHead(of: socket.wsi)
            guard head["upgrade"]?.isSame(asLowercase: "websocket") == true else {
                unsafe lws_shim_ignore_upgrade(token)
                return 0
            }
            try Handshake.check(
                head, isFound: application.servesWebSocket(at: head.segments),
                subprotocols: configuration.subprotocols, origins: origins,
                texts: configuration.refusalTexts)
            if let obstacle = openWebSocket(head, on: socket, http) { throw .busy(obstacle) }
            return 0
        } catch {
            shared.counters.refuse(error.kind)
            http.refuseAtOnce(error)
            return -1
        }
    }

    /// Opens a WebSocket on the socket, or returns why it is refused.
    private func openWebSocket(
        _ head: HTTPHead, on socket: Socket, _ http: HTTPSession
    ) -> ConnectionRefusal? {
        let caller = admission.caller(
            peer: socket.remoteAddress, forwarded: head["x-forwarded-for"])
        if let obstacle = obstacle(toSessionOf: caller) { return obstacle }
        let session = WebSocketSession(
            socket, configuration.connectionLimits, number: ConnectionNumber.next())
        let origin = ConnectionOrigin(
            address: caller?.text ?? socket.remoteAddress,
            isLocal: isLocal(
                socket.remoteAddress, isChecked: http.isHeadChecked,
                isForwarded: head.isForwarded, origin: head["origin"], host: head["host"]))
        let connection = Connection(session, of: socket, path: head.path, from: origin)
        guard let handler = application.opened(connection) else {
            admission.closedSession(of: caller)
            session.endOutput()
            return .stopping
        }
        countSession()
        session.onEnd = { [unowned self] in sessionEnded(of: caller) }
        session.accept(handler)
        http.stopChecking()
        socket.assign(session)
        return nil
    }

    /// Why there is no room for a session of a caller; nil: there is, and it is kept for it.
    private func obstacle(toSessionOf caller: NetworkAddress?) -> ConnectionRefusal? {
        guard isAccepting else { return .stopping }
        guard shared.counters.connections < configuration.maxConnections else { return .sessions }
        return admission.openSession(of: caller) ? nil : .sessionsOfAddress
    }

    private func countSession() {
        shared.counters.connections += 1
        shared.counters.connectionsOpened += 1
    }

    /// Counts a session that is no WebSocket, or returns why there is no room for it.
    func admitSession(of caller: NetworkAddress?) -> ConnectionRefusal? {
        if let obstacle = obstacle(toSessionOf: caller) {
            shared.counters.refuse(obstacle)
            return obstacle
        }
        countSession()
        return nil
    }

    /// A session that was counted is over.
    func sessionEnded(of caller: NetworkAddress?) {
        shared.counters.connections -= 1
        admission.closedSession(of: caller)
    }

    // MARK: Time and the end

    func stopAccepting() {
        isAccepting = false
    }

    func close(within seconds: Double, _ done: @escaping () -> Void) {
        guard unsafe context != nil else { return done() }
        isAccepting = false
        let deadline = EventLoop.now + seconds
        closing = (min(closing?.deadline ?? deadline, deadline), (closing?.done ?? []) + [done])
        inSlices { socket, _ in socket.role?.retire() }
        tick()
    }

    /// The interval of the checks of time limits: a tenth of the shortest limit, 20 ms to 1 s.
    private var tickSeconds: Double {
        let shortest = [
            configuration.idlePingSeconds, configuration.pongSeconds, configuration.stallSeconds,
            configuration.handshakeSeconds, configuration.requestSeconds,
            configuration.keepAliveSeconds, configuration.closeSeconds,
        ].min()
        return min(1, max(0.02, (shortest ?? 1) / 10))
    }

    private func tick() {
        if let context = unsafe context { unsafe lws_shim_check_timeouts(context) }
        if !isTicking {
            isTicking = true
            inSlices {
                $0.tick($1)
            } then: { [self] in
                isTicking = false
            }
        }
        if let closing, sockets.isEmpty || EventLoop.now >= closing.deadline {
            finish(closing.done)
        }
    }

    /// The most sockets that are handled in one turn, so that the loop is not blocked.
    private static let socketsPerTurn = 512

    /// Calls `work` with every current socket and the monotonic time in seconds, in several turns if there
    /// are many; then calls `done`.
    private func inSlices(
        _ work: @escaping (Socket, Double) -> Void, then done: @escaping () -> Void = {}
    ) {
        proceed(Array(sockets.values), from: 0, work, done)
    }

    private func proceed(
        _ all: [Socket], from start: Int, _ work: @escaping (Socket, Double) -> Void,
        _ done: @escaping () -> Void
    ) {
        let now = EventLoop.now
        let end = min(start + Self.socketsPerTurn, all.count)
        for index in start..<end { work(all[index], now) }
        guard end < all.count else { return done() }
        loop.timer(after: 0) { [self] in proceed(all, from: end, work, done) }
    }

    private func finish(_ done: [() -> Void]) {
        closing = nil
        timer?.cancel()
        timer = nil
        if let context = unsafe context {
            unsafe self.context = nil
            unsafe lws_context_destroy(context)
        }
        done.forEach { $0() }
    }
}
