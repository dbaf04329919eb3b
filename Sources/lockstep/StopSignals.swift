import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// SIGTERM and SIGINT: the first stops the services in order, a second ends the process at once.
struct StopSignals {
    private let signals: UnixSignalsSequence

    /// From here on neither signal ends the process by itself.
    init() async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    }

    /// Waits for signals; returns when cancelled.
    func obey(stopping group: ServiceGroup, log: Logger) async {
        var isStopping = false
        for await signal in signals {
            guard !isStopping else { _exit(128 + signal.rawValue) }
            isStopping = true
            log.notice("stopping; a second signal ends it at once")
            await group.triggerGracefulShutdown()
        }
    }
}
