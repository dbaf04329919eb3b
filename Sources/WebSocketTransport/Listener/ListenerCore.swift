import CWebSockets

/// A listener's libwebsockets context and all of its sockets; on the loop's thread.
@safe
final class ListenerCore {
    let loop: EventLoop
    let configuration: ListenerConfiguration
    private(set) var port = 0
    private(set) var isAccepting = true
    private let shared: SocketContext

    private let application: any Application
    private let files: StaticFiles
    private let origins: OriginPolicy
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private var context: OpaquePointer?
    private var sockets: [UInt64: Socket] = [:]
    private var nextSocket: UInt64 = 1
    private var timer: LoopTimer?
    /// Nil where TLS is not spoken.
    let certificate: ServerCertificate?
    private var admission: Admission
    private var closing: (deadline: Double, done: [() -> Void])?
    /// Not all sockets have had their turn of the last tick.
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
        files = StaticFiles(root: configuration.webRoot)
        origins = OriginPolicy(
            allowed: configuration.allowedOrigins, believesHost: configuration.believesHost)
        certificate = try configuration.tls.map { (files) throws(TransportError) in
            try ServerCertificate(files)
        }
        guard let made = unsafe lockstep_protocols(socketCallback) else {
            throw .noEventLoop
        }
        unsafe protocols = made
        try listen(on: address)
        timer = loop.repeat(every: tickSeconds) { [self] in tick() }
    }

    deinit {
        unsafe free(protocols)
    }

    private func listen(on address: BindAddress) throws(TransportError) {
        lockstep_silence_log()
        var wanted = unsafe lockstep_listener()
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
        guard let made = unsafe lockstep_create_context(&wanted, protocols) else {
            throw .cannotListen(
                address: "\(configuration.host):\(configuration.port)",
                reason: "libwebsockets made no context")
        }
        unsafe context = made
        port = Int(unsafe lockstep_listening_port(made))
    }

    /// A response with this status is on its way.
    func responds(_ status: Int) {
        shared.counters.responses[status, default: 0] += 1
    }

    /// What was counted so far, and what waits now.
    var figures: Counters {
        var figures = shared.counters
        figures.queuedBytes = shared.queues.bytes
        figures.ledgerBytes = shared.ledger.bytes
        figures.ledgerBound = shared.ledger.bound
        figures.ledgerPaid = shared.ledger.paid
        return figures
    }

    // MARK: Sockets

    /// Whether a peer may come in at all; `descriptor` is what its socket got.
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

    /// Above the WebSockets that may be open, so many more sockets may ask for something else.
    private static let spareSockets = 1024

    /// Takes over a socket that lws has accepted.
    func adopt(_ wsi: OpaquePointer) -> Socket {
        let socket = unsafe Socket(id: nextSocket, wsi, shared)
        nextSocket += 1
        sockets[socket.id] = socket
        admission.openedSocket(of: admission.caller(peer: socket.remoteAddress, forwarded: nil))
        shared.counters.sockets = sockets.count
        socket.assign(HTTPSession(socket, self))
        return socket
    }

    /// A socket has gone.
    func forget(_ socket: Socket) {
        socket.closed()
        if sockets.removeValue(forKey: socket.id) != nil {
            admission.closedSocket(
                of: admission.caller(peer: socket.remoteAddress, forwarded: nil))
        }
        shared.counters.sockets = sockets.count
        if sockets.isEmpty, closing != nil {
            loop.execute { [this = LoopConfined(self)] in
                this.value.tick()
            }
        }
    }

    // MARK: Requests

    /// Gives a request to the application or to the static files.
    func route(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        shared.counters.requests += 1
        var request = request
        let isProbe = request.segments == ["healthz"] || request.segments == ["readyz"]
        let isCall = request.segments.first == "api" && !request.isForDocument
        guard isProbe || request.segments == ["metrics"] || isCall else {
            let isSpent = shared.ledger.isSpent
            return exchange.respond(
                isSpent ? HTTPRefusal.overloaded.response : files.respond(to: request))
        }
        guard isAccepting || isProbe else {
            return exchange.respond(
                HTTPResponse(
                    status: 503, headers: [("Retry-After", "5")], text: "shutting down\n"))
        }
        if isCall {
            if let refusal = objection(to: request) { return exchange.respond(refusal.response) }
            request.isFromForeignPage = origins.isForeign(
                origin: request.header("origin"), site: request.header("sec-fetch-site"),
                host: request.header("host"))
            request.caller = admission.caller(
                peer: request.remoteAddress, forwarded: request.header("x-forwarded-for"))
        }
        application.handle(request, exchange)
    }

    /// What there is against a request by where it came from.
    private func objection(to request: HTTPRequest) -> HTTPRefusal? {
        let host = request.header("host")
        let isReading = request.method == "GET" || request.method == "HEAD"
        if !isReading, !origins.admits(origin: request.header("origin"), host: host) {
            return .foreignOrigin
        }
        return origins.knows(host: host) ? nil : .foreignHost
    }

    /// Judges a request for an upgrade to what `token` names; negative: the socket is to be closed.
    func upgrade(
        _ socket: Socket, _ http: HTTPSession, to token: UnsafeMutableRawPointer?
    ) -> Int32 {
        // lws goes on to ask after it has refused what it does not know, and forgotten the request.
        guard unsafe lws_hdr_total_length(socket.wsi, WSI_TOKEN_UPGRADE) > 0 else { return -1 }
        do throws(HTTPRefusal) {
            let head = try unsafe HTTPHead(of: socket.wsi)
            guard head["upgrade"]?.lowercased() == "websocket" else {
                unsafe lockstep_ignore_upgrade(token)
                return 0
            }
            let handshake = try Handshake(head, origins: origins)
            if let obstacle = open(handshake, head, on: socket, http) { throw .busy(obstacle) }
            return 0
        } catch {
            shared.counters.refuse(error.kind)
            http.refuseAtOnce(error)
            return -1
        }
    }

    /// Makes a socket a WebSocket's; else says what stands against it.
    private func open(
        _ handshake: Handshake, _ head: HTTPHead, on socket: Socket, _ http: HTTPSession
    ) -> ConnectionRefusal? {
        let caller = admission.caller(
            peer: socket.remoteAddress, forwarded: head["x-forwarded-for"])
        guard isAccepting else { return .stopping }
        guard shared.counters.connections < configuration.maxConnections else { return .sessions }
        guard admission.openSession(of: caller) else { return .sessionsOfAddress }
        let number = ConnectionNumber.next()
        let session = WebSocketSession(socket, configuration.connectionLimits, number: number)
        let connection = Connection(
            id: number, path: head.path, listHint: handshake.listHint,
            remoteAddress: socket.remoteAddress, session: session)
        guard let handler = application.opened(connection) else {
            admission.closedSession(of: caller)
            session.ends()
            return .stopping
        }
        shared.counters.connections += 1
        shared.counters.connectionsOpened += 1
        session.onEnd = { [unowned self] in
            shared.counters.connections -= 1
            admission.closedSession(of: caller)
        }
        session.accept(handler)
        http.ends()
        socket.assign(session)
        return nil
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

    /// Looked after so often: a tenth of the shortest limit, from 20 ms to a second.
    private var tickSeconds: Double {
        let shortest = [
            configuration.idlePingSeconds, configuration.pongSeconds, configuration.stallSeconds,
            configuration.handshakeSeconds, configuration.requestSeconds,
            configuration.keepAliveSeconds, configuration.closeSeconds,
        ].min()
        return min(1, max(0.02, (shortest ?? 1) / 10))
    }

    private func tick() {
        if let context = unsafe context { unsafe lockstep_check_timeouts(context) }
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

    /// Sockets that are dealt with in one turn: thousands would hold up the others.
    private static let socketsPerTurn = 512

    /// Calls `work` for every socket that is there now, as many in a turn as may be, with the monotonic time
    /// in seconds.
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
        let next = LoopConfined { [self] in proceed(all, from: end, work, done) }
        loop.schedule(after: 0) { next.value() }
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
