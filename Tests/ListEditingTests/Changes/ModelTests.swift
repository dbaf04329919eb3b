import EditScripts
import Testing

/// Random edits on the core and on the plain model.
struct ModelTests {
    @Test(arguments: Seeds.range(300))
    func randomEdits_giveWhatThePlainModelGives(seed: UInt64) throws {
        var run = try ModelRun(RandomEdits(seed: seed, withRules: seed % 3 != 0))
        let difference = run.differs(within: 30)
        #expect(difference == nil, "seed \(seed)")
    }

    @Test(arguments: Seeds.range(60))
    func editsFarBehind_giveWhatThePlainModelGives(seed: UInt64) throws {
        var run = try ModelRun(
            RandomEdits(seed: seed, withRules: seed % 3 != 0), rows: 60, lag: 40)
        let difference = run.differs(within: 60)
        #expect(difference == nil, "seed \(seed)")
    }
}
