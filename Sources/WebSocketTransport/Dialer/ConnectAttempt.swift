import CWebSockets

/// A connection on its way out: addresses looked up and tried in turn, handshakes, the request sent;
/// until the peer has answered.
///
/// On the loop's thread.
@safe
final class Outgoing: SocketRole {
    let url: RemoteURL
    private let goal: any DialGoal
    private(set) var socket: Socket?
    private var addresses: [String] = []
    private var address = ""
    private var attempt = Attempt()
    private var deadline = Double.infinity
    /// Why it is to end, where that is known before the socket is gone.
    private var verdict: DialError?
    private var isOver = false
    private var core: DialerCore?

    /// What became of one address.
    private struct Attempt {
        var isConnected = false
        var hasAsked = false
        var isBodyWritten = false
        var reason = ""
        var status = 0
        var isOver = false
    }

    init(_ url: RemoteURL, _ goal: any DialGoal) {
        self.url = url
        self.goal = goal
    }

    // MARK: What the dialer does

    /// Begins, unless it has been cancelled.
    func start(_ core: DialerCore) {
        guard !isOver else { return }
        if let verdict { return fail(verdict) }
        self.core = core
        deadline = EventLoop.now + goal.stepSeconds.connection
        core.add(self)
        if NameLookup.isNumeric(url.host) {
            addresses = [url.host]
            return tryNext()
        }
        NameLookup.addresses(of: url.host) { [this = LoopConfined(self), loop = core.loop] found in
            loop.execute { this.value.lookedUp(found) }
        }
    }

    /// Ends it with this error, unless the peer has answered.
    func cancel(_ error: DialError) {
        guard !isOver else { return }
        verdict = verdict ?? error
        if let socket { socket.end() } else if core != nil { fail(error) }
    }

    private func lookedUp(_ found: Result<[String], DialError>) {
        guard !isOver else { return }
        switch found {
        case .success(let addresses):
            self.addresses = addresses
            tryNext()
        case .failure(let error): fail(error)
        }
    }

    private func tryNext() {
        guard let core, !isOver else { return }
        attempt = Attempt()
        address = addresses.removeFirst()
        guard let context = unsafe core.context(isSecure: url.isSecure) else {
            return fail(.noTLS(url.authority, reason: core.contextProblem))
        }
        let hold = unsafe Unmanaged.passRetained(self)
        let made = unsafe lockstep_dial(
            context, address, Int32(url.port), url.isSecure ? 1 : 0, hostField, url.target,
            goal.method, goal.subprotocol, hold.toOpaque())
        guard unsafe made == nil, !attempt.isOver else { return }
        unsafe hold.release()
        attemptEnded()
    }

    /// The `Host` field: without the port where it is the usual one.
    private var hostField: String {
        guard url.port == (url.isSecure ? 443 : 80) else { return url.authority }
        return url.host.contains(":") ? "[\(url.host)]" : url.host
    }

    // MARK: What libwebsockets tells

    /// Whether a WebSocket is asked for.
    var isWebSocket: Bool { goal.method.isEmpty }

    /// lws has made the socket.
    func attach(_ socket: Socket) {
        self.socket = socket
        socket.assign(self)
    }

    /// The TCP connection stands.
    func connected() {
        attempt.isConnected = true
    }

    /// lws asks for header lines; negative: to be closed.
    func appendHeaders(_ next: UnsafeMutableRawPointer?, _ room: Int) -> Int32 {
        guard verdict == nil else { return -1 }
        attempt.hasAsked = true
        deadline = EventLoop.now + goal.stepSeconds.answer
        let lines = goal.headerLines
        guard unsafe lockstep_append_headers(next, room, lines, lines.count) == 0 else {
            verdict = .badRequest(reason: "the header fields have no room")
            return -1
        }
        if goal.hasBody, let socket { unsafe lws_client_http_body_pending(socket.wsi, 1) }
        return 0
    }

    func becameWritable() -> Bool {
        guard let socket, attempt.hasAsked, goal.hasBody, !attempt.isBodyWritten else {
            return true
        }
        deadline = EventLoop.now + goal.stepSeconds.answer
        if goal.writeBody(to: socket) {
            attempt.isBodyWritten = true
            unsafe lws_client_http_body_pending(socket.wsi, 0)
        }
        socket.requestWritable()
        return true
    }

    /// lws has seen the answer's head and has not judged it yet.
    func sawHead(status: Int) {
        attempt.status = status
    }

    /// lws gives up, for a reason in its own words.
    func failing(_ reason: String) {
        attempt.reason = reason
    }

    /// The peer has answered as asked.
    func answered() {
        guard !isOver, verdict == nil, let socket else { return }
        isOver = true
        core?.remove(self)
        goal.reached(socket)
    }

    func closed() {
        socket = nil
        attemptEnded()
    }

    func tick(_ now: Double) {
        guard now >= deadline else { return }
        let steps = goal.stepSeconds
        cancel(
            .timedOut(
                url.authority, seconds: attempt.hasAsked ? steps.answer : steps.connection))
    }

    func retire() {
        cancel(.closed)
    }

    // MARK: The end

    /// The address led nowhere: the next one, or the end.
    private func attemptEnded() {
        guard !isOver, !attempt.isOver, let core else { return }
        attempt.isOver = true
        if let verdict { return fail(verdict) }
        guard attempt.isConnected else {
            guard addresses.isEmpty else {
                return core.loop.execute { [this = LoopConfined(self)] in this.value.tryNext() }
            }
            return findObstacle(core)
        }
        fail(problem)
    }

    private func findObstacle(_ core: DialerCore) {
        let this = LoopConfined(self)
        NameLookup.obstacle(to: address, port: url.port) { [loop = core.loop] reason in
            loop.execute {
                let this = this.value
                guard !this.isOver else { return }
                this.fail(.cannotConnect(this.url.authority, reason: reason))
            }
        }
    }

    private var problem: DialError {
        if !attempt.hasAsked, url.isSecure {
            // The library's own words are mostly a number.
            return .noTLS(
                url.authority,
                reason: """
                    its certificate is not trusted (SSL_CERT_FILE names a file with those that \
                    are) or is another host's, or it speaks no TLS
                    """ + (attempt.reason.isEmpty ? "" : " (\(attempt.reason))"))
        }
        if attempt.status > 0, attempt.status != 101, isWebSocket {
            return .notUpgraded(url.authority, status: attempt.status)
        }
        let ends = ["", "Peer hung up", "read failed", "closed before established"]
        guard !ends.contains(attempt.reason) else { return .cut(url.authority) }
        return .badAnswer(url.authority, reason: attempt.reason)
    }

    private func fail(_ error: DialError) {
        guard !isOver else { return }
        isOver = true
        core?.remove(self)
        goal.failed(error)
    }
}
