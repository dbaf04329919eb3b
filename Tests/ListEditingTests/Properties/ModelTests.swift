import EditScripts
import Foundation
import Testing

/// Random edits, applied by the library and by the naive model.
struct ModelTests {
    @Test(arguments: Seeds.range(300))
    func randomEdits_giveWhatTheModelGives(seed: UInt64) throws {
        var run = try ModelRun(RandomEdits(seed: seed, withRules: seed % 3 != 0))
        let difference = run.differs(within: 30)
        #expect(difference == nil, "seed \(seed)")
    }

    @Test(arguments: Seeds.range(60))
    func editsFarBehind_giveWhatTheModelGives(seed: UInt64) throws {
        var run = try ModelRun(
            RandomEdits(seed: seed, withRules: seed % 3 != 0), rows: 60, lag: 40)
        let difference = run.differs(within: 60)
        #expect(difference == nil, "seed \(seed)")
    }
}

/// The seeds of the random tests: the same in each run, unless `FUZZ_SEED` sets the first one.
enum Seeds {
    /// The seeds of `count` tests.
    static func range(_ count: UInt64) -> ClosedRange<UInt64> {
        let first = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
        return first...(first + count - 1)
    }
}
