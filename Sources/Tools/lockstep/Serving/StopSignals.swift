import Foundation
import Logging
import UnixSignals

/// Handles SIGTERM and SIGINT: the first signal stops the server, the second ends the process at once.
actor StopSignals {
    private let signals: UnixSignalsSequence
    private let log: Logger
    private var starting: Task<ServerServices, any Error>?
    private var waiting: CheckedContinuation<Void, Never>?
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
            waiting?.resume()
        }
    }

    /// Cancels the start at the first signal; now where one has arrived already.
    func cancelOnSignal(_ starting: Task<ServerServices, any Error>) {
        self.starting = starting
        if isStopping { starting.cancel() }
    }

    /// Returns at the first signal; at once where one has arrived already.
    func first() async {
        guard !isStopping else { return }
        await withCheckedContinuation { waiting = $0 }
    }
}
