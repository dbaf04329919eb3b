import ListJournal
import WebSocketTransport

/// The figures of the server in Prometheus' text format, as they are when somebody asks.
///
/// Who asks while they are gathered shares them, so that frequent requests cost little.
actor MetricsReport {
    private let registry: ListRegistry
    private let context: ServerContext
    private var gathering: Task<String, Never>?
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

    /// The figures.
    func text() async -> String {
        if let gathering { return await gathering.value }
        let task = Task {
            let hooks = await context.hooks?.figures ?? []
            let text = write(await ProcessFigures.read(), hooks)
            gathering = nil
            return text
        }
        gathering = task
        return await task.value
    }

    private func write(_ process: ProcessFigures?, _ hooks: [HookFigures]) -> String {
        let moment = MetricsText.Moment(
            lists: registry.assumeIsolated { $0.count }, loaded: context.listsInUse.count,
            unreadable: context.unreadable.count,
            isReady: context.health.isReady && context.authenticator.isReady,
            clockAhead: context.clock.lead / 1000,
            tokenKeysAge: context.authenticator.keysAge.map { $0 / 1000 },
            journal: context.journal.figures, hooks: hooks, peers: context.peers?.figures,
            queueBound: context.bounds.queueTotalBytes)
        return MetricsText(context.metrics, listener?.counters ?? Counters(), moment, process).text
    }
}
