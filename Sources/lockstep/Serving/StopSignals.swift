import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// SIGTERM and SIGINT: the first stops the services in order, a second ends the process at once.
actor StopSignals {
    private let signals: UnixSignalsSequence
    private let log: Logger
    private var group: ServiceGroup?
    private var starting: Task<[any Service], any Error>?
    /// Whether a signal has come.
    private(set) var isStopping = false

    /// From here on neither signal ends the process by itself.
    init(log: Logger) async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        self.log = log
    }

    /// Waits for signals; returns when cancelled.
    func obey() async {
        for await signal in signals {
            guard !isStopping else { _exit(128 + signal.rawValue) }
            isStopping = true
            log.notice("stopping; a second signal ends it at once")
            starting?.cancel()
            await group?.triggerGracefulShutdown()
        }
    }

    /// The start, which a signal cuts short; at once where one came before.
    func cancel(_ starting: Task<[any Service], any Error>) {
        self.starting = starting
        if isStopping { starting.cancel() }
    }

    /// What a signal stops; at once where one came while the services were being made.
    func stop(_ group: ServiceGroup) async {
        self.group = group
        if isStopping { await group.triggerGracefulShutdown() }
    }
}
