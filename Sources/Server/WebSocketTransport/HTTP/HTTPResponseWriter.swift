import CWebSockets

/// Writes one response, head and body, piece by piece.
struct HTTPResponseWriter {
    private let response: HTTPResponse
    private let isHead: Bool
    private let keepsAlive: Bool
    private let serverName: String
    /// Header fields besides those of the response.
    private let fields: [(name: String, value: String)]
    private var written: Int?
    /// Bytes charged to the socket's account.
    private var charged = 0

    /// Makes a writer that has written nothing.
    ///
    /// - Parameters:
    ///   - isHead: The request was HEAD: the body's length is sent, but not the body.
    ///   - keepsAlive: The connection takes a further request.
    ///   - fields: Header fields besides those of the response.
    init(
        _ response: HTTPResponse, isHead: Bool, keepsAlive: Bool, serverName: String,
        fields: [(name: String, value: String)]
    ) {
        self.fields = fields
        self.response = response
        self.isHead = isHead
        self.keepsAlive = keepsAlive
        self.serverName = serverName
    }

    /// The state after a write.
    enum Progress: Equatable {
        case hasMore
        /// There is more, and the socket accepts nothing now.
        case isBlocked
        case isWritten
        /// The socket is dead, or the file cannot be read.
        case failed
    }

    /// Approximate memory of a response besides its body, in bytes.
    private static let headBytes = 1024

    /// Charges `account` with the memory of the response until it is written.
    ///
    /// A body that several responses share counts once.
    mutating func charge(_ account: LedgerAccount) {
        charged = Self.headBytes
        account.add(charged)
        account.hold(response.body)
    }

    /// Ends the charge.
    mutating func discharge(_ account: LedgerAccount) {
        guard charged > 0 else { return }
        account.add(-charged)
        account.release(response.body)
        charged = 0
    }

    /// The most bytes of a body in one write.
    private static let pieceBytes = 128 << 10
    /// The same through lws, which copies what the kernel does not accept.
    static let copiedBytes = 64 << 10

    /// Writes the next piece to `socket`.
    ///
    /// O(bytes written).
    mutating func writeNext(to socket: Socket) -> Progress {
        guard let written else { return writeHead(to: socket) }
        let isDirect = takesDirectly(socket)
        let size = min(isDirect ? Self.pieceBytes : Self.copiedBytes, bodyCount - written)
        let taken: Int?? = unsafe withPiece(at: written, size) { bytes in
            if isDirect { return unsafe socket.writeDirectly(bytes) }
            return unsafe socket.write(bytes) ? bytes.count : nil
        }
        guard case .some(.some(let count)) = taken else { return .failed }
        return advance(to: written + count, isBlocked: count < size || socket.isBlocked)
    }

    /// Not for files: a file is closed once its last piece is read, which could not be read again.
    private func takesDirectly(_ socket: Socket) -> Bool {
        response.file == nil && socket.takesDirectly
    }

    private mutating func advance(to count: Int, isBlocked: Bool) -> Progress {
        written = count
        guard count < sentCount else { return .isWritten }
        return isBlocked ? .isBlocked : .hasMore
    }

    /// Writes the head, and as much of the body as fits after it.
    private mutating func writeHead(to socket: Socket) -> Progress {
        let scratch = unsafe socket.scratch
        guard let start = unsafe scratch.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let head = unsafe HeadBytes(socket.wsi, start, scratch.count, self)
        else { return .failed }
        let size = min(sentCount, scratch.count - head.count)
        let copied: Void? = unsafe withPiece(at: 0, size) { bytes in
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[head.count...])
            unsafe target.copyMemory(from: bytes)
        }
        guard copied != nil else { return .failed }
        let whole = unsafe UnsafeRawBufferPointer(rebasing: scratch[..<(head.count + size)])
        guard takesDirectly(socket) else {
            guard unsafe socket.write(whole) else { return .failed }
            return advance(to: size, isBlocked: socket.isBlocked)
        }
        guard let taken = unsafe socket.writeDirectly(whole) else { return .failed }
        guard taken < whole.count else { return advance(to: size, isBlocked: false) }
        // lws buffers a short rest; of a long one only the rest of the head.
        let isShort = size == sentCount && whole.count - taken <= Self.shortBytes
        let rest = unsafe whole[taken..<(isShort ? whole.count : max(taken, head.count))]
        if unsafe !rest.isEmpty {
            guard unsafe socket.write(UnsafeRawBufferPointer(rebasing: rest)) else {
                return .failed
            }
        }
        return advance(to: isShort ? size : max(0, taken - head.count), isBlocked: true)
    }

    /// The most bytes at the end of a response that are left to lws.
    private static let shortBytes = 16 << 10

    /// Bytes that are not written yet, without those of a head.
    var unwrittenCount: Int { sentCount - (written ?? 0) }

    /// Bytes of the body that are sent.
    private var sentCount: Int { hasBody && !isHead ? bodyCount : 0 }
    private var hasBody: Bool { response.status != 204 && response.status != 304 }
    private var bodyCount: Int { response.file?.byteCount ?? response.body.count }

    /// Calls `use` with a piece of the body; nil if the file does not have it any more.
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

    /// The bytes of the head, assembled by libwebsockets at the front of a buffer.
    @safe
    private struct HeadBytes {
        private let wsi: OpaquePointer
        private let start: UnsafeMutablePointer<UInt8>
        private var next: UnsafeMutablePointer<UInt8>?
        private let end: UnsafeMutablePointer<UInt8>
        private var isWhole = true

        /// Bytes of the head.
        var count: Int { unsafe next.map { unsafe $0 - start } ?? 0 }

        /// Nil if it does not fit.
        init?(
            _ wsi: OpaquePointer, _ start: UnsafeMutablePointer<UInt8>, _ room: Int,
            _ writer: HTTPResponseWriter
        ) {
            unsafe self.wsi = unsafe wsi
            unsafe self.start = unsafe start
            unsafe next = unsafe start
            unsafe end = unsafe start + room
            let response = writer.response
            // Not by lws's own function, which writes HTTP/1.0 before an upgrade.
            add(nil, "HTTP/1.1 \(response.status) \(HTTPStatus.phrase(response.status))")
            if !writer.serverName.isEmpty { add("Server", writer.serverName) }
            if writer.hasBody {
                add("Content-Type", response.contentType)
            }
            if writer.hasBody, !response.isEndless {
                let count = UInt64(writer.bodyCount)
                if unsafe lws_add_http_header_content_length(wsi, count, &next, end) != 0 {
                    isWhole = false
                }
            }
            for (name, value) in response.headers { add(name, value) }
            for (name, value) in writer.fields { add(name, value) }
            add("Connection", writer.keepsAlive ? "keep-alive" : "close")
            guard isWhole, unsafe lws_finalize_http_header(wsi, &next, end) == 0 else { return nil }
        }

        private mutating func add(_ name: String?, _ value: String) {
            // A line break in a value would start another header field.
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

/// The reason phrases of the status codes in use.
private enum HTTPStatus {
    /// The reason phrase of `code`; empty if unknown.
    static func phrase(_ code: Int) -> String {
        switch code {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}
