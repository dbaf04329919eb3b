import Foundation

/// The seeds of random tests: from 1 up, the same in each run, unless the soak asks for others and more.
package enum TestSeeds {
    /// The first seed: `SOAK_SEED`, or 1.
    private static let first = number("SOAK_SEED")
    /// How many times as many seeds there are: `SOAK_TIMES`, or 1.
    private static let times = number("SOAK_TIMES")

    /// Whether more is tried than in each change's tests.
    package static var isSoak: Bool { times > 1 }

    /// The seeds of `count` tests.
    package static func range<Seed: FixedWidthInteger>(_ count: Seed) -> ClosedRange<Seed> {
        Seed(first)...(Seed(first) + count * Seed(times) - 1)
    }

    private static func number(_ name: String) -> Int {
        max(1, ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? 1)
    }
}
