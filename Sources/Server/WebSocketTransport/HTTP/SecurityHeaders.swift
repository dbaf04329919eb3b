/// Header fields of every response: pages may load resources from this server only, connect to it and to
/// its siblings only, not be framed, not be reached by the pages that open them, and use no device.
///
/// Siblings are servers of the same content at other addresses. Pages that they delivered, and those of the
/// allowed origins, may read the responses of this one (Cross-Origin Resource Sharing).
struct SecurityHeaders: Sendable {
    /// The fields of all responses: names and values.
    let all: [(name: String, value: String)]

    /// - Parameter siblings: Origins (`https://example.org`), of letters, digits, `.`, `-` and `:`.
    init(siblings: [String] = []) {
        // "http" becomes "ws", "https" becomes "wss".
        let sources = siblings.flatMap { ["ws" + $0.dropFirst(4), $0] }
        let connections = (["'self'"] + sources).joined(separator: " ")
        all = [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src \(connections); manifest-src 'self'; worker-src 'self'; "
                    + "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
            ),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            (
                "Permissions-Policy",
                "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), "
                    + "payment=(), usb=()"
            ),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
        ]
    }

    /// The fields by which a browser shows a response to a page of `origin`; nil: to none but the server's own.
    static func sharing(with origin: String?) -> [(name: String, value: String)] {
        // A cache must not show one origin the response to another.
        [("Vary", "Origin")] + (origin.map { [("Access-Control-Allow-Origin", $0)] } ?? [])
    }

    /// The response to a preflight: what a page of another origin may send.
    static var preflight: HTTPResponse {
        HTTPResponse(
            status: 204,
            headers: [
                ("Access-Control-Allow-Methods", "GET, HEAD, POST, DELETE"),
                ("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID"),
                ("Access-Control-Max-Age", "600"),
            ], text: "")
    }
}
