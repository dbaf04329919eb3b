import Testing

@testable import ListServer

@Suite struct LogLengthTests {
    private func length(sets: Int, bytes: Int, snapshot: Int) -> LogLength {
        var length = LogLength(sets: 0, bytes: 0, snapshotBytes: snapshot)
        length.add(sets: sets, bytes: bytes)
        return length
    }

    @Test(arguments: [
        (9, 500, false), (10, 500, true), (10, 200, true), (10, 199, false), (100, 199, false),
    ])
    func snapshot_isWorthItOnceTheRecordsOutweighItTwice(sets: Int, bytes: Int, isWorth: Bool) {
        let length = length(sets: sets, bytes: bytes, snapshot: 100)
        #expect(length.isWorthSnapshot(every: 10) == isWorth)
    }

    @Test func recordsWithoutSets_countToo() {
        var length = LogLength(sets: 0, bytes: 0, snapshotBytes: 0)
        for _ in 1...10 { length.add(sets: 0, bytes: 1) }
        #expect(length.isWorthSnapshot(every: 10))
    }

    @Test func abandonedSnapshot_isTriedAgainOnceTheLogHasDoubled() {
        var length = length(sets: 10, bytes: 200, snapshot: 100)
        length.beginSnapshot()
        length.add(sets: 1, bytes: 1)
        #expect(!length.isWorthSnapshot(every: 10))
        length.abandonSnapshot()
        #expect(!length.isWorthSnapshot(every: 10) && length.isPostponed)
        length.add(sets: 10, bytes: 1)
        #expect(!length.isWorthSnapshot(every: 10) && length.isPostponed)
        length.add(sets: 1, bytes: 1)
        #expect(length.isWorthSnapshot(every: 10) && !length.isPostponed)
        length.beginSnapshot()
        length.endSnapshot(bytes: 100)
        length.add(sets: 10, bytes: 200)
        #expect(length.isWorthSnapshot(every: 10))
    }

    @Test func storedSnapshot_isWeighedByItsOwnBytes() {
        var length = length(sets: 10, bytes: 100, snapshot: 100)
        length.beginSnapshot()
        length.endSnapshot(bytes: 200)
        length.add(sets: 10, bytes: 399)
        #expect(!length.isWorthSnapshot(every: 10))
    }
}
