import CWebSockets
import TextBytes

/// One HTTP request and its response, whose body is read on demand.
///
/// On the loop's thread.
@safe
final class HTTPFetch: ConnectDelegate, SocketRole {
    /// The next piece of the body; nil after the last.
    typealias Piece = Result<[UInt8]?, DialError>

    let method: String
    let subprotocol = ""
    let headerLines: [UInt8]
    private let url: RemoteURL
    private let body: [UInt8]
    private var written = 0
    private let configuration: DialerConfiguration
    private let scratch: UnsafeMutableRawBufferPointer
    private var onHead: ((HTTPFetch, Result<HTTPClientResponse, DialError>) -> Void)?
    private var socket: Socket?
    private var isChunked = false
    /// Whether lws has announced input that waits to be read.
    private var hasInput = false
    private var isWhole = false
    private var read: [UInt8] = []
    private var end: Piece?
    private var waiting: ((Piece) -> Void)?
    private var waitingSince = 0.0

    /// - Parameter onHead: Called once, with the head of the response or an error.
    init(
        _ core: DialerCore, _ request: HTTPClientRequest, headerLines: [UInt8],
        onHead: @escaping (HTTPFetch, Result<HTTPClientResponse, DialError>) -> Void
    ) {
        method = request.method
        url = request.url
        body = request.body
        self.headerLines = headerLines
        configuration = core.configuration
        unsafe scratch = unsafe core.shared.scratch
        self.onHead = onHead
    }

    var hasBody: Bool { !body.isEmpty }

    var stepSeconds: (connection: Double, answer: Double) {
        (configuration.connectSeconds, configuration.requestSeconds)
    }

    // MARK: The request

    /// The most bytes of a body in one write.
    private static let pieceBytes = 64 << 10

    func writeBody(to socket: Socket) -> Bool {
        guard !socket.isBlocked else { return false }
        let next = min(body.count, written + Self.pieceBytes)
        let isWritten = unsafe body.withUnsafeBytes { bytes in
            unsafe socket.write(UnsafeRawBufferPointer(rebasing: bytes[written..<next]))
        }
        guard isWritten else { return false }
        written = next
        return written == body.count
    }

    func failed(_ error: DialError) {
        onHead?(self, .failure(error))
        onHead = nil
    }

    // MARK: The response

    func succeeded(_ socket: Socket) {
        self.socket = socket
        socket.assign(self)
        let response = unsafe HTTPClientResponse(of: socket.wsi)
        isChunked = response.header("transfer-encoding")?.isSame(asLowercase: "chunked") == true
        let hasNoBody = method.isSame(as: "HEAD") || [204, 304].contains(response.status)
        if hasNoBody {
            end = .success(nil)
            socket.end()
        }
        onHead?(self, .success(response))
        onHead = nil
    }

    /// Requests the next piece of the body; one at a time.
    func pull(_ deliver: @escaping (Piece) -> Void) {
        if let end { return deliver(end) }
        waiting = deliver
        waitingSince = EventLoop.now
        if hasInput, !readMore() { socket?.end() }
    }

    /// Handles that lws has input; false makes lws close the socket.
    func hasMore() -> Bool {
        hasInput = true
        return waiting == nil || readMore()
    }

    /// Handles a piece that lws has read.
    func received(_ piece: UnsafeRawBufferPointer) {
        socket?.countInput(piece.count)
        unsafe read.append(contentsOf: piece)
    }

    /// Handles that lws considers the response complete.
    func completed() {
        isWhole = true
    }

    private func readMore() -> Bool {
        guard let socket, end == nil else { return false }
        hasInput = false
        var hasMoved: Int32 = 0
        let base = unsafe scratch.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let result = unsafe lws_shim_read_body(socket.wsi, base, Int32(scratch.count), &hasMoved)
        if isWhole || result < 0 {
            // At the end of the stream lws considers incomplete chunks complete.
            let isCut = !isWhole || isChunked && hasMoved == 0
            end = isCut ? .failure(.cut(url.authority)) : .success(nil)
        }
        if !read.isEmpty {
            let piece = read
            read = []
            deliver(.success(piece))
        } else if let end {
            deliver(end)
        }
        return end == nil
    }

    private func deliver(_ piece: Piece) {
        let waiting = waiting
        self.waiting = nil
        waiting?(piece)
    }

    /// Stops reading.
    func abandon() {
        if end == nil { end = .failure(.cancelled) }
        socket?.end()
        if let end { deliver(end) }
    }

    // MARK: The socket

    func becameWritable() -> Bool { true }

    func tick(_ now: Double) {
        guard waiting != nil, now - waitingSince >= configuration.requestSeconds else { return }
        end = end ?? .failure(.timedOut(url.authority, seconds: configuration.requestSeconds))
        socket?.end()
    }

    func retire() {
        end = end ?? .failure(.closed)
        socket?.end()
    }

    func closed() {
        socket = nil
        if end == nil { end = isWhole ? .success(nil) : .failure(.cut(url.authority)) }
        if let end { deliver(end) }
    }
}

/// An HTTP response whose body is read piece by piece; what is not requested stays with the peer.
///
/// From any thread. When it is released, its connection ends.
package final class HTTPDownload: Sendable {
    /// The head of the response; its body is empty.
    package let response: HTTPClientResponse
    private let fetch: LoopBound<HTTPFetch>

    init(_ response: HTTPClientResponse, _ fetch: HTTPFetch, _ loop: EventLoop) {
        self.response = response
        self.fetch = LoopBound(fetch, loop: loop)
    }

    deinit {
        cancel()
    }

    /// Waits for the next piece, of at most 64 KiB; nil after the last.
    ///
    /// One call at a time.
    ///
    /// - Throws: ``DialError/cut(_:)`` if the body is incomplete, ``DialError/timedOut(_:seconds:)``,
    ///   ``DialError/cancelled``.
    package func nextPiece() async throws(DialError) -> [UInt8]? {
        let piece: HTTPFetch.Piece = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                fetch.loop.execute { [fetch] in
                    fetch.value.pull { continuation.resume(returning: $0) }
                }
            }
        } onCancel: {
            cancel()
        }
        return try piece.get()
    }

    /// Stops reading and ends the connection; does nothing when repeated.
    package func cancel() {
        fetch.loop.execute { [fetch] in fetch.value.abandon() }
    }
}
