import Foundation
import ListDocument

/// The time of day as it goes into change sets: handed in, so that tests can set it.
package struct WallClock: Sendable {
    /// Unix milliseconds by the machine's clock.
    package let now: @Sendable () -> Int
    /// Unix milliseconds by which things are forgotten: setting the machine's clock forward while the
    /// server runs does not move it, nor does one that is far ahead when the server starts
    /// (``starting(after:)``).
    package let steady: @Sendable () -> Int

    package init(now: @escaping @Sendable () -> Int) {
        self.init(now: now, steady: now)
    }

    init(now: @escaping @Sendable () -> Int, steady: @escaping @Sendable () -> Int) {
        self.now = now
        self.steady = steady
    }

    package static let system: WallClock = {
        let now: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1000) }
        // Goes on while the machine sleeps, and cannot be set.
        let began = (wall: now(), moment: ContinuousClock.now)
        return WallClock(
            now: now,
            steady: { min(now(), began.wall + milliseconds(began.moment.duration(to: .now))) })
    }()

    /// Milliseconds that may lie between the newest stored time and the start of a server.
    private static let longestPause = 7 * HistoryOptions.dayMilliseconds

    /// The clock of a server that starts: by it, at most a week has passed since something was stored.
    ///
    /// A clock that is a month ahead looks like a month in which no server ran: what was stored a moment ago
    /// would be old, and forgotten.
    ///
    /// - Parameter newest: When the newest record was stored (Unix milliseconds); nil: there is none.
    package func starting(after newest: Int?) -> WallClock {
        guard let newest else { return self }
        let (now, steady, began) = (now, steady, self.steady())
        let start = min(began, newest + Self.longestPause)
        return WallClock(now: now, steady: { min(now(), start + max(0, steady() - began)) })
    }

    /// Milliseconds by which the clock is ahead of the time by which things are forgotten.
    package var lead: Int { now() - steady() }

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
