import Logging
import WebSocketTransport

/// Tells the log what is refused: a line for each class every ten seconds at most, with how many
/// there were, so that a flood of refusals is no flood of lines.
actor RefusalLog {
    private static let seconds = 10.0

    private let listener: Listener
    private let services: Services
    private var tally = RefusalTally()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe services.loop.asUnownedSerialExecutor()
    }

    init(listener: Listener, services: Services) {
        self.listener = listener
        self.services = services
    }

    func start() {
        schedule()
    }

    /// Tells what there is to tell.
    func tell() {
        let counts = RefusalTally.counts(services.metrics, listener.counters)
        for (kind, count) in tally.news(in: counts) {
            // Connections are turned away where a bound is reached, or where someone knocks who may not.
            services.log.log(
                level: kind.subject == .connections ? .notice : .info,
                "\(kind.subject.rawValue) refused",
                metadata: ["reason": "\(kind.reason)", "count": "\(count)"])
        }
    }

    private func schedule() {
        _ = services.loop.schedule(after: Self.seconds) {
            self.assumeIsolated { log in
                log.tell()
                log.schedule()
            }
        }
    }
}
