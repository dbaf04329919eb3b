import CWebSockets

/// A dialer's libwebsockets contexts and all of its connections; on the loop's thread.
///
/// It lives until it is closed, as its timer retains it.
@safe
final class DialerCore {
    let loop: EventLoop
    let configuration: DialerConfiguration
    let shared: SocketContext
    /// The reason why there is no context with TLS.
    var contextProblem: String {
        guard let file = configuration.trustRoots else { return "libwebsockets made no context" }
        return "libwebsockets made no context; is \(file) a PEM file of certificates?"
    }

    private let protocols: ProtocolTable
    private var plain: OpaquePointer?
    private var secure: OpaquePointer?
    private var attempts: [ObjectIdentifier: ConnectAttempt] = [:]
    private var sockets: [UInt64: Socket] = [:]
    private var nextSocket: UInt64 = 1
    private var timer: LoopTimer?
    private var closing: (deadline: Double, done: [() -> Void])?
    private var isClosed = false

    init(_ configuration: DialerConfiguration, _ loop: EventLoop) throws(TransportError) {
        self.configuration = configuration
        self.loop = loop
        // Unbounded: unlike a listener, a dialer chooses its peers.
        shared = SocketContext(loop, ledger: MemoryLedger(bound: .max, on: loop))
        guard let made = unsafe ProtocolTable(dialerCallback) else { throw .noEventLoop }
        protocols = made
        lws_shim_silence_log()
        timer = loop.repeat(every: configuration.tickSeconds) { [self] in tick() }
    }

    // MARK: Dialing

    /// Starts an attempt.
    func start(_ attempt: ConnectAttempt) {
        if closing != nil || isClosed { attempt.cancel(.closed) }
        attempt.start(self)
    }

    /// Adds an attempt that has begun, whose time limits are checked from here on.
    func add(_ attempt: ConnectAttempt) {
        attempts[ObjectIdentifier(attempt)] = attempt
    }

    /// Removes an attempt that has succeeded or failed.
    func remove(_ attempt: ConnectAttempt) {
        attempts[ObjectIdentifier(attempt)] = nil
    }

    /// How `lws_shim_dial` is to use TLS.
    var securing: Int32 { configuration.trustsAll ? 2 : 1 }

    /// The context for connections with or without TLS, made when it is first needed; nil if it cannot be
    /// made.
    func context(isSecure: Bool) -> OpaquePointer? {
        if let made = unsafe isSecure ? secure : plain { return unsafe made }
        guard !isClosed else { return nil }
        let made = unsafe lws_shim_create_dialer(
            UnsafeMutableRawPointer(loop.handle), protocols.list, isSecure ? 1 : 0,
            configuration.trustRoots ?? "", Unmanaged.passUnretained(self).toOpaque())
        if isSecure {
            unsafe secure = unsafe made
        } else {
            unsafe plain = unsafe made
        }
        return unsafe made
    }

    // MARK: Sockets

    /// Adds the socket that lws has made for an attempt.
    func adopt(_ wsi: OpaquePointer, _ attempt: ConnectAttempt) {
        let socket = unsafe Socket(id: nextSocket, wsi, shared)
        nextSocket += 1
        sockets[socket.id] = socket
        shared.counters.sockets = sockets.count
        attempt.attach(socket)
    }

    /// Removes a socket that is closed.
    func remove(_ socket: Socket) {
        sockets[socket.id] = nil
        shared.counters.sockets = sockets.count
        socket.closed()
        guard sockets.isEmpty, closing != nil else { return }
        loop.afterPass { [self] in tick() }
    }

    // MARK: Time and the end

    func close(within seconds: Double, _ done: @escaping () -> Void) {
        guard !isClosed else { return done() }
        let deadline = EventLoop.now + seconds
        closing = (min(closing?.deadline ?? deadline, deadline), (closing?.done ?? []) + [done])
        for attempt in attempts.values { attempt.cancel(.closed) }
        for socket in sockets.values { socket.role?.retire() }
        tick()
    }

    private func tick() {
        guard !isClosed else { return }
        let now = EventLoop.now
        if let plain = unsafe plain { unsafe lws_shim_check_timeouts(plain) }
        if let secure = unsafe secure { unsafe lws_shim_check_timeouts(secure) }
        for attempt in attempts.values where attempt.socket == nil { attempt.tick(now) }
        for socket in sockets.values { socket.tick(now) }
        if let closing, sockets.isEmpty && attempts.isEmpty || now >= closing.deadline {
            finish(closing.done)
        }
    }

    private func finish(_ done: [() -> Void]) {
        isClosed = true
        closing = nil
        timer?.cancel()
        timer = nil
        if let plain = unsafe plain { unsafe lws_context_destroy(plain) }
        if let secure = unsafe secure { unsafe lws_context_destroy(secure) }
        unsafe plain = nil
        unsafe secure = nil
        for attempt in attempts.values { attempt.cancel(.closed) }
        done.forEach { $0() }
    }
}

/// The limits of a ``Dialer``, and the certificates that it trusts.
package struct DialerConfiguration: Sendable {
    /// Seconds in which a connection must be open, including the handshakes of TLS and WebSocket.
    package var connectSeconds = 10.0
    /// Seconds for each step of an HTTP request: sending the body, receiving the head of the response,
    /// receiving each requested piece of its body.
    package var requestSeconds = 30.0
    /// The limits of each WebSocket.
    package var limits = ConnectionLimits(maxMessageBytes: 64 << 20)
    /// A PEM file of the certificate authorities to trust instead of the system's.
    package var trustRoots: String?
    /// Whether every certificate is trusted, whichever authority has signed it and whichever host it names.
    package var trustsAll = false

    /// A configuration with the defaults above.
    package init() {}

    /// The interval of the checks of time limits: a tenth of the shortest limit, 20 ms to 1 s.
    var tickSeconds: Double {
        let shortest = [
            connectSeconds, requestSeconds, limits.idlePingSeconds, limits.pongSeconds,
            limits.stallSeconds, limits.closeSeconds,
        ].min()
        return min(1, max(0.02, (shortest ?? 1) / 10))
    }
}
