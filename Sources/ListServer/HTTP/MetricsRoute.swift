import WebSocketTransport

/// `GET /metrics`: the figures of the server as they are when the answer is made.
///
/// Whoever asks while they are being gathered shares the answer, so that asking often costs little.
actor MetricsRoute {
    private let directory: Directory
    private let services: Services
    // Bounded by the sockets: each has one request under way.
    private var waiting: [HTTPExchange] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe services.loop.asUnownedSerialExecutor()
    }

    init(directory: Directory, services: Services) {
        self.directory = directory
        self.services = services
    }

    func handle(_ exchange: HTTPExchange) {
        waiting.append(exchange)
        guard waiting.count == 1 else { return }
        Task { answer(await ProcessFigures.read()) }
    }

    private func answer(_ process: ProcessFigures?) {
        let exchanges = waiting
        waiting = []
        // None: whoever asked has gone.
        guard let counters = exchanges.lazy.compactMap(\.counters).first else { return }
        let lists = directory.assumeIsolated { $0.count }
        let loaded = services.listsInUse.count
        let moment = MetricsText.Moment(
            lists: lists, loaded: loaded, unreadable: services.unreadable.count,
            isReady: services.health.isReady,
            queueBound: services.bounds.queueTotalBytes)
        let text = MetricsText(services.metrics, counters, moment, process).text
        for exchange in exchanges {
            exchange.respond(.text(200, text, type: MetricsText.contentType))
        }
    }
}
