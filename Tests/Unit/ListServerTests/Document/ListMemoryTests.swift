import ListEditing
import ListServer
import Testing

@testable import ListDocument
@testable import memory_bench

/// What lists take in memory, counted by `malloc` in a process of its own.
@Suite struct ListMemoryTests {
    /// The bound of a row is 300 bytes, and of a short list after many edits 1 MB; a tenth more is for
    /// what the allocator adds.
    @Test func aLoadedRow_takesLittleBesideItsOwnBytes() async {
        await #expect(processExitsWith: .success) {
            let rows = 5_000
            var edited = try HeldList(snapshot: SampleList.created(rows: rows))
            try edited.apply(SampleList.checks(rows: rows))
            for snapshot in [try SampleList.created(rows: rows), edited.snapshot] {
                let before = HeldList.heapBytes
                let list = try HeldList(snapshot: snapshot)
                let payload = (0..<rows).reduce(0) { $0 + SampleList.payloadBytes($1) }
                let bytes = (HeldList.heapBytes - before - payload) / rows
                #expect(bytes <= 330 && list.list.list.rowCount == rows)
            }
        }
    }

    @Test func aShortListAfterManyEdits_takesLittle() async {
        await #expect(processExitsWith: .success) {
            let snapshot = try SampleList.created(rows: 10)
            let before = HeldList.heapBytes
            var list = try HeldList(snapshot: snapshot)
            try list.apply(SampleList.edits(12_000))
            #expect(HeldList.heapBytes - before <= 1_100_000)
        }
    }
}
