import Testing

@testable import LoadGenerator

@Suite struct TrackedListTests {
    private static func list(dues: [Int64]) -> TrackedList {
        let list = TrackedList(name: "l", remembered: 8)
        for (index, due) in dues.enumerated() {
            list.learn(index + 1, nil, row: nil, due: due)
        }
        return list
    }

    @Test func latency_countsFromWhenAnEditWasDue_forEachOfAFrame() {
        let list = Self.list(dues: [100_000, 200_000, 300_000])
        var latencies = Latencies()
        // One frame that came late has three edits that waited, one longer than the other.
        list.deliver(1, 3, at: 1_000_000, from: 0, to: &latencies)
        #expect(latencies.count == 3)
        #expect(latencies.milliseconds(at: 1) == 0.7)
        #expect(latencies.milliseconds(at: 50) == 0.8)
        #expect(latencies.milliseconds(at: 100) == 0.9)
    }

    @Test func edits_thatWereDueBeforeTheMeasurement_doNotCount() {
        let list = Self.list(dues: [100_000, 500_000])
        var latencies = Latencies()
        list.deliver(1, 2, at: 900_000, from: 300_000, to: &latencies)
        #expect(latencies.count == 1 && latencies.milliseconds(at: 50) == 0.4)
    }

    @Test func frame_thatIsThereBeforeItsAuthorsAreKnown_countsFromWhenItCame() {
        let list = Self.list(dues: [1_000_000])
        var latencies = Latencies()
        list.deliver(2, 2, at: 400_000, from: 0, to: &latencies)
        list.settle(from: 0, to: &latencies)
        #expect(latencies.count == 0)
        list.learn(2, nil, row: nil, due: 200_000)
        list.settle(from: 0, to: &latencies)
        list.settle(from: 0, to: &latencies)
        #expect(latencies.count == 1 && latencies.milliseconds(at: 50) == 0.2)
    }

    @Test func revisions_ofWhichNothingIsKnown_areNotMeasured() {
        let list = Self.list(dues: [1_000_000])
        list.skip(to: 20)
        var latencies = Latencies()
        list.deliver(1, 20, at: 4_000_000, from: 0, to: &latencies)
        #expect(latencies.count == 0 && list.known == 20)
    }

    @Test func lastWriter_isTheOneOfTheHighestRevision() {
        let list = TrackedList(name: "l", remembered: 0)
        let last = RowWriter(editor: 2, editID: 1)
        list.learn(1, RowWriter(editor: 1, editID: 1), row: 5, due: 0)
        list.learn(2, last, row: 5, due: 0)
        list.learn(3, RowWriter(editor: 1, editID: 2), row: nil, due: 0)
        #expect(list.writers == [5: last])
    }
}
