import CLinux
import Glibc

/// A blocking HTTP/1.1 request, for what happens before and after a measurement.
struct HTTPCall {
    let address: LoadAddress

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
        try HTTPCall.write(Array((head + "\r\n").utf8) + body, to: socket)
        return try HTTPCall.decode(try HTTPCall.readAll(from: socket))
    }

    private static func write(_ bytes: [UInt8], to socket: Int32) throws(LoadError) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(
                    socket, $0.baseAddress.map { unsafe $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw .system("send") }
            sent += count
        }
    }

    private static func readAll(from socket: Int32) throws(LoadError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe recv(socket, $0.baseAddress, $0.count, 0)
            }
            guard count >= 0 else { throw .system("recv") }
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
