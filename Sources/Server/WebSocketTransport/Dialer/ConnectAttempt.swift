import CWebSockets
import TextBytes

/// An attempt to open a connection: looks the host's addresses up, tries them in turn, performs the
/// handshakes and sends the request, until the peer has answered.
///
/// On the loop's thread.
@safe
final class ConnectAttempt: SocketRole {
    let url: RemoteURL
    private let delegate: any ConnectDelegate
    private(set) var socket: Socket?
    private var addresses: [String] = []
    private var address = ""
    private var progress = AddressProgress()
    private var deadline = Double.infinity
    /// The error to fail with once the socket is closed, if that is known before.
    private var pendingError: DialError?
    private var isOver = false
    private var core: DialerCore?
    /// Whether lws retains this object as a socket's opaque data.
    private var isRetained = false

    /// The progress with one address.
    private struct AddressProgress {
        var isConnected = false
        var hasRequested = false
        var isBodyWritten = false
        var reason = ""
        var status = 0
        var isOver = false
    }

    init(_ url: RemoteURL, _ delegate: any ConnectDelegate) {
        self.url = url
        self.delegate = delegate
    }

    // MARK: Called by the dialer

    /// Starts, unless it was cancelled.
    func start(_ core: DialerCore) {
        guard !isOver else { return }
        if let pendingError { return fail(pendingError) }
        self.core = core
        deadline = EventLoop.now + delegate.stepSeconds.connection
        core.add(self)
        if NameLookup.isNumeric(url.host) {
            addresses = [url.host]
            return tryNext()
        }
        let this = LoopBound(self, loop: core.loop)
        NameLookup.addresses(of: url.host) { found in
            this.loop.execute { this.value.lookedUp(found) }
        }
    }

    /// Fails with `error`, unless the peer has answered.
    func cancel(_ error: DialError) {
        guard !isOver else { return }
        pendingError = pendingError ?? error
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
        progress = AddressProgress()
        address = addresses.removeFirst()
        guard DescriptorLimit.hasRoomToDial else {
            return fail(
                .cannotConnect(
                    url.authority,
                    reason: "this process has no descriptor left to open (ulimit -n)"))
        }
        guard let context = unsafe core.context(isSecure: url.isSecure) else {
            return fail(
                url.isSecure
                    ? .noTLS(url.authority, reason: core.contextProblem)
                    : .cannotConnect(
                        url.authority, reason: "there is no descriptor or memory left"))
        }
        let hold = unsafe Unmanaged.passRetained(self)
        isRetained = true
        let made = unsafe lws_shim_dial(
            context, address, Int32(url.port), url.isSecure ? core.securing : 0, hostField,
            url.target,
            delegate.method, delegate.subprotocol, hold.toOpaque())
        guard unsafe made == nil else { return }
        // lws may have destroyed the socket meanwhile, and told so or not.
        if isRetained {
            isRetained = false
            unsafe hold.release()
        }
        attemptEnded()
    }

    /// lws has destroyed the socket, and retains this object no more.
    func released() { isRetained = false }

    /// The `Host` field: without the port if it is the default one.
    private var hostField: String {
        guard url.port == (url.isSecure ? 443 : 80) else { return url.authority }
        return url.host.utf8.contains(UInt8(ascii: ":")) ? "[\(url.host)]" : url.host
    }

    // MARK: Called by libwebsockets

    /// Whether a WebSocket is requested.
    var isWebSocket: Bool { delegate.method.isEmpty }

    /// lws has created the socket.
    func attach(_ socket: Socket) {
        self.socket = socket
        socket.assign(self)
    }

    /// The TCP connection is open.
    func connected() {
        progress.isConnected = true
    }

    /// Appends the header lines; a negative result makes lws close the socket.
    func appendHeaders(_ next: UnsafeMutableRawPointer?, _ room: Int) -> Int32 {
        guard pendingError == nil else { return -1 }
        progress.hasRequested = true
        deadline = EventLoop.now + delegate.stepSeconds.answer
        let lines = delegate.headerLines
        guard unsafe lws_shim_append_headers(next, room, lines, lines.count) == 0 else {
            pendingError = .badRequest(reason: "the header fields have no room")
            return -1
        }
        if delegate.hasBody, let socket { unsafe lws_client_http_body_pending(socket.wsi, 1) }
        return 0
    }

    func becameWritable() -> Bool {
        guard let socket, progress.hasRequested, delegate.hasBody, !progress.isBodyWritten else {
            return true
        }
        deadline = EventLoop.now + delegate.stepSeconds.answer
        if delegate.writeBody(to: socket) {
            progress.isBodyWritten = true
            unsafe lws_client_http_body_pending(socket.wsi, 0)
        }
        socket.requestWritable()
        return true
    }

    /// lws has received the head of the response, and not evaluated it yet.
    func sawHead(status: Int) {
        progress.status = status
    }

    /// lws fails; `reason` is its text.
    func failing(_ reason: String) {
        progress.reason = reason
    }

    /// The peer has answered as requested.
    func answered() {
        guard !isOver, pendingError == nil, let socket else { return }
        isOver = true
        core?.remove(self)
        delegate.succeeded(socket)
    }

    func closed() {
        socket = nil
        attemptEnded()
    }

    func tick(_ now: Double) {
        guard now >= deadline else { return }
        let steps = delegate.stepSeconds
        cancel(
            .timedOut(
                url.authority, seconds: progress.hasRequested ? steps.answer : steps.connection))
    }

    func retire() {
        cancel(.closed)
    }

    // MARK: The end

    /// The address failed: tries the next one, or fails.
    private func attemptEnded() {
        guard !isOver, !progress.isOver, let core else { return }
        progress.isOver = true
        if let pendingError { return fail(pendingError) }
        guard progress.isConnected else {
            guard addresses.isEmpty else {
                return core.loop.afterPass { [self] in tryNext() }
            }
            return failToConnect(core)
        }
        fail(problem)
    }

    /// Finds the system's reason, which lws does not report, and fails with it.
    private func failToConnect(_ core: DialerCore) {
        let (this, authority) = (LoopBound(self, loop: core.loop), url.authority)
        NameLookup.connectFailure(at: address, port: url.port) { reason in
            this.loop.execute { this.value.fail(.cannotConnect(authority, reason: reason)) }
        }
    }

    private var problem: DialError {
        if !progress.hasRequested, url.isSecure {
            // The library's reason is mostly a number.
            return .noTLS(
                url.authority,
                reason: """
                    its certificate is not trusted (SSL_CERT_FILE names a file with those that \
                    are) or is another host's, or it speaks no TLS
                    """ + (progress.reason.isEmpty ? "" : " (\(progress.reason))"))
        }
        if progress.status > 0, progress.status != 101, isWebSocket {
            return .notUpgraded(url.authority, status: progress.status)
        }
        let ends = ["", "Peer hung up", "read failed", "closed before established"]
        guard !ends.contains(where: { progress.reason.isSame(as: $0) }) else {
            return .cut(url.authority)
        }
        return .badAnswer(url.authority, reason: progress.reason)
    }

    private func fail(_ error: DialError) {
        guard !isOver else { return }
        isOver = true
        core?.remove(self)
        delegate.failed(error)
    }
}

/// The purpose of a ``ConnectAttempt``: what to request, and what to do with the result; on the loop's
/// thread.
protocol ConnectDelegate: AnyObject {
    /// The HTTP method; empty for a WebSocket.
    var method: String { get }
    /// The WebSocket subprotocol to offer; empty offers none.
    var subprotocol: String { get }
    /// Header lines for the request.
    var headerLines: [UInt8] { get }
    /// Whether a body follows the request's head.
    var hasBody: Bool { get }
    /// The time limits in seconds: of the connection, then of each further step.
    var stepSeconds: (connection: Double, answer: Double) { get }

    /// Writes more of the body; true once all of it is written.
    func writeBody(to socket: Socket) -> Bool
    /// The peer has answered as requested; the delegate assigns the socket's further role.
    func succeeded(_ socket: Socket)
    /// The attempt failed. Called at most once, and not after ``succeeded(_:)``.
    func failed(_ error: DialError)
}
