/// Opens connections to others on an ``EventLoop``: WebSockets, and HTTP/1.1 requests.
///
/// From any thread. `wss` and `https` trust the certificates that the system trusts.
package final class Dialer: Sendable {
    private let loop: EventLoop
    private let core: LoopConfined<DialerCore>

    /// Makes a dialer on a loop that runs.
    ///
    /// - Throws: ``TransportError/noEventLoop``.
    package init(
        _ configuration: DialerConfiguration = DialerConfiguration(), on loop: EventLoop
    ) async throws(TransportError) {
        let made: Result<LoopConfined<DialerCore>, TransportError> =
            await withCheckedContinuation { continuation in
                loop.execute {
                    continuation.resume(
                        returning: Result { () throws(TransportError) in
                            LoopConfined(try DialerCore(configuration, loop))
                        })
                }
            }
        core = try made.get()
        self.loop = loop
    }

    // MARK: WebSockets

    /// Opens a WebSocket whose messages `open`'s handler hears on the loop's thread.
    ///
    /// - Parameters:
    ///   - subprotocol: what to offer; empty offers none.
    ///   - headers: further fields of the handshake: `Authorization`, `Origin`.
    ///   - open: called on the loop's thread once the handshake is done; what is sent from within
    ///     goes out at once.
    /// - Throws: ``DialError``.
    @discardableResult
    package func connect(
        to url: RemoteURL, subprotocol: String = Handshake.subprotocol,
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

    /// Opens a WebSocket that is read message by message.
    ///
    /// - Parameters:
    ///   - subprotocol: what to offer; empty offers none.
    ///   - headers: further fields of the handshake: `Authorization`, `Origin`.
    /// - Throws: ``DialError``.
    package func connect(
        to url: RemoteURL, subprotocol: String = Handshake.subprotocol,
        headers: [(name: String, value: String)] = []
    ) async throws(DialError) -> WebSocketClient {
        let inbox = WebSocketInbox()
        let connection = try await connect(to: url, subprotocol: subprotocol, headers: headers) {
            inbox.attach($0)
            return inbox
        }
        return WebSocketClient(connection, inbox, loop)
    }

    // MARK: HTTP

    /// Sends a request and collects the answer, whatever its status.
    ///
    /// - Parameter maxBodyBytes: the answer's body may have so many bytes.
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

    /// Sends a request and returns with the answer's head; the body is read as it is asked for.
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

    // MARK: The end

    /// Ends what is under way; connections that stand are for their owners to close before, and cut
    /// after `seconds`.
    ///
    /// To be called before the loop is stopped.
    package func close(within seconds: Double = 5) async {
        await withCheckedContinuation { continuation in
            loop.execute { [core] in
                core.value.close(within: seconds) { continuation.resume() }
            }
        }
    }

    /// What was counted so far; on the loop's thread only.
    package var counters: Counters { core.value.shared.counters }

    private func dial<Value: Sendable>(
        _ url: RemoteURL,
        _ goal:
            @escaping @Sendable (
                DialerCore, @escaping @Sendable (Result<Value, DialError>) -> Void
            ) -> any DialGoal
    ) async throws(DialError) -> Value {
        let slot = DialSlot()
        let result: Result<Value, DialError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute { [core] in
                    let core = core.value
                    slot.begin(
                        Outgoing(url, goal(core) { continuation.resume(returning: $0) }), core)
                }
            }
        } onCancel: {
            loop.execute { slot.cancel() }
        }
        return try result.get()
    }
}
