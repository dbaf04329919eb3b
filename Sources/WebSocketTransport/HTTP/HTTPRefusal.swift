/// Why a request is turned down before it reaches the application.
struct HTTPRefusal: Error, Equatable {
    let status: Int
    /// Said to the client in a line of plain text.
    let reason: String
    var fields: [String: String] = [:]
    /// What it counts as, where a WebSocket was asked for.
    var kind = ConnectionRefusal.handshake

    /// A page from elsewhere.
    static let foreignOrigin = HTTPRefusal(
        status: 403, reason: "pages of this origin may not act here; see the setting origins",
        kind: .origin)
    /// A name that may not be this server's.
    static let foreignHost = HTTPRefusal(
        status: 421,
        reason: "this server does not go by that name: list http://NAME in the setting origins")
    /// lws would close over it, or answer 403.
    static let malformedTarget = HTTPRefusal(
        status: 400, reason: "the path or query is malformed, or holds an escaped NUL")
    /// Too much is held in memory.
    static let overloaded = HTTPRefusal(
        status: 503, reason: "the server holds too much in memory: try again later",
        fields: ["Retry-After": "5"])

    /// No room for another WebSocket.
    static func busy(_ kind: ConnectionRefusal) -> HTTPRefusal {
        HTTPRefusal(
            status: 503, reason: "no further sessions now", fields: ["Retry-After": "5"],
            kind: kind)
    }

    /// The answer that says so.
    var response: HTTPResponse {
        HTTPResponse(
            status: status, headers: fields.map { ($0.key, $0.value) }, text: reason + "\n")
    }
}
