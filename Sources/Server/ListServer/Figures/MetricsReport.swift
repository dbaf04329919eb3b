import ListHosting
import ListJournal
import ListWebhooks
import WebSocketTransport

/// The figures of the server in Prometheus' text format, as they are when asked for.
///
/// Who asks while they are gathered shares them, so that frequent requests cost little. Confined to the loop's
/// thread.
final class MetricsReport {
    private let registry: ListRegistry
    private let services: SequencerServices
    private let authenticator: Authenticator
    private let hooks: Hooks?
    private let version: String
    private let queueBound: Int
    private var gathering: Task<String, Never>?
    /// Counts the connections of clients; nil until it listens.
    private weak var listener: Listener?

    /// - Parameter queueBound: Bytes that peers may make the server hold, all together.
    init(
        _ registry: ListRegistry, authenticator: Authenticator, hooks: Hooks?, version: String,
        queueBound: Int
    ) {
        self.registry = registry
        services = registry.services
        self.authenticator = authenticator
        self.hooks = hooks
        self.version = version
        self.queueBound = queueBound
    }

    /// Tells the figures of this listener, whichever one is asked.
    func tell(of listener: Listener) { self.listener = listener }

    /// The figures.
    func text(isolation: isolated (any Actor)? = #isolation) async -> String {
        if let gathering { return await gathering.value }
        let task = services.runtime.begin(with: self) { _, report in
            let hooks = await report.hooks?.figures ?? []
            let text = report.write(await ProcessFigures.read(), hooks)
            report.gathering = nil
            return text
        }
        gathering = task
        return await task.value
    }

    private func write(_ process: ProcessFigures?, _ hooks: [HookFigures]) -> String {
        let readings = MetricsText.Readings(
            version: version, lists: registry.count,
            loaded: services.inUse.count,
            unreadable: services.monitor.unreadable.count,
            isReady: services.monitor.health.isReady && authenticator.isReady,
            clockAhead: services.runtime.clock.lead / 1000,
            tokenKeysAge: authenticator.keysAge.map { $0 / 1000 },
            journal: services.journal.figures, hooks: hooks, peers: services.peers?.figures,
            queueBound: queueBound)
        return MetricsText(
            services.monitor.metrics, listener?.counters ?? Counters(), readings, process
        ).text
    }
}
