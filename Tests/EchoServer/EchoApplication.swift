import WebSocketTransport

/// Sends every message back to where it came from.
final class EchoApplication: Application {
    func opened(_ connection: Connection) -> (any ConnectionHandler)? {
        Echo(connection)
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        exchange.respond(HTTPResponse(status: 404, text: "only WebSockets are served here\n"))
    }
}
