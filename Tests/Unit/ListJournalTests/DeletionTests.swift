import Foundation
import GRDB
import Testing

@testable import ListJournal

/// A deleted list disappears at once; its records are removed in portions.
@Suite struct DeletionTests {
    /// Makes a store at rest, with one list of `records` records.
    private func makeStore(records: Int) async throws -> TemporaryStore {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        await journal.close()
        let queue = try DatabaseQueue(path: store.path)
        try await queue.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    INSERT INTO records (list, revision, token, at, body)
                    SELECT 1, i, i, 0, x'07' FROM n
                    """, arguments: [records])
            try db.execute(
                sql: "UPDATE lists SET revision = ?, token = ?", arguments: [records, records])
        }
        try queue.close()
        return store
    }

    private func count(_ store: TemporaryStore, _ table: String) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: store.path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } ?? 0
    }

    @Test func deletedList_isGoneAtOnceAndItsIdFree() async throws {
        let store = try await makeStore(records: 20_000)
        let journal = try SQLiteJournal(path: store.path)
        try await journal.delete(list: "a", epoch: "e1")
        #expect(try await journal.heads().isEmpty)
        #expect(try await journal.resolve(record(1), of: "a", expected: start) == .gone)
        #expect(try await journal.create(newList("a")) != nil)
        #expect(try await journal.read(list: "a", after: 0, limit: 9).isEmpty)
        let outcome = await journal.append(record(1), to: "a", expected: start)
        #expect(outcome == .committed(JournalPosition(revision: 1, token: 1)))
        while try count(store, "lists") > 1 { await Task.yield() }
        #expect(try count(store, "records") == 1)
        #expect(try count(store, "snapshots") == 1)
        #expect(try await journal.heads().map(\.position.revision) == [1])
        await journal.close()
    }

    @Test func deletionThatAStopCutShort_goesOnAfterTheNextStart() async throws {
        let store = try await makeStore(records: 20_000)
        let journal = try SQLiteJournal(path: store.path)
        try await journal.delete(list: "a", epoch: "e1")
        await journal.close()
        #expect(try count(store, "records") > 0)
        let reader = try StoreReader(path: store.path)
        #expect(try await reader.heads().isEmpty)
        try reader.close()
        let again = try SQLiteJournal(path: store.path)
        #expect(try await again.heads().isEmpty)
        while try count(store, "lists") > 0 { await Task.yield() }
        #expect(try count(store, "records") == 0)
        await again.close()
    }

    @Test func oneCommit_removesAPartOnly() async throws {
        let store = try await makeStore(records: 2500)
        let pool = try SQLiteStore.open(path: store.path)
        try await pool.write { try DeletedLists.hide("a", epoch: "another", in: $0) }
        #expect(try await pool.write { try DeletedLists.removePortion($0) } == false)
        try await pool.write { try DeletedLists.hide("a", epoch: "e1", in: $0) }
        var left = 2500
        while left > 0 {
            #expect(try await pool.write { try DeletedLists.removePortion($0) })
            let now = try count(store, "records")
            #expect(now < left && now >= left - 1000)
            left = now
        }
        while try await pool.write({ try DeletedLists.removePortion($0) }) {}
        #expect(try count(store, "lists") == 0)
        #expect(try count(store, "snapshots") == 0)
        try pool.close()
    }
}
