import CWebSockets

/// A dialer's libwebsockets contexts and all of its connections; on the loop's thread.
@safe
final class DialerCore {
    let loop: EventLoop
    let configuration: DialerConfiguration
    let shared: SocketContext
    /// What is said where TLS cannot be set up.
    var contextProblem: String {
        guard let file = configuration.authorities else { return "libwebsockets made no context" }
        return "libwebsockets made no context; is \(file) a PEM file of certificates?"
    }

    private let protocols: UnsafeMutablePointer<lws_protocols>
    private var plain: OpaquePointer?
    private var secure: OpaquePointer?
    private var outgoing: [ObjectIdentifier: Outgoing] = [:]
    private var sockets: [UInt64: Socket] = [:]
    private var nextSocket: UInt64 = 1
    private var timer: LoopTimer?
    private var closing: (deadline: Double, done: [() -> Void])?
    private var isClosed = false

    init(_ configuration: DialerConfiguration, _ loop: EventLoop) throws(TransportError) {
        self.configuration = configuration
        self.loop = loop
        // Who dials chooses whom: what the other side sends is its own affair to bound.
        shared = SocketContext(loop, ledger: MemoryLedger(bound: .max, on: loop))
        guard let made = unsafe lockstep_protocols(dialCallback) else { throw .noEventLoop }
        unsafe protocols = made
        lockstep_silence_log()
        timer = loop.repeat(every: configuration.tickSeconds) { [unowned self] in tick() }
    }

    deinit {
        unsafe free(protocols)
    }

    // MARK: Dialing

    /// Begins to dial.
    func dial(_ wanted: Outgoing) {
        if closing != nil || isClosed { wanted.cancel(.closed) }
        wanted.start(self)
    }

    /// It is under way, and its time is looked after.
    func add(_ wanted: Outgoing) {
        outgoing[ObjectIdentifier(wanted)] = wanted
    }

    /// It is answered, or over.
    func remove(_ wanted: Outgoing) {
        outgoing[ObjectIdentifier(wanted)] = nil
    }

    /// The context for plain or for secure connections, made when it is first asked for; nil where
    /// there can be none.
    func context(isSecure: Bool) -> OpaquePointer? {
        if let made = unsafe isSecure ? secure : plain { return unsafe made }
        guard !isClosed else { return nil }
        let made = unsafe lockstep_create_dialer(
            UnsafeMutableRawPointer(loop.handle), protocols, isSecure ? 1 : 0,
            configuration.authorities ?? "", Unmanaged.passUnretained(self).toOpaque())
        if isSecure {
            unsafe secure = unsafe made
        } else {
            unsafe plain = unsafe made
        }
        return unsafe made
    }

    // MARK: Sockets

    /// lws has made a socket for what is dialed.
    func adopt(_ wsi: OpaquePointer, _ wanted: Outgoing) {
        let socket = unsafe Socket(id: nextSocket, wsi, shared)
        nextSocket += 1
        sockets[socket.id] = socket
        shared.counters.sockets = sockets.count
        wanted.attach(socket)
    }

    /// The socket of what was dialed has gone.
    func forget(_ socket: Socket) {
        sockets[socket.id] = nil
        shared.counters.sockets = sockets.count
        socket.closed()
        guard sockets.isEmpty, closing != nil else { return }
        loop.execute { [this = LoopConfined(self)] in this.value.tick() }
    }

    // MARK: Time and the end

    func close(within seconds: Double, _ done: @escaping () -> Void) {
        guard !isClosed else { return done() }
        let deadline = EventLoop.now + seconds
        closing = (min(closing?.deadline ?? deadline, deadline), (closing?.done ?? []) + [done])
        for wanted in outgoing.values { wanted.cancel(.closed) }
        for socket in sockets.values { socket.role?.retire() }
        tick()
    }

    private func tick() {
        guard !isClosed else { return }
        let now = EventLoop.now
        if let plain = unsafe plain { unsafe lockstep_check_timeouts(plain) }
        if let secure = unsafe secure { unsafe lockstep_check_timeouts(secure) }
        for wanted in outgoing.values where wanted.socket == nil { wanted.tick(now) }
        for socket in sockets.values { socket.tick(now) }
        if let closing, sockets.isEmpty && outgoing.isEmpty || now >= closing.deadline {
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
        for wanted in outgoing.values { wanted.cancel(.closed) }
        done.forEach { $0() }
    }
}
