import CWebSockets

/// What is asked of a WebSocket's opening handshake (RFC 6455, section 4.2) before libwebsockets
/// accepts it, which would let much pass.
struct Handshake: Equatable {
    /// The one subprotocol that is spoken.
    static let subprotocol = LOCKSTEP_SUBPROTOCOL

    /// The last part of `/ws/LIST`; nil for `/ws`.
    let listHint: String?

    /// Checks a request.
    ///
    /// - Parameter origins: whose pages may open a WebSocket.
    init(_ head: HTTPHead, origins: OriginPolicy) throws(HTTPRefusal) {
        listHint = try Self.listHint(head.segments)
        guard head.lists("upgrade", in: "connection") else { throw Self.isNeeded }
        guard head.method == "GET", head.version == "HTTP/1.1",
            head.elements(of: "host").count == 1
        else {
            throw HTTPRefusal(
                status: 400, reason: "the handshake is a GET of HTTP/1.1 with one Host")
        }
        guard head["sec-websocket-version"] == "13" else {
            throw HTTPRefusal(
                status: 426, reason: "WebSocket version 13 is spoken here",
                fields: ["Sec-WebSocket-Version": "13"])
        }
        guard let key = head["sec-websocket-key"], Self.isWellFormed(key) else {
            throw HTTPRefusal(status: 400, reason: "Sec-WebSocket-Key is not 16 bytes in Base64")
        }
        guard origins.admits(origin: head["origin"], host: head["host"]) else {
            throw HTTPRefusal.foreignOrigin
        }
        let offered = head.elements(of: "sec-websocket-protocol")
        guard head["sec-websocket-protocol"] == nil || offered.contains(Self.subprotocol) else {
            throw HTTPRefusal(
                status: 400, reason: "the subprotocol \(Self.subprotocol) is spoken here")
        }
    }

    /// The answer to a request for a WebSocket's path that is no handshake.
    static var isNeeded: HTTPRefusal {
        HTTPRefusal(
            status: 426, reason: "a WebSocket is spoken here", fields: ["Upgrade": "websocket"])
    }

    /// Whether `key` has the form of 16 bytes in Base64.
    private static func isWellFormed(_ key: String) -> Bool {
        key.utf8.count == 24 && key.hasSuffix("==")
            && key.utf8.dropLast(2).allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
                default: false
                }
            }
    }

    private static func listHint(_ segments: [String]) throws(HTTPRefusal) -> String? {
        if segments == ["ws"] { return nil }
        guard segments.count == 2, segments[0] == "ws", !segments[1].isEmpty else {
            throw HTTPRefusal(status: 404, reason: "no WebSocket here; see /ws")
        }
        return segments[1]
    }
}
