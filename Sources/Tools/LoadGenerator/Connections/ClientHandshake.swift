import Foundation

/// The client's side of the opening handshake (RFC 6455, 4.1).
///
/// Every connection uses the key of the RFC's example, so that the response can be checked without
/// a hash.
enum ClientHandshake {
    static func request(path: String, host: String) -> [UInt8] {
        let lines = [
            "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: lockstep.v1",
        ]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    static func read(_ bytes: [UInt8]) -> HandshakeResult {
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

/// The result of reading a response, as far as it has arrived.
enum HandshakeResult: Hashable {
    case incomplete
    /// The connection is open; frames begin at `bodyStart`.
    case accepted(bodyStart: Int)
    case refused(String)
}

/// Encodes the frames that a client sends (RFC 6455).
enum ClientFraming {
    /// Appends a text frame.
    ///
    /// The masking key is zero, which the RFC allows and which leaves the payload unchanged.
    static func append(_ payload: some Collection<UInt8>, to output: inout [UInt8]) {
        appendHeader(opcode: 1, length: payload.count, to: &output)
        output.append(contentsOf: payload)
    }

    /// Appends a pong with the payload of the ping.
    static func appendPong(_ payload: [UInt8], to output: inout [UInt8]) {
        appendHeader(opcode: 10, length: payload.count, to: &output)
        output.append(contentsOf: payload)
    }

    /// Appends the header of a final frame with a masking key of zero.
    private static func appendHeader(opcode: UInt8, length: Int, to output: inout [UInt8]) {
        output.append(0x80 | opcode)
        if length < 126 {
            output.append(0x80 | UInt8(length))
        } else if length < 65_536 {
            output.append(0x80 | 126)
            appendNumber(length, bytes: 2, to: &output)
        } else {
            output.append(0x80 | 127)
            appendNumber(length, bytes: 8, to: &output)
        }
        appendNumber(0, bytes: 4, to: &output)
    }

    private static func appendNumber(_ number: Int, bytes: Int, to output: inout [UInt8]) {
        for shift in (0..<bytes).reversed() {
            output.append(UInt8(truncatingIfNeeded: number >> (8 * shift)))
        }
    }
}
