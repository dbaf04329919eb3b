@testable import WebSocketTransport

/// A WebSocket client that can also break the rules.
final class RawWebSocket {
    let socket: RawSocket
    private(set) var answer = ""
    private var unread: [UInt8] = []

    /// One frame as it came.
    struct Received: Equatable {
        var opcode: UInt8
        var isFinal: Bool
        var isMasked: Bool
        var payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }
        var closeCode: Int { payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1]) }
        var closeReason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
    }

    static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    /// A handshake's text.
    static func request(
        path: String = "/ws", method: String = "GET", version: String = "HTTP/1.1",
        webSocketVersion: String = "13", key: String = key, extra: [String] = []
    ) -> String {
        let lines =
            [
                "\(method) \(path) \(version)", "Host: localhost", "Upgrade: websocket",
                "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: \(webSocketVersion)",
                "Sec-WebSocket-Key: \(key)",
            ] + extra
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    init(port: Int, path: String = "/ws", extra: [String] = [], receiveBuffer: Int32? = nil) throws
    {
        socket = try RawSocket(port: port, receiveBuffer: receiveBuffer)
        try socket.send(Self.request(path: path, extra: extra))
        try readAnswer()
    }

    /// Goes on where a handshake was sent.
    init(behindRequestOn socket: RawSocket) throws {
        self.socket = socket
        try readAnswer()
    }

    private func readAnswer() throws {
        answer = try readHead()
        guard answer.hasPrefix("HTTP/1.1 101 ") else { throw RawSocket.Failure.closed }
    }

    private func readHead() throws -> String {
        while true {
            if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: unread[..<end.upperBound], as: UTF8.self)
                unread.removeFirst(end.upperBound)
                return head
            }
            let bytes = try socket.receive()
            guard !bytes.isEmpty else { throw RawSocket.Failure.closed }
            unread += bytes
        }
    }

    // MARK: Sending

    /// A masked client frame.
    static func frame(
        _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true,
        mask: [UInt8]? = [7, 77, 177, 200]
    ) -> [UInt8] {
        var wire = header(
            opcode, count: UInt64(payload.count), isFinal: isFinal, isMasked: mask != nil)
        if let mask {
            wire += mask
            wire += payload.enumerated().map { $1 ^ mask[$0 & 3] }
        } else {
            wire += payload
        }
        return wire
    }

    /// A frame's header without the key, whatever length it may claim.
    static func header(
        _ opcode: UInt8, count: UInt64, isFinal: Bool = true, isMasked: Bool = true
    ) -> [UInt8] {
        let flag: UInt8 = isMasked ? 0x80 : 0
        var wire = [(isFinal ? 0x80 : 0) | opcode]
        switch count {
        case ..<126: wire.append(flag | UInt8(count))
        case ..<65_536: wire += [flag | 126, UInt8(count >> 8), UInt8(count & 255)]
        default:
            wire.append(flag | 127)
            wire += (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> UInt64($0 * 8)) }
        }
        return wire
    }

    func send(_ text: String) throws {
        try socket.send(Self.frame(1, Array(text.utf8)))
    }

    func send(_ payload: [UInt8]) throws {
        try socket.send(Self.frame(1, payload))
    }

    // MARK: Receiving

    /// The next frame; nil at the end of the stream.
    func receive(atMost limit: Int = 65_536) throws -> Received? {
        guard let head = try take(2, limit) else { return nil }
        var count = Int(head[1] & 0x7F)
        if count >= 126 {
            guard let bytes = try take(count == 126 ? 2 : 8, limit) else { return nil }
            count = bytes.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let payload = try take(count, limit) else { return nil }
        return Received(
            opcode: head[0] & 0x0F, isFinal: head[0] & 0x80 != 0, isMasked: head[1] & 0x80 != 0,
            payload: payload)
    }

    /// Frames up to a close frame, which is the last; or up to the end.
    func receiveAll() throws -> [Received] {
        var frames: [Received] = []
        while let frame = try receive() {
            frames.append(frame)
            if frame.opcode == 8 { break }
        }
        return frames
    }

    /// Whether the stream ends now, without anything more.
    func isAtEnd() throws -> Bool {
        try unread.isEmpty && socket.receive().isEmpty
    }

    private func take(_ count: Int, _ limit: Int) throws -> [UInt8]? {
        while unread.count < count {
            let bytes = try socket.receive(atMost: limit)
            guard !bytes.isEmpty else { return nil }
            unread += bytes
        }
        let taken = Array(unread.prefix(count))
        unread.removeFirst(count)
        return taken
    }
}
