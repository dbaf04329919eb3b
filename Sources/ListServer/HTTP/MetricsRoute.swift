import ListJournal
import WebSocketTransport

/// `GET /metrics`: the figures of the server as they are when the answer is made.
///
/// Requests that arrive while they are gathered share the answer, so that frequent requests cost little.
actor MetricsRoute {
    private let registry: ListRegistry
    private let context: ServerContext
    // Bounded by the sockets: each has one request under way.
    private var waiting: [HTTPExchange] = []
    /// Counts the connections of clients; nil until it listens.
    private weak var listener: Listener?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe context.loop.asUnownedSerialExecutor()
    }

    init(registry: ListRegistry, context: ServerContext) {
        self.registry = registry
        self.context = context
    }

    /// Tells the figures of this listener, whichever one is asked.
    func tell(of listener: Listener) { self.listener = listener }

    /// Answers a request for the figures; on the loop's thread.
    nonisolated func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard request.isReading else {
            exchange.respond(.methodNotAllowed("GET, HEAD"))
            return
        }
        assumeIsolated { $0.handle(exchange) }
    }

    private func handle(_ exchange: HTTPExchange) {
        waiting.append(exchange)
        guard waiting.count == 1 else { return }
        Task {
            let hooks = await context.hooks?.figures ?? []
            answer(await ProcessFigures.read(), hooks)
        }
    }

    private func answer(_ process: ProcessFigures?, _ hooks: [HookFigures]) {
        let exchanges = waiting
        waiting = []
        let counters = listener?.counters ?? Counters()
        let lists = registry.assumeIsolated { $0.count }
        let loaded = context.listsInUse.count
        let moment = MetricsText.Moment(
            lists: lists, loaded: loaded, unreadable: context.unreadable.count,
            isReady: context.health.isReady && context.authenticator.isReady,
            journal: context.journal.figures, hooks: hooks, peers: context.peers?.figures,
            queueBound: context.bounds.queueTotalBytes)
        let text = MetricsText(context.metrics, counters, moment, process).text
        for exchange in exchanges {
            exchange.respond(.text(200, text, type: MetricsText.contentType))
        }
    }
}
