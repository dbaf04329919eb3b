import Foundation
import GRDB
import Testing

@testable import ListJournal

/// What a journal stores, refuses and reads again.
@Suite struct SQLiteJournalTests {
    @Test func newStore_andItsBackup_areForTheirOwnerAlone() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        let copy = store.folder.appendingPathComponent("copy.sqlite").path
        let reader = try StoreReader(path: store.path)
        try reader.backup(to: copy)
        for path in [store.path, store.path + "-wal", store.path + "-shm", copy] {
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            let mode = try #require(facts[.posixPermissions] as? Int)
            #expect(mode & 0o077 == 0, "\(path) has the mode \(String(mode, radix: 8))")
        }
        await journal.close()
    }

    @Test func everythingStored_isThereAfterReopening() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        let head = try await journal.create(newList("a"))
        #expect(head?.position == start)
        let outcome = await journal.append(record(2, [9, 9]), to: "a", expected: start)
        let position = JournalPosition(revision: 2, token: 1)
        #expect(outcome == .committed(position))
        await journal.close()

        let again = try SQLiteJournal(path: store.path)
        #expect(
            try await again.heads() == [
                ListHead(list: "a", epoch: "e1", title: "T2", rows: 3, position: position)
            ])
        let records = try await again.read(list: "a", after: 0, limit: 10)
        #expect(records == [StoredRecord(position: position, at: 12, body: [9, 9])])
        #expect(
            try await again.loadSnapshot(list: "a")
                == StoredSnapshot(position: start, body: [1, 2]))
    }

    @Test func appendBehindAnOldPosition_isAConflictAndStoresNothing() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        _ = await journal.append(record(1), to: "a", expected: start)
        #expect(await journal.append(record(1), to: "a", expected: start) == .conflict)
        #expect(await journal.append(record(1), to: "none", expected: start) == .conflict)
        #expect(try await journal.read(list: "a", after: 0, limit: 10).count == 1)
    }

    @Test func appendOfUnknownOutcome_isSettledForCertain() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        let ours = record(1, [7])
        let created = try #require(try await journal.heads().first)
        #expect(try await journal.settle(ours, of: "a", expected: start) == .other(created))
        _ = await journal.append(ours, to: "a", expected: start)
        let head = try #require(try await journal.heads().first)
        #expect(try await journal.settle(ours, of: "a", expected: start) == .ours(head))
        // Another record of the same revision and number.
        #expect(
            try await journal.settle(record(1, [8]), of: "a", expected: start) == .other(head))
        #expect(try await journal.settle(ours, of: "none", expected: start) == .gone)
    }

    @Test func eachRecord_namesTheCheckOfTheOneBefore() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        var position = start
        for revision in 1...3 {
            let next = record(revision).position(behind: position)
            #expect(
                await journal.append(record(revision), to: "a", expected: position)
                    == .committed(next))
            position = next
        }
        let records = try await journal.read(list: "a", after: 0, limit: 10)
        #expect(records.map(\.isIntact) == [true, true, true])
        #expect(records.map(\.previous) == [nil] + records.dropLast().map(\.position.check))
        try await journal.saveSnapshot(
            StoredSnapshot(position: position, body: [3]), of: "a", epoch: "e1")
        #expect(try await journal.loadSnapshot(list: "a")?.position.check == position.check)
    }

    @Test func recordWithoutSets_raisesTheTokenAlone() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        _ = await journal.append(record(1), to: "a", expected: start)
        let first = JournalPosition(revision: 1, token: 1)
        let second = JournalPosition(revision: 1, token: 2)
        let outcome = await journal.append(record(1, [8]), to: "a", expected: first)
        #expect(outcome == .committed(second))
        let behind = try await journal.read(list: "a", after: first, limit: 10)
        #expect(behind.map(\.body) == [[8]])
        #expect(try await journal.read(list: "a", after: 1, limit: 10).isEmpty)
    }

    @Test func takenId_isNotCreatedAgain() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        #expect(try await journal.create(newList("a")) == nil)
        try await journal.delete(list: "a", epoch: "another")
        #expect(try await journal.heads().count == 1)
        try await journal.delete(list: "a", epoch: "e1")
        #expect(try await journal.heads().isEmpty)
        #expect(try await journal.loadSnapshot(list: "a") == nil)
        #expect(try await journal.create(newList("a")) != nil)
    }

    @Test func trimming_keepsWhatTheOriginDoesNotCover() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        var position = start
        for revision in 1...5 {
            _ = await journal.append(record(revision), to: "a", expected: position)
            position = JournalPosition(revision: revision, token: Int64(revision))
        }
        let third = JournalPosition(revision: 3, token: 3)
        try await journal.saveSnapshot(
            StoredSnapshot(position: third, body: [3]), of: "a", epoch: "e1")
        try await journal.saveSnapshot(
            StoredSnapshot(position: start, body: [0]), of: "a", epoch: "e1")
        #expect(try await journal.loadSnapshot(list: "a")?.body == [3])
        #expect(try await journal.trim(list: "a", through: 4) == 0)
        #expect(try await journal.read(list: "a", after: 0, limit: 10).count == 5)
        try await journal.saveOrigin(
            StoredSnapshot(position: third, body: [3]), of: "a", epoch: "e1")
        #expect(try await journal.trim(list: "a", through: 4) == 3)
        let left = try await journal.read(list: "a", after: 0, limit: 10)
        #expect(left.map(\.position.revision) == [4, 5])
    }

    @Test func trimming_movesTheOriginToTheSnapshotKeptAside() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        var position = start
        for revision in 1...9 {
            _ = await journal.append(record(revision), to: "a", expected: position)
            position = JournalPosition(revision: revision, token: Int64(revision))
            guard revision.isMultiple(of: 2) else { continue }
            try await journal.saveSnapshot(
                StoredSnapshot(position: position, body: [UInt8(revision)]), of: "a", epoch: "e1")
        }
        // Revision 2 is the spare; 4 and 6 were replaced in the meantime.
        #expect(try await journal.trim(list: "a", through: 1) == 0)
        #expect(try await journal.loadOrigin(list: "a")?.position.revision == 0)
        #expect(try await journal.trim(list: "a", through: 7) == 2)
        #expect(try await journal.loadOrigin(list: "a")?.body == [2])
        #expect(try await journal.read(list: "a", after: 0, limit: 10).count == 7)
        try await journal.saveSnapshot(
            StoredSnapshot(position: position, body: [9]), of: "a", epoch: "e1")
        #expect(try await journal.trim(list: "a", through: 8) == 8)
        #expect(try await journal.loadOrigin(list: "a")?.body == [8])
        #expect(try await journal.read(list: "a", after: 0, limit: 10).map(\.body).count == 1)
    }

    @Test func appendsThatWaitTogether_areAllStored() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        let names = (0..<50).map { "list\($0)" }
        for name in names { _ = try await journal.create(newList(name)) }
        await withTaskGroup(of: AppendOutcome.self) { group in
            for name in names {
                group.addTask { await journal.append(record(1), to: name, expected: start) }
            }
            for await outcome in group {
                let position = JournalPosition(revision: 1, token: 1)
                #expect(outcome == .committed(position))
            }
        }
        #expect(try await journal.heads().allSatisfy { $0.position.revision == 1 })
    }

    @Test func commits_areSynced() async throws {
        let store = try TemporaryStore()
        let pool = try SQLiteStore.open(path: store.path)
        let level = try await pool.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        #expect(level == 2)
    }

    @Test func storeOfAnotherServer_isRefused() throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        #expect(throws: JournalError.locked(path: store.path)) {
            try SQLiteJournal(path: store.path)
        }
        withExtendedLifetime(journal) {}
    }

    @Test func storeOfANewerVersion_isRefused() async throws {
        let store = try TemporaryStore()
        let pool = try SQLiteStore.open(path: store.path)
        try await pool.write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('v999')")
        }
        try pool.close()
        #expect(throws: JournalError.tooNew(path: store.path)) {
            try SQLiteJournal(path: store.path)
        }
    }

    @Test func damagedStore_isRefusedAndLeftUntouched() throws {
        let store = try TemporaryStore()
        let garbage = Data("this is no database, whatever its name says".utf8)
        try garbage.write(to: URL(fileURLWithPath: store.path))
        #expect {
            try SQLiteJournal(path: store.path)
        } throws: { error in
            if case JournalError.corrupt = error { true } else { false }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == garbage)
    }
}
