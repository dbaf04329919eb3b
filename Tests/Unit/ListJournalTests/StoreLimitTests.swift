import Foundation
import GRDB
import Testing

@testable import ListJournal

/// A value that SQLite does not accept is refused before it is bound, and fails alone.
@Suite struct StoreLimitTests {
    /// SQLite's own limit is a billion bytes.
    private static let limit = 200_000
    private let long = [UInt8](repeating: 7, count: 150_000)

    @Test func recordThatIsTooLong_isRefusedAndTheOthersAreStored() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path, valueLimit: Self.limit)
        let names = (0..<8).map { "list\($0)" }
        for name in names { _ = try await journal.create(newList(name)) }
        let long = long
        await withTaskGroup(of: (String, AppendOutcome).self) { group in
            for name in names {
                group.addTask {
                    let body = name == "list3" ? long : [7]
                    return (
                        name, await journal.append(record(1, body), to: name, expected: start)
                    )
                }
            }
            for await (name, outcome) in group {
                if case .refused(let reason) = outcome {
                    #expect(name == "list3" && reason.contains("150000"))
                } else {
                    #expect(name != "list3")
                    let position = JournalPosition(revision: 1, token: 1)
                    #expect(outcome == .committed(position))
                }
            }
        }
        #expect(try await journal.read(list: "list3", after: 0, limit: 9).isEmpty)
        let next = await journal.append(record(1), to: "list3", expected: start)
        #expect(next == .committed(JournalPosition(revision: 1, token: 1)))
        await journal.close()
    }

    @Test func snapshotThatIsTooLong_isRefusedAndTheOldOneStays() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path, valueLimit: Self.limit)
        _ = try await journal.create(newList("a"))
        let refused = JournalError.tooLarge(150_000, limit: Self.limit - 65_536)
        let snapshot = StoredSnapshot(
            position: JournalPosition(revision: 1, token: 1), body: long)
        await #expect(throws: refused) {
            try await journal.saveSnapshot(snapshot, of: "a", epoch: "e1")
        }
        await #expect(throws: refused) {
            try await journal.saveBase(snapshot, of: "a", epoch: "e1")
        }
        var list = newList("b")
        list.snapshot = long
        let new = list
        await #expect(throws: refused) { _ = try await journal.create(new) }
        #expect(try await journal.loadSnapshot(list: "a")?.body == [1, 2])
        #expect(try await journal.heads().map(\.list) == ["a"])
        await journal.close()
    }

    @Test func storeWithAValueThatIsTooLong_startsAndServesTheOthers() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        var list = newList("a")
        list.snapshot = [UInt8](repeating: 7, count: 300_000)
        _ = try await journal.create(list)
        _ = try await journal.create(newList("b"))
        await journal.close()
        let again = try SQLiteJournal(path: store.path, valueLimit: Self.limit)
        #expect(try await again.heads().map(\.list) == ["a", "b"])
        await #expect {
            _ = try await again.loadSnapshot(list: "a")
        } throws: { error in
            if case JournalError.corrupt = error { true } else { false }
        }
        #expect(try await again.loadSnapshot(list: "b")?.body == [1, 2])
        try await again.delete(list: "a", epoch: "e1")
        await again.close()
    }

    @Test func everyBind_isChecked() async throws {
        let store = try TemporaryStore()
        let pool = try SQLiteStore.open(path: store.path, valueLimit: Self.limit)
        let bytes = [UInt8](repeating: 65, count: Self.limit + 1)
        try await pool.write { db in
            let statement = try BoundStatement(db, sql: "UPDATE probes SET count = ?")
            unsafe bytes.withUnsafeBufferPointer { bytes in
                #expect(throws: DatabaseError.self) {
                    unsafe try statement.bind(bytes: bytes, at: 1)
                }
                #expect(throws: DatabaseError.self) {
                    unsafe try statement.bind(text: bytes, at: 1)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(throws: DatabaseError.self) { try statement.bind(copying: text, at: 1) }
            #expect(throws: DatabaseError.self) { try statement.bind(7, at: 2) }
            try statement.bind(7, at: 1)
            try statement.run()
            #expect(try Int.fetchOne(db, sql: "SELECT count FROM probes") == 7)
        }
        try pool.close()
    }
}
