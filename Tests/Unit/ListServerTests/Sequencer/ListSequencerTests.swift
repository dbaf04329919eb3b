import ListEditing
import ListJournal
import ListProtocol
import Logging
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListDocument
@testable import ListHosting
@testable import ListSequencing
@testable import ListServer
@testable import ServerTesting

@Suite struct ListSequencerTests {
    @Test func largeEditsThatWaitTogether_areRecordsOfBoundedSize_inOrder() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let submitter = TestSubmitter()
        let long = String(repeating: "v", count: 16_000)
        await bench.submit(
            (1...60).map { ($0, [rename("a", "\($0)" + long), rename("b", "x")]) }, to: submitter)
        for id in 1...60 {
            let answer = await submitter.answer(to: id)
            #expect(answer == .applied(revision: id, ids: [], clamps: []))
        }
        // 9 sets of a little more than 16,000 bytes, and their inverses, fill a batch.
        #expect(
            bench.journal.records(of: "l").map(\.position.revision) == [9, 18, 27, 36, 45, 54, 60])
    }

    @Test func editsThatWaitTogether_areOneRecord() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let submitter = TestSubmitter()
        await bench.submit((1...20).map { ($0, [rename("a", "v\($0)")]) }, to: submitter)
        for id in 1...20 {
            #expect(
                await submitter.answer(to: id) == .applied(revision: id, ids: [], clamps: []))
        }
        #expect(bench.journal.records(of: "l").count == 1)
    }

    @Test func rejectedEdit_isStoredAsAnswered() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let submitter = TestSubmitter()
        await bench.submit([(7, [move("none", 0)])], to: submitter)
        guard case .rejected = await submitter.answer(to: 7) else {
            Issue.record("an unknown row was moved")
            return
        }
        let loader = ListLoader(journal: bench.journal, limits: ProtocolLimits())
        let heads = try await bench.journal.heads()
        let (list, _, _) = try await loader.load(try #require(heads.first))
        #expect(list.clients[ana.client]?.highest == 7)
        #expect(list.list.revision == 0)
    }

    @Test(arguments: [false, true])
    func appendOfUnknownOutcome_isDecidedByTheJournal(isStored: Bool) async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let submitter = TestSubmitter()
        bench.journal.set(isStored ? .storingSilently : .losing)
        await bench.submit([(1, [move("a", 2)])], to: submitter)
        let later = TestSubmitter()
        while await bench.sequencer.run({ $0.stage }) == .serving { await Task.yield() }
        await bench.submit([(1, [move("b", 2)])], to: later, by: ben)
        #expect(await later.answer(to: 1) == .rejected(EditBacklog.unavailable))
        bench.journal.set(.working)
        let answer = await submitter.answer(to: 1)
        let expected: EditOutcome =
            isStored
            ? .applied(revision: 1, ids: [], clamps: []) : .rejected(EditBacklog.unavailable)
        #expect(answer == expected)
        while await bench.sequencer.run({ $0.inspect(\.order) }) == nil { await Task.yield() }
        let order = isStored ? ["b", "c", "a"] : ["a", "b", "c"]
        #expect(await bench.sequencer.run({ $0.storedOrder }) == order)
        #expect(!bench.services.monitor.health.isReady)
        bench.services.monitor.health.enter(.running)
        #expect(bench.services.monitor.health.isReady)
    }

    /// A copy of an edit may be under way when the list is deleted, or cannot be read any more.
    @Test(arguments: [Unavailability.deleted, .unavailable])
    func editWhoseSetWasSent_isAnsweredByIt_whenTheListIsClosed(unavailability: Unavailability)
        async throws
    {
        let bench = try await Bench()
        defer { bench.stop() }
        let submitter = TestSubmitter()
        await bench.sequencer.run { $0.add(TestLink(7)) }
        await bench.submit([(1, [rename("a", "v")])], to: submitter)
        _ = await submitter.answer(to: 1)
        #expect(await bench.sequencer.run { $0.close(unavailability, isAnswered: 7) })
    }

    @Test func deletedList_takesNoEdits() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        #expect(await bench.sequencer.run { await $1.delete() } == .done)
        #expect(await !bench.sequencer.run { $0.submit(edit(1, [move("a", 2)])) })
    }

    @Test func compaction_keepsTheListAndItsKeptHistory() async throws {
        var options = ServerOptions()
        options.history.snapshotEvery = 10
        options.history.sets = 4
        options.history.inMemory = 2
        let bench = try await Bench(options: options)
        defer { bench.stop() }
        let submitter = TestSubmitter()
        for id in 1...60 {
            await bench.submit([(id, [rename("a", "v\(id)")])], to: submitter)
            _ = await submitter.answer(to: id)
            await bench.compactionEnds()
        }
        let snapshot = try await bench.journal.loadSnapshot(list: "l")
        #expect((snapshot?.position.revision ?? 0) >= 10)
        let kept = bench.journal.records(of: "l").map(\.position.revision)
        #expect(kept.first.map { $0 > 5 } == true)
        let loader = ListLoader(journal: bench.journal, limits: ProtocolLimits())
        let heads = try await bench.journal.heads()
        let (list, _, _) = try await loader.load(try #require(heads.first))
        let live = await bench.sequencer.run({ $0.inspect { $0.list.state() } })
        #expect(list.list.state() == live)
    }
}

extension ListSequencer {
    fileprivate var storedOrder: [String] { inspect(\.order) ?? [] }

    fileprivate func add(_ link: TestLink) {
        subscribers.add(link, client: ana.client, sentFrom: 0)
    }

    /// Closes the list for all; whether the first set answers a copy of its edit to a session afterwards.
    fileprivate func close(_ unavailability: Unavailability, isAnswered connection: UInt64) -> Bool
    {
        perform(SequencerEffect.broadcast(.close(unavailability)))
        return subscribers.isAnswered(
            .duplicate(revision: 1, applied: true), id: 1, of: connection, isRepeated: false)
    }
}

extension Bench {
    /// Waits until no compaction is under way.
    func compactionEnds() async {
        while await sequencer.run({ $0.compaction.isUnderWay }) { await Task.yield() }
    }
}
