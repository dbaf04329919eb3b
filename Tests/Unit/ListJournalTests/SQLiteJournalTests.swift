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

    @Test func commits_areSynced() async throws {
        let store = try TemporaryStore()
        let pool = try SQLiteStore.open(path: store.path)
        let level = try await pool.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        #expect(level == 2)
    }

    /// Only what is shared waits for a record that may yet come.
    @Test func appendBehindARecordThatIsNotThere_isAConflictAndStoresNothing() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        let head = try #require(try await journal.create(newList("a")))
        let missing = record(1).position(after: head.position)
        #expect(await journal.append(record(2), to: "a", expected: missing) == .conflict)
        #expect(try await journal.head(list: "a")?.position == head.position)
        #expect(try await journal.read(list: "a", after: 0, limit: 10).isEmpty)
        await journal.close()
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
