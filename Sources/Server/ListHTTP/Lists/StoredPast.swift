import ListHosting
import ListJournal
import ListProtocol
package import WebSocketTransport

/// Where requests read what lists were.
struct StoredPast: Sendable {
    let runtime: ServerRuntime
    let journal: any Journal
    let limits: ProtocolLimits
}

extension ServerRuntime {
    /// Answers a request with what `work` makes on another thread than the loop's.
    package func answer(
        _ exchange: HTTPExchange, _ work: @escaping @Sendable () async -> HTTPResponse
    ) {
        background.begin { [loop] in
            let response = await work()
            loop.execute { exchange.respond(response) }
        }
    }
}
