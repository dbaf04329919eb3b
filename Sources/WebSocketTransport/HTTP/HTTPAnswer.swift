import CWebSockets

/// An answer on its way: head and body, written piece by piece.
struct HTTPAnswer {
    private let response: HTTPResponse
    private let isHead: Bool
    private let keepsAlive: Bool
    private let serverName: String
    private var written: Int?

    /// An answer of which nothing is written.
    ///
    /// - Parameters:
    ///   - isHead: the request was HEAD: the body's length is told, the body is left out.
    ///   - keepsAlive: the connection takes a further request.
    init(_ response: HTTPResponse, isHead: Bool, keepsAlive: Bool, serverName: String) {
        self.response = response
        self.isHead = isHead
        self.keepsAlive = keepsAlive
        self.serverName = serverName
    }

    /// So much of a body goes out in one write.
    private static let pieceBytes = 256 << 10

    /// Writes the next piece to `socket`.
    ///
    /// O(bytes written).
    ///
    /// - Returns: whether there is more; nil where the socket is dead.
    mutating func writeNext(to socket: Socket) -> Bool? {
        guard let written else { return writeHead(to: socket) }
        let size = min(Self.pieceBytes, bodyCount - written)
        let isWritten = unsafe withPiece(at: written, size) { unsafe socket.write($0) }
        guard isWritten == true else { return nil }
        self.written = written + size
        return written + size < bodyCount
    }

    /// The head, and the body as far as there is room behind it.
    private mutating func writeHead(to socket: Socket) -> Bool? {
        let scratch = unsafe socket.scratch
        guard let start = unsafe scratch.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let head = unsafe Head(socket.wsi, start, scratch.count, self)
        else { return nil }
        let sent = hasBody && !isHead ? bodyCount : 0
        let size = min(sent, scratch.count - head.count)
        let copied: Void? = unsafe withPiece(at: 0, size) { bytes in
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[head.count...])
            unsafe target.copyMemory(from: bytes)
        }
        guard copied != nil else { return nil }
        let whole = unsafe UnsafeRawBufferPointer(rebasing: scratch[..<(head.count + size)])
        guard unsafe socket.write(whole) else { return nil }
        written = size
        return size < sent
    }

    private var hasBody: Bool { response.status != 204 && response.status != 304 }
    private var bodyCount: Int { response.file?.byteCount ?? response.body.count }

    /// Hands over a piece of the body; nil where a file does not have it any more.
    private func withPiece<Result>(
        at offset: Int, _ count: Int, _ use: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        if let file = response.file {
            guard let bytes = file.read(at: offset, count: count) else { return nil }
            if offset + count == file.byteCount { file.release() }
            return unsafe bytes.withUnsafeBytes(use)
        }
        return unsafe response.body.withUnsafeBytes { bytes in
            unsafe use(UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
        }
    }

    /// The head's bytes, put together by libwebsockets at the front of a buffer.
    @safe
    private struct Head {
        private let wsi: OpaquePointer
        private let start: UnsafeMutablePointer<UInt8>
        private var next: UnsafeMutablePointer<UInt8>?
        private let end: UnsafeMutablePointer<UInt8>
        private var isWhole = true

        /// Bytes of the head.
        var count: Int { unsafe next.map { unsafe $0 - start } ?? 0 }

        /// Nil where it does not fit.
        init?(
            _ wsi: OpaquePointer, _ start: UnsafeMutablePointer<UInt8>, _ room: Int,
            _ answer: HTTPAnswer
        ) {
            unsafe self.wsi = unsafe wsi
            unsafe self.start = unsafe start
            unsafe next = unsafe start
            unsafe end = unsafe start + room
            let response = answer.response
            // Not by lws's own function, which speaks HTTP/1.0 before an upgrade.
            add(nil, "HTTP/1.1 \(response.status) \(HTTPStatus.phrase(response.status))")
            if !answer.serverName.isEmpty { add("Server", answer.serverName) }
            if answer.hasBody {
                add("Content-Type", response.contentType)
                let count = UInt64(answer.bodyCount)
                if unsafe lws_add_http_header_content_length(wsi, count, &next, end) != 0 {
                    isWhole = false
                }
            }
            for (name, value) in response.headers { add(name, value) }
            for (name, value) in SecurityHeaders.all { add(name, value) }
            add("Connection", answer.keepsAlive ? "keep-alive" : "close")
            guard isWhole, unsafe lws_finalize_http_header(wsi, &next, end) == 0 else { return nil }
        }

        private mutating func add(_ name: String?, _ value: String) {
            // A line break in a value would begin a header field of its own.
            let value = value.utf8.map { $0 < 0x20 ? 0x20 : $0 }
            let name = name.map { Array("\($0):".utf8) + [0] }
            let failed =
                if let name {
                    unsafe lws_add_http_header_by_name(
                        wsi, name, value, Int32(value.count), &next, end)
                } else {
                    unsafe lws_add_http_header_by_name(
                        wsi, nil, value, Int32(value.count), &next, end)
                }
            if failed != 0 { isWhole = false }
        }
    }
}
