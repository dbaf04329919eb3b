import TextBytes
import WebSocketTransport

/// What is served at an address of its own for those who watch the server: `/metrics`, `/healthz`, `/readyz`.
final class MonitoringApplication: Application {
    private let metrics: MetricsRoute
    private let context: ServerContext

    init(metrics: MetricsRoute, context: ServerContext) {
        self.metrics = metrics
        self.context = context
    }

    func servesWebSocket(at path: [String]) -> Bool { false }

    func route(_ path: [String]) -> HTTPRoute { .probe }

    func opened(_ connection: Connection) -> (any ConnectionHandler)? { nil }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        switch request.segments.map({ TextKey($0) }) {
        case ["metrics"]: metrics.answer(request, exchange)
        case ["healthz"], ["readyz"]: context.answerProbe(request, exchange)
        default: exchange.respond(.nothing(at: request.path))
        }
    }
}

extension ServerContext {
    /// Answers `/healthz`, and `/readyz` by whether the server can store and judge tokens.
    func answerProbe(_ request: HTTPRequest, _ exchange: HTTPExchange) {
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
