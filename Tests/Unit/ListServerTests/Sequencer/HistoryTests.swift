import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListServer
@testable import ServerTesting

/// What is kept of a list's past, by count and by age.
@Suite struct HistoryTests {
    private let clock = ManualClock(100 * ManualClock.day)

    private func makeBench(_ change: (inout ServerOptions) -> Void) async throws -> Bench {
        var options = ServerOptions()
        change(&options)
        return try await Bench(options: options, clock: clock.clock)
    }

    private func edit(_ bench: Bench, _ id: Int, by author: Author = ana) async {
        let submitter = TestSubmitter()
        await bench.submit(
            [(id, [rename("a", "v\(id)\(author.client.text)")])], to: submitter, by: author)
        _ = await submitter.answer(to: id)
    }

    private func compact(_ bench: Bench) async {
        await bench.sequencer.run { $0.release(unusedSince: -.infinity) }
        await bench.compactionEnds()
    }

    /// Where the history reaches back to: in memory, and after a restart.
    private func starts(_ bench: Bench) async throws -> (Int?, Int) {
        let loader = ListLoader(journal: bench.journal, limits: ProtocolLimits())
        let head = try #require(bench.journal.head(of: "l"))
        let restarted = try await loader.stored(head, mayBeLater: true).get().list.take()
        return (
            await bench.sequencer.run({ $0.inspect(\.history.start) }),
            try #require(restarted?.storedStart)
        )
    }

    private func isSound(_ bench: Bench) async throws -> Bool {
        let head = try #require(bench.journal.head(of: "l"))
        return try await ListVerifier(bench.journal).verify(head).isSound
    }

    @Test func setsOverTheirAge_areGoneInMemoryAndInTheJournal() async throws {
        let bench = try await makeBench { $0.history.days = 30 }
        defer { bench.stop() }
        for id in 1...3 { await edit(bench, id) }
        clock.now += 20 * ManualClock.day
        for id in 4...5 { await edit(bench, id) }
        await compact(bench)
        #expect(try await starts(bench) == (0, 0))
        clock.now += 12 * ManualClock.day
        await compact(bench)
        #expect(try await starts(bench) == (3, 3))
        #expect(bench.journal.records(of: "l").map(\.position.revision) == [4, 5])
        #expect(try await isSound(bench))
        // Nothing is left over that is due.
        #expect(await bench.sequencer.run({ $0.compaction.oldest }) == 120 * ManualClock.day)
    }

    @Test func quietList_losesItsOldSetsOnceItIsUsed() async throws {
        let bench = try await makeBench { $0.history.days = 1 }
        defer { bench.stop() }
        for id in 1...3 { await edit(bench, id) }
        clock.now += 100 * ManualClock.day
        await bench.sequencer.run { $0.release(unusedSince: -.infinity) }
        await bench.compactionEnds()
        #expect(bench.journal.records(of: "l").isEmpty)
        #expect(try await starts(bench) == (3, 3))
        await edit(bench, 4)
        #expect(try await isSound(bench))
    }

    @Test func setsOverTheirNumber_areGoneUpToASnapshot() async throws {
        let bench = try await makeBench {
            $0.history.sets = 4
            $0.history.snapshotEvery = 10
        }
        defer { bench.stop() }
        for id in 1...10 { await edit(bench, id) }
        await bench.compactionEnds()
        #expect(try await starts(bench) == (0, 0))
        // The next snapshot takes that at 10 aside, and is far enough after it.
        for id in 11...60 {
            await edit(bench, id)
            await bench.compactionEnds()
            if try await starts(bench) != (0, 0) { break }
        }
        #expect(try await starts(bench) == (10, 10))
        #expect(try await bench.journal.loadBase(list: "l")?.position.revision == 10)
        #expect(bench.journal.records(of: "l").first?.position.revision == 11)
        #expect(try await isSound(bench))
    }

    /// However the snapshots fall at which sets go.
    @Test(arguments: 4...14)
    func setsUnderTheirNumber_areKept(sets: Int) async throws {
        let bench = try await makeBench {
            $0.history.sets = sets
            $0.history.snapshotEvery = 10
        }
        defer { bench.stop() }
        for id in 1...60 {
            await edit(bench, id)
            await bench.compactionEnds()
            let start = try await starts(bench).1
            #expect(id - start >= min(id, sets), "at revision \(id)")
        }
        #expect(try await starts(bench).1 > 0)
    }

    @Test func clientUnseenForLong_isForgottenByCompactionAndAfterARestart() async throws {
        let bench = try await makeBench {
            $0.limits.rememberDays = 30
            $0.history.snapshotEvery = 3
        }
        defer { bench.stop() }
        await edit(bench, 7)
        for day in 1...32 {
            clock.now += ManualClock.day
            await edit(bench, 7 + day, by: ben)
            await bench.compactionEnds()
            if day == 30 {
                #expect(
                    await bench.sequencer.run({ $0.inspect { $0.clients.highest(of: ana.client) } })
                        == 7)
            }
        }
        await compact(bench)
        #expect(await bench.sequencer.run({ $0.inspect { $0.clients[ana.client] == nil } }) == true)
        #expect(
            await bench.sequencer.run({ $0.inspect { $0.clients.highest(of: ben.client) } }) == 39)
        let loader = ListLoader(journal: bench.journal, limits: ProtocolLimits())
        let head = try #require(bench.journal.head(of: "l"))
        let (restarted, _, _) = try await loader.load(head)
        #expect(restarted.clients[ana.client] == nil)
        #expect(restarted.clients[ben.client]?.highest == 39)
        #expect(try await isSound(bench))
        // Back again, it begins anew, and the store still verifies.
        await edit(bench, 1)
        clock.now += ManualClock.day
        for id in 40...42 { await edit(bench, id, by: ben) }
        await bench.compactionEnds()
        #expect(
            await bench.sequencer.run({ $0.inspect { $0.clients.highest(of: ana.client) } }) == 1)
        #expect(try await isSound(bench))
    }

    /// A list at revision 2, its snapshot too, which is not in memory.
    private func makeListAside() async throws -> Bench {
        let bench = try await makeBench { _ in }
        await edit(bench, 1)
        let submitter = TestSubmitter()
        await bench.submit([(2, [move("c", 0)])], to: submitter)
        _ = await submitter.answer(to: 2)
        let head = try #require(bench.journal.head(of: "l"))
        let snapshot = try #require(await bench.sequencer.run({ $0.inspect(\.snapshot) }))
        try await bench.journal.saveSnapshot(
            StoredSnapshot(position: head.position, body: snapshot.encoded), of: "l", epoch: "e")
        while await bench.sequencer.run({ $0.isLoaded }) {
            await bench.sequencer.run { $0.release(unusedSince: .infinity) }
        }
        return bench
    }

    @Test func placeOfBeforeTheSnapshot_isCarriedInAListThatIsReadAnew() async throws {
        let bench = try await makeListAside()
        defer { bench.stop() }
        let submitter = TestSubmitter()
        let message = EditMessage(
            list: ListID("l"), id: 3, base: 1, epoch: nil,
            edit: .success(Edit(base: 1, actions: [move("b", 0)])))
        let request = EditRequest(message, author: ana, submitter: submitter)
        _ = await bench.sequencer.run { $0.submit(request) }
        #expect(await submitter.answer(to: 3) == .applied(revision: 3, ids: [], clamps: []))
        #expect(await bench.sequencer.run({ $0.inspect(\.order) }) == ["c", "b", "a"])
    }
}
