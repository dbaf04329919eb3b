import ListHTTP
import TextBytes
import WebSocketTransport

/// What is served at an address of its own for those who watch the server: `/metrics`, `/healthz`, `/readyz`.
final class MonitoringApplication: Application {
    private let metrics: MetricsRoute
    private let probes: ProbeRoute

    init(metrics: MetricsRoute, probes: ProbeRoute) {
        self.metrics = metrics
        self.probes = probes
    }

    func servesWebSocket(at path: [String]) -> Bool { false }

    func route(_ path: [String]) -> HTTPRoute { .probe }

    func opened(_ connection: Connection) -> (any ConnectionHandler)? { nil }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        switch request.segments.map({ TextKey($0) }) {
        case ["metrics"]: metrics.answer(request, exchange)
        case ["healthz"], ["readyz"]: probes.answer(request, exchange)
        default: exchange.respond(.nothing(at: request.path))
        }
    }
}
