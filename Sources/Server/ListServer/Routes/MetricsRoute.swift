import ListHTTP
import WebSocketTransport

/// `GET /metrics`: the figures of the server as they are when the answer is made.
struct MetricsRoute: Sendable {
    let report: MetricsReport
    let loop: EventLoop

    /// Answers a request for the figures; on the loop's thread.
    func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard request.isReading else {
            exchange.respond(.methodNotAllowed("GET, HEAD"))
            return
        }
        Task {
            let text = await report.text()
            loop.execute { exchange.respond(.text(200, text, type: MetricsText.contentType)) }
        }
    }
}
