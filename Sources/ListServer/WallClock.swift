import Foundation

/// The time of day as it goes into change sets: handed in, so that tests can set it.
package struct WallClock: Sendable {
    /// Unix milliseconds.
    package let now: @Sendable () -> Int

    package init(now: @escaping @Sendable () -> Int) {
        self.now = now
    }

    package static let system = WallClock { Int(Date().timeIntervalSince1970 * 1000) }
}
