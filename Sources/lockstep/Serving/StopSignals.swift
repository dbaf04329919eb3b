import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Handles SIGTERM and SIGINT: the first signal stops the services in order, the second ends the
/// process at once.
actor StopSignals {
    private let signals: UnixSignalsSequence
    private let log: Logger
    private var group: ServiceGroup?
    private var starting: Task<[any Service], any Error>?
    /// Whether a signal has arrived.
    private(set) var isStopping = false

    /// Traps both signals: from now on neither ends the process by itself.
    init(log: Logger) async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        self.log = log
    }

    /// Waits for signals until the task is cancelled.
    func listen() async {
        for await signal in signals {
            guard !isStopping else { _exit(128 + signal.rawValue) }
            isStopping = true
            log.notice("stopping; a second signal ends the process at once")
            starting?.cancel()
            await group?.triggerGracefulShutdown()
        }
    }

    /// Cancels the start at the first signal; now where one has arrived already.
    func cancelOnSignal(_ starting: Task<[any Service], any Error>) {
        self.starting = starting
        if isStopping { starting.cancel() }
    }

    /// Stops the services at the first signal; now where one arrived while they were made.
    func stopOnSignal(_ group: ServiceGroup) async {
        self.group = group
        if isStopping { await group.triggerGracefulShutdown() }
    }
}
