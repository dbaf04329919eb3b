import Foundation

/// The time of day as it goes into change sets: handed in, so that tests can set it.
package struct WallClock: Sendable {
    /// Unix milliseconds, as the machine's clock says.
    package let now: @Sendable () -> Int
    /// Unix milliseconds by which things are forgotten: setting the machine's clock forward while the
    /// server runs does not move it.
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

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
