import TextBytes

/// Validates a WebSocket's opening handshake (RFC 6455, section 4.2) before libwebsockets accepts it:
/// libwebsockets would accept most of what is refused here.
enum Handshake {
    /// Checks a request.
    ///
    /// - Parameters:
    ///   - isFound: Whether WebSockets are served at the request's path.
    ///   - subprotocols: The subprotocols that are served.
    ///   - origins: Decides whose pages may open a WebSocket.
    ///   - texts: The application's texts of refusals.
    /// - Throws: 400, 403, 404 or 426.
    static func check(
        _ head: HTTPHead, isFound: Bool, subprotocols: [String], origins: OriginPolicy,
        texts: RefusalTexts
    ) throws(HTTPRefusal) {
        guard isFound else { throw HTTPRefusal(status: 404, reason: texts.noWebSocket) }
        guard head.lists("upgrade", in: "connection") else { throw isNeeded }
        guard head.method.isSame(as: "GET"), head.version.isSame(as: "HTTP/1.1"),
            head.elements(of: "host").count == 1
        else {
            throw HTTPRefusal(
                status: 400, reason: "the handshake is a GET of HTTP/1.1 with one Host")
        }
        guard areSame(head["sec-websocket-version"], "13") else {
            throw HTTPRefusal(
                status: 426, reason: "WebSocket version 13 is spoken here",
                fields: [("Sec-WebSocket-Version", "13")])
        }
        guard let key = head["sec-websocket-key"], isWellFormed(key) else {
            throw HTTPRefusal(status: 400, reason: "Sec-WebSocket-Key is not 16 bytes in Base64")
        }
        guard origins.allows(origin: head["origin"], host: head["host"]) else {
            throw .foreignOrigin(texts)
        }
        guard head["sec-websocket-protocol"] != nil else { return }
        let offered = head.elements(of: "sec-websocket-protocol")
        guard offered.contains(where: { one in subprotocols.contains { $0.isSame(as: one) } })
        else {
            let served = subprotocols.joined(separator: " or ")
            throw HTTPRefusal(
                status: 400,
                reason: served.isEmpty
                    ? "no subprotocol is spoken here" : "the subprotocol \(served) is spoken here")
        }
    }

    /// The response to a request without an upgrade where only WebSockets are served.
    static var isNeeded: HTTPRefusal {
        HTTPRefusal(
            status: 426, reason: "a WebSocket is spoken here", fields: [("Upgrade", "websocket")])
    }

    /// Whether `key` has the form of 16 bytes in Base64.
    private static func isWellFormed(_ key: String) -> Bool {
        key.utf8.count == 24 && key.ends(with: "==")
            && key.utf8.dropLast(2).allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
                default: false
                }
            }
    }
}
