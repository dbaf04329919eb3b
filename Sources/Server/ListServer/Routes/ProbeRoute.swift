import ListHTTP
import ListHosting
import TextBytes
import WebSocketTransport

/// `/healthz`, and `/readyz` by whether the server can store and judge tokens.
struct ProbeRoute: Sendable {
    let health: Health
    let authenticator: Authenticator

    func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard request.isReading else {
            exchange.respond(.methodNotAllowed("GET, HEAD"))
            return
        }
        guard areSame(request.segments.last, "readyz") else {
            exchange.respond(.text(200, "ok"))
            return
        }
        if !health.isReady {
            exchange.respond(.text(503, "unavailable"))
        } else if !authenticator.isReady {
            exchange.respond(.text(503, "unavailable: there are no keys for tokens yet"))
        } else {
            let degradations = health.degradations
            let said =
                degradations.isEmpty ? "ok" : "degraded: " + degradations.joined(separator: "; ")
            exchange.respond(.text(200, said))
        }
    }
}
