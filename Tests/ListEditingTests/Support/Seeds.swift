import Foundation

/// The seeds of the random tests: always the same, unless `FUZZ_SEED` names another first one.
enum Seeds {
    /// - Parameter count: How many tests there are.
    static func range(_ count: UInt64) -> ClosedRange<UInt64> {
        let first = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
        return first...(first + count - 1)
    }
}
