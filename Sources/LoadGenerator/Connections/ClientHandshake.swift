import Foundation

/// The opening handshake (RFC 6455, 4.1).
///
/// Every connection uses the key of the RFC's example, so that the answer can be checked without
/// hashing.
enum ClientHandshake {
    /// What came of the answer so far.
    enum Answer: Hashable {
        case incomplete
        /// The connection is open; what follows its head, at `bodyStart`, are frames.
        case accepted(bodyStart: Int)
        case refused(String)
    }

    static func request(path: String, host: String, token: String?) -> [UInt8] {
        var lines = [
            "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: lockstep.v1",
        ]
        if let token { lines.append("Authorization: Bearer \(token)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    static func answer(_ bytes: [UInt8]) -> Answer {
        guard let end = ByteScan.end(of: emptyLine, in: bytes.span) else {
            return bytes.count > 16_384 ? .refused("an answer without an end") : .incomplete
        }
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n")
        let status = lines.first.map { String($0) } ?? ""
        guard status.hasPrefix("HTTP/1.1 101") else { return .refused(status) }
        let isAccepted = lines.contains { line in
            line.lowercased().hasPrefix("sec-websocket-accept:")
                && line.hasSuffix("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        }
        return isAccepted
            ? .accepted(bodyStart: end) : .refused("the wrong Sec-WebSocket-Accept")
    }

    private static let emptyLine = Array("\r\n\r\n".utf8)
}
