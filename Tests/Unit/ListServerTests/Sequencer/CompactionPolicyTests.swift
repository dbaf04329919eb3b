import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

@Suite struct CompactionPolicyTests {
    private var options: HistoryOptions {
        var options = HistoryOptions()
        options.snapshotEvery = 10
        options.days = 1
        return options
    }

    private func policy(sets: Int, bytes: Int, snapshot: Int) -> CompactionPolicy {
        var policy = CompactionPolicy(snapshotBytes: snapshot)
        policy.add(sets: sets, bytes: bytes, at: 0)
        return policy
    }

    private func isDue(_ policy: CompactionPolicy, now: Double = 0, wall: Int = 0) -> Bool {
        policy.isDue(options, now: now, wall: wall)
    }

    @Test(arguments: [
        (9, 500, false), (10, 500, true), (10, 200, true), (10, 199, false), (100, 199, false),
    ])
    func snapshot_isDueOnceTheRecordsOutweighItTwice(sets: Int, bytes: Int, isDue: Bool) {
        #expect(self.isDue(policy(sets: sets, bytes: bytes, snapshot: 100)) == isDue)
    }

    @Test func recordsWithoutSets_countToo() {
        var policy = CompactionPolicy()
        for _ in 1...10 { policy.add(sets: 0, bytes: 1, at: 0) }
        #expect(isDue(policy))
    }

    @Test func failedSnapshot_isDueAgainAfterAWhile() {
        var policy = policy(sets: 10, bytes: 200, snapshot: 100)
        policy.begin()
        policy.add(sets: 1, bytes: 1, at: 0)
        #expect(!isDue(policy))
        policy.abandon(now: 5)
        #expect(!isDue(policy, now: 6))
        #expect(isDue(policy, now: 66))
    }

    @Test func storedSnapshot_isWeighedByItsOwnBytes() {
        var policy = policy(sets: 10, bytes: 100, snapshot: 100)
        policy.begin()
        policy.end(bytes: 200, oldest: 0)
        policy.add(sets: 10, bytes: 399, at: 0)
        #expect(!isDue(policy))
        policy.add(sets: 1, bytes: 1, at: 0)
        #expect(isDue(policy))
    }

    @Test func setsADayOverTheirAge_makeItDue() {
        let policy = policy(sets: 1, bytes: 1, snapshot: 100)
        #expect(!isDue(policy, wall: 2 * ManualClock.day))
        #expect(isDue(policy, wall: 2 * ManualClock.day + 1))
    }
}
