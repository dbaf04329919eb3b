/// What a ``Listener`` serves; called on its loop's thread only.
///
/// Paths are given as the parts between their slashes: `/a/b%20c` is `a`, `b c`; a slash at the end gives
/// an empty last part, and `/` gives none.
package protocol Application: AnyObject {
    /// Whether WebSockets are served at `path`; if not, a handshake is answered 404.
    func servesWebSocket(at path: [String]) -> Bool

    /// How a request for `path` that is no WebSocket handshake is served.
    func route(_ path: [String]) -> HTTPRoute

    /// The largest body of a request for `path`, in bytes; nil: that of the listener's configuration.
    func maxBodyBytes(at path: [String]) -> Int?

    /// A WebSocket was requested; called after all checks of the handshake.
    ///
    /// Messages that are sent synchronously follow the handshake's response.
    /// - Returns: The handler of the connection; nil refuses it with 503.
    func opened(_ connection: Connection) -> (any ConnectionHandler)?

    /// Handles a request whose route is not ``HTTPRoute/upgradeRequired``.
    ///
    /// It is answered through the exchange, now or later, on the loop's thread.
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange)
}

extension Application {
    package func maxBodyBytes(at path: [String]) -> Int? { nil }
}

/// How a listener serves an HTTP request.
package enum HTTPRoute: Sendable {
    /// By the application, after the checks of `Origin` and `Host`: a page of another site must not act in
    /// the name of the person who reads it. The route of an API.
    case call
    /// By the application, after the check of `Host` alone.
    case open
    /// By the application, without these checks, and even while the listener stops: a health check.
    case probe
    /// By the application, without these checks, and even while the listener stops, but not while the
    /// memory ledger is spent: a file, whose response is held while it is sent.
    case file
    /// With 426: only WebSockets are served at the path.
    case upgradeRequired
}
