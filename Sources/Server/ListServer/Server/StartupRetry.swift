package import Logging

/// Retries at the start: a server that is about to stop may still hold what the new one needs, and what
/// starts together with it may not be ready.
package struct StartupRetry: Sendable {
    private let seconds: Int
    private let clock: any Clock<Duration>
    private let log: Logger

    /// - Parameter seconds: How long to wait; 0 gives up at the first refusal.
    package init(seconds: Int, clock: any Clock<Duration> = ContinuousClock(), log: Logger) {
        self.seconds = seconds
        self.clock = clock
        self.log = log
    }

    /// Tries `take` until it succeeds, fails permanently, or the time is over; logs once that it waits.
    ///
    /// Cancelling the task ends the waiting at once.
    ///
    /// - Parameters:
    ///   - name: What is waited for, as the log names it.
    ///   - pause: How long the next try waits.
    ///   - message: What the log says of the waiting.
    ///   - isTaken: Whether an error means that it may succeed later: mostly, that another process still
    ///     has it.
    /// - Throws: What `take` threw last.
    package func of<Taken, Failure: Error>(
        _ name: String, every pause: Duration = .milliseconds(10),
        saying message: Logger.Message = "waiting for another server to end",
        take: () async throws(Failure) -> Taken,
        whileIn isTaken: (Failure) -> Bool
    ) async throws(Failure) -> Taken {
        try await tries(name, on: clock, every: pause, message, take: take, whileIn: isTaken)
    }

    private func tries<Taken, Failure: Error, Time: Clock<Duration>>(
        _ name: String, on clock: Time, every pause: Duration, _ message: Logger.Message,
        take: () async throws(Failure) -> Taken,
        whileIn isTaken: (Failure) -> Bool
    ) async throws(Failure) -> Taken {
        let deadline = clock.now.advanced(by: .seconds(seconds))
        var isWaiting = false
        while true {
            do throws(Failure) {
                return try await take()
            } catch {
                guard isTaken(error), clock.now < deadline, !Task.isCancelled else {
                    throw error
                }
                if !isWaiting {
                    log.warning(
                        message,
                        metadata: [
                            "for": "\(name)", "seconds": "\(seconds)", "reason": "\(error)",
                        ])
                }
                isWaiting = true
                // Where it is cut short, the task is cancelled, and the next refusal is the last.
                try? await clock.sleep(for: pause)
            }
        }
    }
}
