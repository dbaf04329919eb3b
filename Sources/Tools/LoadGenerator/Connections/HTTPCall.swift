import CLinux
import Glibc

/// A blocking HTTP/1.1 request, for what happens before and after a measurement.
struct HTTPCall {
    let address: LoadAddress
    /// Seconds in which a server that answers nothing is given up.
    var patience = 30

    /// Sends a request and waits for the response.
    ///
    /// - Parameter path: The path with the query.
    /// - Throws: `LoadError` where the connection fails.
    func send(_ method: String, _ path: String, body: [UInt8] = []) throws(LoadError)
        -> HTTPCallResponse
    {
        var head =
            "\(method) \(path) HTTP/1.1\r\nHost: \(address.authority)\r\nConnection: close\r\n"
            + "Content-Length: \(body.count)\r\n"
        if !body.isEmpty { head += "Content-Type: application/json\r\n" }
        if let token = address.token { head += "Authorization: Bearer \(token)\r\n" }
        let socket = try address.connect(waits: true)
        defer { close(socket) }
        limit(socket)
        let stream = try address.trust.map { trust throws(LoadError) in
            try HTTPCall.secure(socket, trust, host: address.host)
        }
        try write(Array((head + "\r\n").utf8) + body, to: socket, stream)
        return try HTTPCall.decode(try readAll(from: socket, stream))
    }

    /// Why a call of the system failed just now.
    private func failure(_ call: String) -> LoadError {
        guard errno == EAGAIN else { return .system(call) }
        return LoadError("\(address.authority) did not answer within \(patience) s")
    }

    private func limit(_ socket: Int32) {
        var time = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe _ = setsockopt(
                socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    private static func secure(
        _ socket: Int32, _ trust: TLSTrust, host: String
    ) throws(LoadError) -> TLSStream {
        let stream = try TLSStream(trust, socket: socket, host: host)
        switch stream.handshake() {
        case .done: return stream
        case .failed(let reason): throw LoadError("TLS to \(host): \(reason)")
        case .ended, .wantsInput, .wantsOutput:
            throw LoadError("TLS to \(host): the server does not finish the handshake")
        }
    }

    private func write(
        _ bytes: [UInt8], to socket: Int32, _ stream: TLSStream?
    ) throws(LoadError) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[sent...])
                guard let stream else {
                    return unsafe Glibc.send(
                        socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                }
                guard case .done(let count) = unsafe stream.write(rest) else { return -1 }
                return count
            }
            guard count > 0 else { throw failure("send") }
            sent += count
        }
    }

    private func readAll(
        from socket: Int32, _ stream: TLSStream?
    ) throws(LoadError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes {
                guard let stream else { return unsafe recv(socket, $0.baseAddress, $0.count, 0) }
                return switch unsafe stream.read(into: $0) {
                case .done(let count): count
                case .ended: 0
                case .wantsInput, .wantsOutput, .failed: -1
                }
            }
            guard count >= 0 else { throw failure("recv") }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    /// Decodes a response that ends with its connection.
    private static func decode(_ bytes: [UInt8]) throws(LoadError) -> HTTPCallResponse {
        guard let end = ByteScan.end(of: Array("\r\n\r\n".utf8), in: bytes.span),
            let status = Int(String(decoding: bytes.prefix(12).suffix(3), as: UTF8.self))
        else { throw LoadError("the server's HTTP answer is none") }
        return HTTPCallResponse(status: status, body: Array(bytes[end...]))
    }
}

/// The status and body of an HTTP response.
struct HTTPCallResponse {
    var status: Int
    var body: [UInt8]
}
