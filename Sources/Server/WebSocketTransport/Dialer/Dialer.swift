import Synchronization

/// Opens connections to servers on an ``EventLoop``: WebSockets, and HTTP/1.1 requests.
///
/// From any thread. `wss` and `https` trust the system's certificates, unless
/// ``DialerConfiguration/trustRoots`` names others.
package final class Dialer: Sendable {
    let loop: EventLoop
    private let core: LoopBound<DialerCore>
    private let isClosed = Atomic<Bool>(false)

    /// Makes a dialer on a loop that runs.
    ///
    /// - Throws: ``TransportError/noEventLoop``.
    package init(
        _ configuration: DialerConfiguration = DialerConfiguration(), on loop: EventLoop
    ) async throws(TransportError) {
        let made: Result<LoopBound<DialerCore>, TransportError> =
            await withCheckedContinuation { continuation in
                loop.execute {
                    continuation.resume(
                        returning: Result { () throws(TransportError) in
                            LoopBound(try DialerCore(configuration, loop), loop: loop)
                        })
                }
            }
        core = try made.get()
        self.loop = loop
    }

    /// Closes a dialer that was not closed, as ``close(within:)`` does.
    deinit {
        guard !isClosed.load(ordering: .relaxed) else { return }
        loop.execute { [core] in core.value.close(within: 5) {} }
    }

    // MARK: Connections

    /// Opens a WebSocket whose events `open`'s handler receives on the loop's thread.
    ///
    /// - Parameters:
    ///   - subprotocol: The subprotocol to offer; empty offers none.
    ///   - headers: Further header fields of the handshake: `Authorization`, `Origin`.
    ///   - open: Called on the loop's thread once the handshake is done; what is sent synchronously goes
    ///     out at once.
    /// - Throws: ``DialError``.
    @discardableResult
    package func connect(
        to url: RemoteURL, subprotocol: String = "",
        headers: [(name: String, value: String)] = [],
        open: @escaping @Sendable (Connection) -> any ConnectionHandler
    ) async throws(DialError) -> Connection {
        guard url.isWebSocket else {
            throw .badURL(url.description, reason: "a WebSocket is wanted: ws or wss")
        }
        let lines = try HeaderLines.bytes(of: headers)
        return try await dial(url) { core, done in
            WebSocketDial(
                core, target: url.target, subprotocol: subprotocol, headerLines: lines, open: open,
                done: done)
        }
    }

    /// Sends a request and collects the response, whatever its status.
    ///
    /// - Parameter maxBodyBytes: The largest body of the response, in bytes.
    /// - Throws: ``DialError``.
    package func fetch(
        _ request: HTTPClientRequest, maxBodyBytes: Int = 64 << 20
    ) async throws(DialError) -> HTTPClientResponse {
        let download = try await download(request)
        var response = download.response
        while let piece = try await download.nextPiece() {
            guard response.body.count + piece.count <= maxBodyBytes else {
                download.cancel()
                throw .tooLarge(request.url.authority, limit: maxBodyBytes)
            }
            response.body.append(contentsOf: piece)
        }
        return response
    }

    /// Sends a request and returns the head of the response; the body is read on demand.
    ///
    /// - Throws: ``DialError``.
    package func download(_ request: HTTPClientRequest) async throws(DialError) -> HTTPDownload {
        guard !request.url.isWebSocket else {
            throw .badURL(request.url.description, reason: "a request is made with http or https")
        }
        let lines = try request.lines()
        return try await dial(request.url) { [loop] core, done in
            HTTPFetch(core, request, headerLines: lines) { fetch, head in
                done(head.map { HTTPDownload($0, fetch, loop) })
            }
        }
    }

    private func dial<Value: Sendable>(
        _ url: RemoteURL,
        _ delegate:
            @escaping @Sendable (
                DialerCore, @escaping @Sendable (Result<Value, DialError>) -> Void
            ) -> any ConnectDelegate
    ) async throws(DialError) -> Value {
        let slot = DialSlot(on: loop)
        let result: Result<Value, DialError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute { [core] in
                    let core = core.value
                    let delegate = delegate(core) { continuation.resume(returning: $0) }
                    slot.begin(ConnectAttempt(url, delegate), core)
                }
            }
        } onCancel: {
            loop.execute { slot.cancel() }
        }
        return try result.get()
    }

    // MARK: The end

    /// Cancels attempts and requests, and closes connections; remaining ones are cut after `seconds`.
    ///
    /// The owners of connections close them before. Call it before the loop is stopped.
    package func close(within seconds: Double = 5) async {
        isClosed.store(true, ordering: .relaxed)
        await withCheckedContinuation { continuation in
            loop.execute { [core] in
                core.value.close(within: seconds) { continuation.resume() }
            }
        }
    }

    /// What was counted so far; on the loop's thread only.
    package var counters: Counters { core.value.shared.counters }
}

/// Cancels an attempt that a caller on another thread has started.
private final class DialSlot: Sendable {
    private final class State {
        var attempt: ConnectAttempt?
        var isCancelled = false
    }

    private let state: LoopBound<State>

    init(on loop: EventLoop) {
        state = LoopBound(State(), loop: loop)
    }

    /// Starts the attempt, unless it was cancelled before; on the loop's thread.
    func begin(_ attempt: ConnectAttempt, _ core: DialerCore) {
        if state.value.isCancelled { attempt.cancel(.cancelled) }
        state.value.attempt = attempt
        core.start(attempt)
    }

    /// Cancels the attempt, if it is not over; on the loop's thread.
    func cancel() {
        state.value.isCancelled = true
        state.value.attempt?.cancel(.cancelled)
        state.value.attempt = nil
    }
}

/// The delegate of an attempt to open a WebSocket.
final class WebSocketDial: ConnectDelegate {
    let method = ""
    let subprotocol: String
    let headerLines: [UInt8]
    let hasBody = false
    private let target: String
    private unowned let core: DialerCore
    private let open: (Connection) -> any ConnectionHandler
    private let done: (Result<Connection, DialError>) -> Void

    /// - Parameters:
    ///   - open: Returns the handler of the connection.
    ///   - done: Called once.
    init(
        _ core: DialerCore, target: String, subprotocol: String, headerLines: [UInt8],
        open: @escaping (Connection) -> any ConnectionHandler,
        done: @escaping (Result<Connection, DialError>) -> Void
    ) {
        self.core = core
        self.target = target
        self.subprotocol = subprotocol
        self.headerLines = headerLines
        self.open = open
        self.done = done
    }

    var stepSeconds: (connection: Double, answer: Double) {
        (core.configuration.connectSeconds, core.configuration.connectSeconds)
    }

    func writeBody(to socket: Socket) -> Bool { true }

    func succeeded(_ socket: Socket) {
        let session = WebSocketSession(
            socket, core.configuration.limits, number: ConnectionNumber.next(), isClient: true)
        let connection = Connection(
            session, of: socket, path: target,
            from: ConnectionOrigin(address: socket.remoteAddress, isLocal: false))
        session.accept(open(connection))
        let shared = core.shared
        shared.counters.connections += 1
        shared.counters.connectionsOpened += 1
        session.onEnd = { shared.counters.connections -= 1 }
        socket.assign(session)
        session.established()
        done(.success(connection))
    }

    func failed(_ error: DialError) {
        done(.failure(error))
    }
}
