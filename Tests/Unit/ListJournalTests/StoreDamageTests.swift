import Foundation
import GRDB
import Testing

@testable import ListJournal

/// Damage affects one list only, and never ends the process.
@Suite struct StoreDamageTests {
    /// A store with the lists `a` and `b`, at rest; `a` is at revision 3.
    private func makeStore() async throws -> TemporaryStore {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        for name in ["a", "b"] { _ = try await journal.create(newList(name)) }
        var position = start
        for revision in 1...3 {
            _ = await journal.append(record(revision), to: "a", expected: position)
            position = record(revision).position(after: position)
        }
        await journal.close()
        return store
    }

    /// Changes the store without the journal, with columns that accept any value, like damaged pages.
    private func damage(_ store: TemporaryStore, _ statement: String) async throws {
        let queue = try DatabaseQueue(path: store.path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON;
                    UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '')
                    WHERE name IN ('records', 'snapshots', 'lists');
                    """)
        }
        try queue.close()
        let again = try DatabaseQueue(path: store.path)
        try await again.write { try $0.execute(sql: statement) }
        try again.close()
    }

    @Test(arguments: [
        "body = NULL", "body = 7", "body = 'x'", "at = 'noon'", "checksum = 'none'", "token = 7.5",
        "body = x'08'", "previous = 5", "previous = NULL",
    ])
    func damagedRecord_isToldAsSuch(change: String) async throws {
        let store = try await makeStore()
        try await damage(store, "UPDATE records SET \(change) WHERE revision = 2")
        let journal = try SQLiteJournal(path: store.path)
        let records = try await journal.read(list: "a", after: 0, limit: 9)
        #expect(records.count == 3)
        #expect(records.filter { !$0.isIntact }.count == 1)
        #expect(try await journal.loadSnapshot(list: "a")?.isIntact == true)
        let newest = try await journal.read(
            list: "a", before: JournalPosition(revision: 4, token: 4), limit: 9)
        #expect(newest == records.reversed())
        await journal.close()
    }

    @Test(arguments: [
        "body = NULL", "body = 7", "revision = 'one'", "body = x'08'", "record = 5",
    ])
    func damagedSnapshot_isToldAsSuch(change: String) async throws {
        let store = try await makeStore()
        try await damage(
            store,
            "UPDATE snapshots SET \(change) WHERE list = (SELECT key FROM lists WHERE id = 'a')")
        let journal = try SQLiteJournal(path: store.path)
        #expect(try await journal.loadSnapshot(list: "a")?.isIntact == false)
        #expect(try await journal.loadSnapshot(list: "b")?.isIntact == true)
        guard case .damaged = try await checked(journal, "a") else {
            Issue.record("the damage is not found")
            return
        }
        #expect(try await checked(journal, "b") == .intact(start))
        await journal.close()
    }

    @Test(arguments: ["epoch = x'00ff'", "revision = 'many'", "token = NULL"])
    func damagedHead_hasAPositionThatNoLogReaches(change: String) async throws {
        let store = try await makeStore()
        try await damage(store, "UPDATE lists SET \(change) WHERE id = 'a'")
        let journal = try SQLiteJournal(path: store.path)
        let heads = try await journal.heads()
        #expect(heads.map(\.list) == ["a", "b"])
        #expect(heads[0].position.token == .max && heads[1].position == start)
        await journal.close()
    }

    @Test func damagedOrigin_endsNoTrimming() async throws {
        let store = try await makeStore()
        let journal = try SQLiteJournal(path: store.path)
        let snapshot = StoredSnapshot(
            position: JournalPosition(revision: 2, token: 2), body: [3])
        try await journal.saveSnapshot(snapshot, of: "a", epoch: "e1")
        await journal.close()
        try await damage(store, "UPDATE origins SET revision = 'one', token = 'two'")
        let again = try SQLiteJournal(path: store.path)
        #expect(try await again.trim(list: "a", through: 2) == 0)
        #expect(try await again.read(list: "a", after: 0, limit: 9).count == 3)
        #expect(try await again.loadBase(list: "a")?.isIntact == false)
        #expect(try await again.keptLog(list: "a")?.base.token == .max)
        await again.close()
    }

    private func checked(_ journal: SQLiteJournal, _ list: String) async throws -> SnapshotCheck {
        var check = SnapshotCheck.unread
        while true {
            check = try await journal.checkSnapshot(list: list, check)
            switch check {
            case .unread, .partly: continue
            default: return check
            }
        }
    }

    @Test func largeSnapshot_isCheckedInPortions() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        var list = newList("a")
        // No two megabytes of it are the same.
        list.snapshot = (0..<17).flatMap { [UInt8](repeating: $0, count: 1 << 20) }
        _ = try await journal.create(list)
        guard case .partly = try await journal.checkSnapshot(list: "a", .unread) else {
            Issue.record("all of it was read at once")
            return
        }
        #expect(try await checked(journal, "a") == .intact(start))
        await journal.close()
        let queue = try DatabaseQueue(path: store.path)
        let old = ByteChecksum.of(start, list.snapshot)
        try await queue.write { db in
            try db.execute(sql: "UPDATE snapshots SET checksum = ?", arguments: [old])
        }
        #expect(try await checked(try SQLiteJournal(path: store.path), "a") == .intact(start))
        list.snapshot[list.snapshot.count - 1] ^= 1
        let altered = Data(list.snapshot)
        try await queue.write { db in
            try db.execute(sql: "UPDATE snapshots SET body = ?", arguments: [altered])
        }
        try queue.close()
        #expect(
            try await checked(try SQLiteJournal(path: store.path), "a") == .damaged(revision: 0))
    }

    @Test func recordsAreFound_byPositionAndBackwards() async throws {
        let store = try await makeStore()
        let journal = try SQLiteJournal(path: store.path)
        let second = JournalPosition(revision: 2, token: 2)
        #expect(try await journal.record(list: "a", at: second)?.position == second)
        let gone = JournalPosition(revision: 2, token: 3)
        #expect(try await journal.record(list: "a", at: gone) == nil)
        let before = try await journal.read(
            list: "a", before: JournalPosition(revision: 3, token: 3), limit: 1)
        #expect(before.map(\.position) == [second])
        let log = try await journal.keptLog(list: "a")
        #expect(log?.base == start && log?.first?.position.revision == 1)
        #expect(try await journal.keptLog(list: "b") == KeptLog(base: start, first: nil))
        #expect(try await journal.keptLog(list: "none") == nil)
        await journal.close()
    }

    @Test func longRecords_comeInSmallerPortions() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        let body = [UInt8](repeating: 7, count: 3 << 20)
        var position = start
        for revision in 1...4 {
            _ = await journal.append(record(revision, body), to: "a", expected: position)
            position = JournalPosition(revision: revision, token: Int64(revision))
        }
        #expect(try await journal.read(list: "a", after: 0, limit: 9).count == 2)
        #expect(try await journal.read(list: "a", after: 3, limit: 9).count == 1)
        await journal.close()
    }
}
