import EditScripts
import TestSeeds
import Testing

/// Random edits, applied by the library and by the naive model.
struct ModelTests {
    @Test(arguments: TestSeeds.range(25))
    func randomEdits_giveWhatTheModelGives(seed: UInt64) throws {
        var run = try ModelRun(RandomEdits(seed: seed, withRules: seed % 3 != 0))
        let difference = run.differs(within: 30)
        #expect(difference == nil, "seed \(seed)")
    }

    @Test(arguments: TestSeeds.range(6))
    func editsFarBehind_giveWhatTheModelGives(seed: UInt64) throws {
        var run = try ModelRun(
            RandomEdits(seed: seed, withRules: seed % 3 != 0), rows: 60, lag: 40)
        let difference = run.differs(within: 60)
        #expect(difference == nil, "seed \(seed)")
    }
}
