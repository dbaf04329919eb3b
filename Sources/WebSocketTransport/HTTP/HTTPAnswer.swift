import CWebSockets

/// An answer on its way: head and body, written piece by piece.
struct HTTPAnswer {
    private let response: HTTPResponse
    private let isHead: Bool
    private let keepsAlive: Bool
    private let serverName: String
    private var written: Int?
    /// What was charged to the socket's account.
    private var charged = 0

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

    /// What has become of the answer.
    enum Progress: Equatable {
        case hasMore
        /// There is more, and the socket takes nothing now.
        case isBlocked
        case isWritten
        /// The socket is dead, or the body cannot be read.
        case failed
    }

    /// What an answer takes in memory beside its body, about.
    private static let answerBytes = 1024

    /// Charges `account` for what the answer takes in memory until it is written.
    ///
    /// A body that several answers have counts once.
    mutating func charge(_ account: LedgerAccount) {
        charged = Self.answerBytes
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

    /// So much of a body goes out in one write.
    private static let pieceBytes = 256 << 10
    /// The same through lws, which copies what the kernel does not take.
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

    /// A file's last piece cannot be read again: it is let go before that is sent.
    private func takesDirectly(_ socket: Socket) -> Bool {
        response.file == nil && socket.takesDirectly
    }

    private mutating func advance(to count: Int, isBlocked: Bool) -> Progress {
        written = count
        guard count < sentCount else { return .isWritten }
        return isBlocked ? .isBlocked : .hasMore
    }

    /// The head, and the body as far as there is room behind it.
    private mutating func writeHead(to socket: Socket) -> Progress {
        let scratch = unsafe socket.scratch
        guard let start = unsafe scratch.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let head = unsafe Head(socket.wsi, start, scratch.count, self)
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
        // lws keeps the rest where that is little; of more only what is left of the head.
        let isShort = size == sentCount && whole.count - taken <= Self.shortBytes
        let rest = unsafe whole[taken..<(isShort ? whole.count : max(taken, head.count))]
        if unsafe !rest.isEmpty {
            guard unsafe socket.write(UnsafeRawBufferPointer(rebasing: rest)) else {
                return .failed
            }
        }
        return advance(to: isShort ? size : max(0, taken - head.count), isBlocked: true)
    }

    /// So much of an answer may be left to lws, if with that it is whole.
    private static let shortBytes = 16 << 10

    /// Bytes of the body that go out.
    private var sentCount: Int { hasBody && !isHead ? bodyCount : 0 }
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
