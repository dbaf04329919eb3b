import EditScripts
import ListEditing
import ListJournal
import ListProtocol
import TestSeeds
import Testing

@testable import ListDocument
@testable import ListServer
@testable import ServerTesting

/// A batch that was taken back leaves the list and what it remembers of clients as they were.
@Suite struct RollbackTests {
    private struct Run {
        var edits: RandomEdits
        var list: LoadedList
        var lastID = 0

        init(seed: UInt64) throws {
            edits = RandomEdits(seed: seed, withRules: false)
            let state = try edits.list(sections: 2, rows: 8).state()
            // Small, so that old steps and old answers are forgotten.
            var limits = ProtocolLimits()
            limits.undo = 3
            limits.inFlight = 4
            limits.undoBytes = 4_000
            if seed % 3 == 0 { limits.listBytes = 12_000 }
            list = LoadedList(
                id: ListID("l"), epoch: "e", limits: limits,
                snapshot: ListSnapshot(state: state, at: 0))
        }

        /// Edits, undos and redos of some clients; some come again, and some give a new name.
        mutating func requests(_ count: Int) -> [EditRequest] {
            (0..<count).map { _ in
                let author = Author(
                    client: ClientID("c\(edits.random.below(5))"),
                    name: edits.random.chance(60) ? nil : "name \(edits.random.below(3))")
                if lastID == 0 || edits.random.chance(85) { lastID += 1 }
                if edits.random.chance(30) {
                    return undo(lastID, by: author, redo: edits.random.chance(40))
                }
                let base = list.list.revision - edits.random.below(min(4, list.list.revision + 1))
                let actions = edits.edit(list.list.state(), base: base).actions
                return edit(lastID, actions, by: author, base: base)
            }
        }
    }

    @Test(arguments: TestSeeds.range(10 as UInt64))
    func whatComesBehindIt_isAnsweredAsIfItHadNeverBeen(seed: UInt64) throws {
        var run = try Run(seed: seed)
        var applied = 0
        // Time that does not count passes between them.
        let month = 30 * ManualClock.day
        for round in 1...12 {
            applied +=
                run.list.apply(run.requests(run.edits.random.below(8)), now: round * month).sets
                .count
            run.list.endBatch()
            let before = run.list
            _ = run.list.apply(
                run.requests(1 + run.edits.random.below(8)), now: round * month + 2 * month)
            run.list.rollBack()
            #expect(run.list.snapshot.encoded == before.snapshot.encoded, "seed \(seed)")
            #expect(run.list.clients.names == before.clients.names, "seed \(seed)")
            #expect(run.list.byteCount == before.byteCount, "seed \(seed)")
            #expect(run.list.historyByteCount == before.historyByteCount, "seed \(seed)")
            var other = before
            let requests = run.requests(6)
            let expected = other.apply(requests, now: round * month + month / 2)
            let batch = run.list.apply(requests, now: round * month + month / 2)
            #expect(batch.answers.map(\.outcome) == expected.answers.map(\.outcome))
            #expect(batch.sets == expected.sets && batch.record.encoded == expected.record.encoded)
        }
        #expect(applied > 3)
    }

    @Test func aFullListsForgottenSteps_comeBack() throws {
        var limits = ProtocolLimits()
        limits.listBytes = 6_000
        var list = try makeList(["a"], limits: limits)
        var id = 0
        func rename() -> EditRequest {
            id += 1
            return edit(id, [ServerTesting.rename("a", String(repeating: "x\(id)", count: 60))])
        }
        var forgot = false
        for round in 1...40 {
            let before = list
            let request = rename()
            _ = list.apply([request], now: round)
            forgot = forgot || list.clients.stepBytes < before.clients.stepBytes
            list.rollBack()
            #expect(list.snapshot.encoded == before.snapshot.encoded)
            #expect(list.byteCount == before.byteCount)
            _ = list.apply([request], now: round)
            list.endBatch()
        }
        #expect(forgot)
    }
}
