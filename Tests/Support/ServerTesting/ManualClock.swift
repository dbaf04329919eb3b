import Foundation

@testable import ListHosting

/// A time of day that stands still until it is set.
final class ManualClock: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var moment: Int

    init(_ moment: Int = 0) {
        unsafe self.moment = moment
    }

    /// Unix milliseconds.
    var now: Int {
        get { lock.withLock { unsafe moment } }
        set { lock.withLock { unsafe moment = newValue } }
    }

    var clock: WallClock { WallClock { self.now } }

    static let day = 86_400_000
}
