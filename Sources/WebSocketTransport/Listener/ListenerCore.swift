import CWebSockets

/// A listener's libwebsockets context and all of its sockets; on the loop's thread.
@safe
final class ListenerCore {
    let loop: EventLoop
    let configuration: ListenerConfiguration
    private(set) var port = 0
    private(set) var isAccepting = true
    private let shared: SocketContext
    var counters: Counters {
        get { shared.counters }
        set { shared.counters = newValue }
    }

    private let application: any Application
    private let files: StaticFiles
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private var context: OpaquePointer?
    private var sockets: [UInt64: Socket] = [:]
    private var nextSocket: UInt64 = 1
    private var timer: LoopTimer?
    private var closing: (deadline: Double, done: [() -> Void])?

    init(
        _ configuration: ListenerConfiguration, on address: BindAddress, _ loop: EventLoop,
        _ application: any Application
    ) throws(TransportError) {
        self.configuration = configuration
        self.loop = loop
        shared = SocketContext(loop)
        self.application = application
        files = StaticFiles(root: configuration.webRoot)
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
        guard let made = unsafe lockstep_create_context(&wanted, protocols) else {
            throw .cannotListen(
                address: "\(configuration.host):\(configuration.port)",
                reason: "libwebsockets made no context")
        }
        unsafe context = made
        port = Int(unsafe lockstep_listening_port(made))
    }

    // MARK: Sockets

    /// Whether a peer may come in at all; `descriptor` is what its socket got.
    func admits(_ descriptor: Int32) -> Bool {
        let room = configuration.maxConnections + Self.spareSockets
        guard sockets.count < room, !DescriptorLimit.isNear(descriptor) else {
            counters.socketsRefused += 1
            return false
        }
        return true
    }

    /// Above the WebSockets that may be open, so many more sockets may ask for something else.
    private static let spareSockets = 1024

    /// Takes over a socket that lws has accepted.
    func adopt(_ wsi: OpaquePointer) -> Socket {
        let socket = unsafe Socket(id: nextSocket, wsi, shared)
        nextSocket += 1
        sockets[socket.id] = socket
        counters.sockets = sockets.count
        socket.assign(HTTPSession(socket, self))
        return socket
    }

    /// A socket has gone.
    func forget(_ socket: Socket) {
        socket.closed()
        sockets[socket.id] = nil
        counters.sockets = sockets.count
        if sockets.isEmpty, closing != nil {
            loop.execute { [this = LoopConfined(self)] in
                this.value.tick()
            }
        }
    }

    // MARK: Requests

    /// Gives a request to the application or to the static files.
    func route(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        counters.requests += 1
        let isProbe = request.segments == ["healthz"] || request.segments == ["readyz"]
        guard isProbe || request.segments == ["metrics"] || request.segments.first == "api" else {
            return exchange.respond(files.respond(to: request))
        }
        guard isAccepting || isProbe else {
            return exchange.respond(
                HTTPResponse(
                    status: 503, headers: [("Retry-After", "5")], text: "shutting down\n"))
        }
        application.handle(request, exchange)
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
            let handshake = try Handshake(head, allowedOrigins: configuration.allowedOrigins)
            guard open(handshake, path: head.path, on: socket) else {
                counters.connectionsRefused += 1
                throw HTTPRefusal(
                    status: 503, reason: "no further sessions now", fields: ["Retry-After": "5"])
            }
            return 0
        } catch {
            http.refuseUpgrade(error)
            return -1
        }
    }

    /// Makes a socket a WebSocket's; false where there are too many or the application says no.
    private func open(_ handshake: Handshake, path: String, on socket: Socket) -> Bool {
        guard isAccepting, counters.connections < configuration.maxConnections else {
            return false
        }
        let session = WebSocketSession(socket, configuration.connectionLimits)
        let connection = Connection(
            id: ConnectionNumber.next(), path: path, listHint: handshake.listHint,
            remoteAddress: socket.remoteAddress, session: session)
        guard let handler = application.opened(connection) else {
            session.ends()
            return false
        }
        counters.connections += 1
        counters.connectionsOpened += 1
        session.onEnd = { [unowned self] in counters.connections -= 1 }
        session.accept(handler)
        socket.assign(session)
        return true
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
        for socket in sockets.values { socket.role?.retire() }
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
        let now = EventLoop.now
        if let context = unsafe context { unsafe lockstep_check_timeouts(context) }
        for socket in sockets.values { socket.role?.tick(now) }
        if let closing, sockets.isEmpty || now >= closing.deadline { finish(closing.done) }
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
