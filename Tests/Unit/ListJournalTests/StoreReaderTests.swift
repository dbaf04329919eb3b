import Foundation
import GRDB
import Testing

@testable import ListJournal

@Suite struct StoreReaderTests {
    /// The names and bytes of all files in the store's folder.
    private func files(_ store: TemporaryStore) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        let pairs = try names.map {
            ($0, try Data(contentsOf: store.folder.appendingPathComponent($0)))
        }
        return Dictionary(pairs) { _, last in last }
    }

    private func made(_ store: TemporaryStore) async throws -> SQLiteJournal {
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        _ = await journal.append(record(1), to: "a", expected: start)
        return journal
    }

    @Test func storeAtRest_isReadAndLeftUntouched() async throws {
        let store = try TemporaryStore()
        try await made(store).close()
        let before = try files(store)
        #expect(before["lists.sqlite-wal"]?.isEmpty ?? true)
        let reader = try StoreReader(path: store.path)
        #expect(try await reader.heads().map(\.list) == ["a"])
        #expect(try await reader.read(list: "a", after: 0, limit: 9).map(\.body) == [[7]])
        #expect(try reader.structureProblems().isEmpty)
        try reader.close()
        #expect(try files(store) == before)
    }

    @Test func storeInUse_isReadAsItStoodWhenOpened() async throws {
        let store = try TemporaryStore()
        let journal = try await made(store)
        let reader = try StoreReader(path: store.path)
        let first = JournalPosition(revision: 1, token: 1)
        _ = await journal.append(record(2), to: "a", expected: first)
        _ = try await journal.create(newList("b"))
        #expect(try await reader.heads().map(\.position) == [first])
        #expect(try await reader.read(list: "a", after: 0, limit: 9).count == 1)
        try reader.close()
        #expect(try await journal.heads().count == 2)
        await journal.close()
    }

    @Test func storeThatAServerTakesUpMeanwhile_isSaidToHaveChanged() async throws {
        let store = try TemporaryStore()
        try await made(store).close()
        let reader = try StoreReader(path: store.path)
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("b"))
        #expect(throws: JournalError.changed(path: store.path)) { try reader.close() }
        await journal.close()
    }

    @Test func fileThatIsMissing_isSaidSoAndNotMade() throws {
        let store = try TemporaryStore()
        #expect(throws: JournalError.missing(path: store.path)) {
            try StoreReader(path: store.path)
        }
        #expect(try files(store).isEmpty)
    }

    @Test func backupOfAStoreInUse_isWholeAndMarked() async throws {
        let store = try TemporaryStore()
        let journal = try await made(store)
        let reader = try StoreReader(path: store.path)
        let first = JournalPosition(revision: 1, token: 1)
        _ = await journal.append(record(2), to: "a", expected: first)
        let target = store.folder.appendingPathComponent("backup.sqlite").path
        try reader.backup(to: target)
        try reader.close()
        await journal.close()
        let side = try files(store).keys.filter { $0.hasPrefix("backup") }
        #expect(side == ["backup.sqlite"])

        let restored = try SQLiteJournal(path: target)
        #expect(restored.wasRestored)
        let heads = try await restored.heads()
        #expect(heads.map(\.position) == [first])
        #expect(heads.allSatisfy { $0.epoch != "e1" })
        #expect(try await restored.read(list: "a", after: 0, limit: 9).map(\.body) == [[7]])
        await restored.close()

        let again = try SQLiteJournal(path: target)
        #expect(!again.wasRestored)
        #expect(try await again.heads() == heads)
        await again.close()
    }

    @Test func alteredBytes_areFoundByTheirChecksum() async throws {
        let store = try TemporaryStore()
        try await made(store).close()
        let queue = try DatabaseQueue(path: store.path)
        try await queue.write { db in
            try db.execute(
                sql: "UPDATE records SET body = x'08'; UPDATE snapshots SET body = x'09'")
        }
        try queue.close()
        let reader = try StoreReader(path: store.path)
        #expect(try await reader.read(list: "a", after: 0, limit: 9).map(\.isIntact) == [false])
        #expect(try await reader.loadSnapshot(list: "a")?.isIntact == false)
        #expect(try await reader.loadBase(list: "a")?.isIntact == false)
    }

    @Test func checksumsOfSchema2_areRightToo() async throws {
        let store = try TemporaryStore()
        try await made(store).close()
        let queue = try DatabaseQueue(path: store.path)
        let place = JournalPosition(revision: 1, token: 1)
        let known = ByteChecksum.of(place, at: record(1).at, record(1).body)
        #expect(known != Checksum.of(place, at: record(1).at, record(1).body))
        try await queue.write { db in
            try db.execute(sql: "UPDATE records SET checksum = ?", arguments: [known])
        }
        try queue.close()
        let reader = try StoreReader(path: store.path)
        #expect(try await reader.read(list: "a", after: 0, limit: 9).map(\.isIntact) == [true])
    }

    @Test func origin_isTheFirstSnapshotAndMovesForwardOnly() async throws {
        let store = try TemporaryStore()
        let journal = try await made(store)
        func snapshot(_ revision: Int) -> StoredSnapshot {
            StoredSnapshot(
                position: JournalPosition(revision: revision, token: Int64(revision)),
                body: [UInt8(revision)])
        }
        #expect(try await journal.loadBase(list: "a")?.body == [1, 2])
        try await journal.saveSnapshot(snapshot(3), of: "a", epoch: "e1")
        try await journal.saveSnapshot(snapshot(4), of: "a", epoch: "e1")
        #expect(try await journal.loadBase(list: "a")?.body == [1, 2])
        for revision in [2, 1] {
            try await journal.saveBase(snapshot(revision), of: "a", epoch: "e1")
        }
        try await journal.saveBase(snapshot(3), of: "a", epoch: "another")
        #expect(try await journal.loadBase(list: "a") == snapshot(2))
        #expect(try await journal.loadSnapshot(list: "a") == snapshot(4))
        await journal.close()
    }
}
