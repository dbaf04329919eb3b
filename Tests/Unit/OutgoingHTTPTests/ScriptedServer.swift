import Foundation

/// A server on a loopback port that answers each request with bytes.
final class ScriptedServer: Sendable {
    /// What a server does with a request.
    enum Answer: Sendable {
        case bytes(String)
        /// Sends it, and keeps the connection open without more.
        case unfinished(String)
    }

    let port: Int
    private let listener: Int32
    private let answer: @Sendable (_ request: String) -> Answer
    private let lock = NSLock()
    nonisolated(unsafe) private var received: [String] = []
    nonisolated(unsafe) private var sockets: [Int32] = []

    init(_ answer: @escaping @Sendable (_ request: String) -> Answer) {
        self.answer = answer
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = unsafe bind(listener, pointer, length)
                _ = unsafe getsockname(listener, pointer, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        listen(listener, 256)
        self.listener = listener
        Thread { [weak self] in
            while case let socket = accept(listener, nil, nil), socket >= 0 {
                guard let self else {
                    close(socket)
                    break
                }
                self.lock.withLock { unsafe self.sockets.append(socket) }
                Thread { [weak self] in self?.serve(socket) }.start()
            }
        }.start()
    }

    deinit { stop() }

    /// Ends all connections, and takes no more.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        lock.withLock { for socket in unsafe sockets { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    var url: String { "http://127.0.0.1:\(port)/" }

    /// Each request as it came, head and body.
    var requests: [String] { lock.withLock { unsafe received } }

    /// Waits until a request has come, for 20 seconds at most.
    func awaitRequest() async throws {
        let deadline = DispatchTime.now() + 20
        while requests.isEmpty {
            guard DispatchTime.now() < deadline else { throw NoRequest() }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Nothing has come.
    private struct NoRequest: Error {}

    private func serve(_ socket: Int32) {
        var input: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = unsafe recv(socket, &piece, piece.count, 0), count > 0 {
            input += piece[..<count]
            while let request = Self.takeRequest(&input) {
                lock.withLock { unsafe received.append(request) }
                let (text, isWhole) =
                    switch answer(request) {
                    case .bytes(let text): (text, true)
                    case .unfinished(let text): (text, false)
                    }
                let bytes = Array(text.utf8)
                _ = unsafe send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                if isWhole, !text.contains("Content-Length:") { shutdown(socket, Int32(SHUT_WR)) }
            }
        }
    }

    private static func takeRequest(_ input: inout [UInt8]) -> String? {
        guard let end = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: input[..<end.upperBound], as: UTF8.self)
        let length = head.firstMatch(of: #/(?i)content-length: *(\d+)/#).flatMap {
            Int($0.output.1)
        }
        let count = end.upperBound + (length ?? 0)
        guard input.count >= count else { return nil }
        defer { input.removeFirst(count) }
        return String(decoding: input[..<count], as: UTF8.self)
    }

    /// An answer with a length.
    static func reply(_ status: String = "200 OK", _ fields: String = "", body: String = "")
        -> Answer
    {
        .bytes("HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}
