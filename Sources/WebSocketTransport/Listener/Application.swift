/// What a ``Listener`` serves; called on its loop's thread only.
package protocol Application: AnyObject, Sendable {
    /// Called at the WebSocket handshake, after the transport's own checks.
    ///
    /// What is sent from within goes out after the handshake's answer.
    /// - Returns: who hears the connection; nil refuses it with 503.
    func opened(_ connection: Connection) -> (any ConnectionHandler)?

    /// Called for each HTTP request under `/api/` and for `/healthz`, `/readyz` and `/metrics`.
    ///
    /// To be answered through the exchange, now or later, on the loop's thread.
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange)
}
