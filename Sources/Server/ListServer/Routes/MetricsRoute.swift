import ListHTTP
import ListHosting
import WebSocketTransport

/// `GET /metrics`: the figures of the server as they are when the answer is made.
///
/// Confined to the loop's thread.
struct MetricsRoute {
    let report: MetricsReport
    let runtime: ServerRuntime

    /// Answers a request for the figures.
    func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard request.isReading else {
            exchange.respond(.methodNotAllowed("GET, HEAD"))
            return
        }
        runtime.begin(with: report) { _, report in
            let text = await report.text()
            exchange.respond(.text(200, text, type: MetricsText.contentType))
        }
    }
}
