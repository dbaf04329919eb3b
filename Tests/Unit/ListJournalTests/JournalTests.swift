import Foundation
import Testing

@testable import ListJournal

/// What every engine stores, refuses and reads again.
@Suite struct JournalTests {
    /// Appends records up to a revision, one for each, and gives their positions; that of revision 0 is
    /// first.
    private func fill(
        _ journal: any Journal, _ head: ListHead?, through last: Int,
        body: (Int) -> [UInt8] = { [UInt8($0 % 251)] }
    ) async throws -> [JournalPosition] {
        var positions = [try #require(head).position]
        for revision in 1...last {
            let outcome = await journal.append(
                record(revision, body(revision)), to: "a", expected: positions[revision - 1])
            guard case .committed(let position) = outcome else {
                throw JournalError.failed("\(outcome)")
            }
            positions.append(position)
        }
        return positions
    }

    @Test(arguments: JournalEngine.allCases)
    func everythingStored_isThereAfterReopening(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        let head = try #require(try await journal.create(newList("a.b")))
        #expect(head.position == start)
        #expect(try await journal.heads() == [head])
        #expect(head.rows == 1 && head.done == 1)
        let outcome = await journal.append(record(2, [9, 9]), to: "a.b", expected: head.position)
        let position = JournalPosition(revision: 2, token: 1)
        #expect(outcome == .committed(position))
        await journal.close()

        let again = try await store.open()
        #expect(
            try await again.heads() == [
                ListHead(
                    list: "a.b", epoch: "e1", title: "T2", rows: 3, done: 2, position: position)
            ])
        let records = try await again.read(list: "a.b", after: 0, limit: 10)
        #expect(records.map(\.position) == [position])
        #expect(records.map(\.at) == [12])
        #expect(records.map(\.body) == [[9, 9]])
        #expect(records.map(\.isIntact) == [true])
        let snapshot = try await again.loadSnapshot(list: "a.b")
        #expect(snapshot?.position == start && snapshot?.body == [1, 2])
        await store.close(again)
    }

    @Test(arguments: JournalEngine.allCases)
    func appendBehindAnOldPosition_isAConflictAndStoresNothing(
        engine: JournalEngine
    ) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        let head = try #require(try await journal.create(newList("a")))
        _ = await journal.append(record(1), to: "a", expected: head.position)
        #expect(await journal.append(record(1), to: "a", expected: head.position) == .conflict)
        #expect(try await journal.read(list: "a", after: 0, limit: 10).count == 1)
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func appendOfUnknownOutcome_isSettledForCertain(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        let created = try #require(try await journal.create(newList("a")))
        let (ours, theirs) = (record(1, [7]), record(1, [8]))
        _ = await journal.append(ours, to: "a", expected: created.position)
        let head = try #require(try await journal.heads().first)
        #expect(head.position.revision == 1)
        #expect(
            try await journal.resolve(ours, of: "a", expected: created.position) == .ours(head))
        // Another record of the same revision and number.
        #expect(
            try await journal.resolve(theirs, of: "a", expected: created.position) == .other(head))
        #expect(
            try await journal.resolve(ours, of: "none", expected: created.position) == .gone)
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func eachRecord_namesTheCheckOfTheOneBefore(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        let positions = try await fill(
            journal, try await journal.create(newList("a")), through: 4)
        let records = try await journal.read(list: "a", after: 0, limit: 10)
        #expect(records.map(\.isIntact) == [true, true, true, true])
        #expect(records.map(\.position.check) == positions.dropFirst().map(\.check))
        #expect(records.map(\.previous) == positions.dropLast().map(\.check))
        #expect(Set(positions.map(\.check)).count == 5)
        try await journal.saveSnapshot(
            StoredSnapshot(position: positions[3], body: [3]), of: "a", epoch: "e1")
        let snapshot = try #require(try await journal.loadSnapshot(list: "a"))
        #expect(snapshot.position.check == positions[3].check)
        let after = try await journal.read(list: "a", after: snapshot.position, limit: 10)
        #expect(after.map(\.position) == [positions[4]])
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func recordWithoutSets_raisesTheTokenAlone(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        let positions = try await fill(
            journal, try await journal.create(newList("a")), through: 1)
        let second = JournalPosition(revision: 1, token: 2)
        let outcome = await journal.append(record(1, [8]), to: "a", expected: positions[1])
        #expect(outcome == .committed(second))
        let after = try await journal.read(list: "a", after: positions[1], limit: 10)
        #expect(after.map(\.body) == [[8]])
        #expect(try await journal.read(list: "a", after: 1, limit: 10).isEmpty)
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func takenId_isNotCreatedAgain(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        _ = try await journal.create(newList("a"))
        #expect(try await journal.create(newList("a")) == nil)
        try await journal.delete(list: "a", epoch: "another")
        #expect(try await journal.heads().count == 1)
        try await journal.delete(list: "a", epoch: "e1")
        #expect(try await journal.heads().isEmpty)
        #expect(try await journal.loadSnapshot(list: "a") == nil)
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func lists_areCreatedTogetherOrNotAtAll(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        guard case .created(let heads) = try await journal.create(["a", "b"].map { newList($0) })
        else { throw JournalError.failed("the ids are free") }
        #expect(heads.map(\.list) == ["a", "b"])
        #expect(try await journal.heads().map(\.list) == ["a", "b"])
        // The last one is taken, and those before it were free.
        let outcome = try await journal.create(
            ["c", "d", "b"].map { newList($0, epoch: "e2") })
        #expect(outcome == .taken("b"))
        #expect(try await journal.heads().map(\.list) == ["a", "b"])
        #expect(try await journal.create([]) == .created([]))
        let again = try await journal.create(["c", "d"].map { newList($0, epoch: "e3") })
        guard case .created = again else {
            throw JournalError.failed("the ids of lists that were not created stay free")
        }
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func listWithTheIdOfADeletedOne_hasNothingOfIt(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        let positions = try await fill(
            journal, try await journal.create(newList("a")), through: 3)
        try await journal.saveSnapshot(
            StoredSnapshot(position: positions[2], body: [2]), of: "a", epoch: "e1")
        try await journal.delete(list: "a", epoch: "e1")
        var second = newList("a")
        second.epoch = "e2"
        second.snapshot = [5]
        let head = try #require(try await journal.create(second))
        #expect(head.position == start)
        #expect(try await journal.loadSnapshot(list: "a")?.body == [5])
        #expect(try await journal.read(list: "a", after: 0, limit: 10).isEmpty)
        var next = record(1, [6])
        next.epoch = "e2"
        #expect(
            await journal.append(next, to: "a", expected: head.position)
                == .committed(JournalPosition(revision: 1, token: 1)))
        let read = try await journal.read(list: "a", after: 0, limit: 10)
        #expect(read.map(\.body) == [[6]])
        // Where other servers may make lists anew, what is read says of which one it is.
        let epoch = journal.isShared || engine == .memory ? "e2" : nil
        #expect(read.map(\.epoch) == [epoch])
        #expect(try await journal.loadSnapshot(list: "a")?.epoch == epoch)
        #expect(try await journal.heads().map(\.epoch) == ["e2"])
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func records_areReadByRevisionByPositionAndBackwards(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        let positions = try await fill(
            journal, try await journal.create(newList("a")), through: 40)
        for revision in [0, 1, 17, 39] {
            let after = try await journal.read(list: "a", after: revision, limit: 3)
            #expect(after.map(\.position) == Array(positions[(revision + 1)...].prefix(3)))
            let same = try await journal.read(list: "a", after: positions[revision], limit: 3)
            #expect(same == after)
        }
        let before = try await journal.read(list: "a", before: positions[20], limit: 5)
        #expect(before.map(\.position) == positions[15...19].reversed())
        #expect(try await journal.read(list: "a", before: positions[1], limit: 5).isEmpty)
        let first = try await journal.read(list: "a", before: positions[3], limit: 50)
        #expect(first.map(\.position) == [positions[2], positions[1]])
        #expect(
            try await journal.record(list: "a", at: positions[33])?.position == positions[33])
        #expect(try await journal.read(list: "a", after: 40, limit: 3).isEmpty)
        let kept = try #require(try await journal.keptLog(list: "a"))
        #expect(kept.base == start)
        #expect(kept.first?.position == positions[1])
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func longRecordsAndSnapshots_areReadAsTheyWereWritten(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        func long(_ seed: Int) -> [UInt8] {
            (0..<300).flatMap { [UInt8](repeating: UInt8(($0 + seed) % 256), count: 5_000) }
        }
        var list = newList("a")
        list.snapshot = long(0)
        let positions = try await fill(
            journal, try await journal.create(list), through: 3, body: long)
        #expect(try await journal.loadSnapshot(list: "a")?.body == long(0))
        try await journal.saveSnapshot(
            StoredSnapshot(position: positions[3], body: long(9)), of: "a", epoch: "e1")
        #expect(try await journal.loadSnapshot(list: "a")?.body == long(9))
        var (found, place) = ([StoredRecord](), positions[0])
        while case let more = try await journal.read(list: "a", after: place, limit: 10),
            let last = more.last
        {
            found += more
            place = last.position
        }
        #expect(found.map(\.body) == (1...3).map(long))
        #expect(found.map(\.isIntact) == [true, true, true])
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func trimming_keepsWhatTheOriginDoesNotCover(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        let positions = try await fill(
            journal, try await journal.create(newList("a")), through: 5)
        let third = StoredSnapshot(position: positions[3], body: [3])
        try await journal.saveSnapshot(third, of: "a", epoch: "e1")
        try await journal.saveSnapshot(
            StoredSnapshot(position: positions[0], body: [0]), of: "a", epoch: "e1")
        #expect(try await journal.loadSnapshot(list: "a")?.body == [3])
        #expect(try await journal.trim(list: "a", through: 4) == 0)
        #expect(try await journal.read(list: "a", after: 0, limit: 10).count == 5)
        try await journal.saveBase(third, of: "a", epoch: "another")
        #expect(try await journal.trim(list: "a", through: 4) == 0)
        try await journal.saveBase(third, of: "a", epoch: "e1")
        #expect(try await journal.trim(list: "a", through: 4) == 3)
        let left = try await journal.read(list: "a", after: 0, limit: 10)
        #expect(left.map(\.position.revision) == [4, 5])
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func trimming_movesTheOriginToTheSnapshotKeptAside(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        var position = try #require(try await journal.create(newList("a"))).position
        for revision in 1...9 {
            let outcome = await journal.append(record(revision), to: "a", expected: position)
            guard case .committed(let next) = outcome else {
                throw JournalError.failed("\(outcome)")
            }
            position = next
            guard revision.isMultiple(of: 2) else { continue }
            try await journal.saveSnapshot(
                StoredSnapshot(position: position, body: [UInt8(revision)]), of: "a", epoch: "e1")
        }
        // Revision 2 is the nextBase; 4 and 6 were replaced in the meantime.
        #expect(try await journal.trim(list: "a", through: 1) == 0)
        #expect(try await journal.loadBase(list: "a")?.position.revision == 0)
        #expect(try await journal.trim(list: "a", through: 7) == 2)
        #expect(try await journal.loadBase(list: "a")?.body == [2])
        #expect(try await journal.read(list: "a", after: 0, limit: 10).count == 7)
        try await journal.saveSnapshot(
            StoredSnapshot(position: position, body: [9]), of: "a", epoch: "e1")
        #expect(try await journal.trim(list: "a", through: 8) == 8)
        #expect(try await journal.loadBase(list: "a")?.body == [8])
        #expect(try await journal.read(list: "a", after: 0, limit: 10).map(\.body).count == 1)
        // The last record stays where the next one is appended after it.
        #expect(
            await journal.append(record(10), to: "a", expected: position)
                == .committed(JournalPosition(revision: 10, token: 10)))
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func appendsThatWaitTogether_areAllStored(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        var heads: [ListHead] = []
        for number in 0..<50 {
            heads.append(try #require(try await journal.create(newList("list\(number)"))))
        }
        await withTaskGroup(of: AppendOutcome.self) { group in
            for head in heads {
                group.addTask {
                    await journal.append(record(1), to: head.list, expected: head.position)
                }
            }
            for await outcome in group {
                #expect(outcome == .committed(JournalPosition(revision: 1, token: 1)))
            }
        }
        #expect(Set(try await journal.heads().map(\.position.revision)) == [1])
        await store.close(journal)
    }

    @Test(arguments: [JournalEngine.sqlite, .jetStream])
    func newestTime_isThatOfTheLastRecordOfAnyList(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        #expect(try await journal.newestTime() == nil)
        let now = Int(Date().timeIntervalSince1970 * 1000)
        _ = try await journal.create(newList("a"))
        var late = newList("b")
        late.at = now
        _ = try await journal.create(late)
        let newest = try #require(try await journal.newestTime())
        // A stream's is that of its node.
        #expect(abs(newest - now) < 3_600_000)
        await store.close(journal)
    }
}
