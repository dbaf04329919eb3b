import Foundation
internal import GRDB

/// The embedded journal: one SQLite file in WAL mode, every commit synced.
package final class SQLiteJournal: Journal {
    let path: String
    private let pool: DatabasePool
    private let commits: GroupCommit
    private let deleted: DeletedLists
    private let lock: StoreLock
    /// Bytes that a snapshot or a record may have.
    private let maximumBytes: Int

    /// Whether the store was a backup until now; its lists have new epochs then.
    package let wasRestored: Bool

    /// Opens the store, creating file and folder where there are none.
    ///
    /// - Throws: `locked`, `tooNew`, `corrupt`, or `failed`; an existing file is then untouched.
    package convenience init(path: String) throws(JournalError) {
        try self.init(path: path, valueLimit: nil)
    }

    /// - Parameter valueLimit: The longest value that SQLite takes, in bytes; nil: as it was built.
    init(path: String, valueLimit: Int?) throws(JournalError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .failed("the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
        self.path = path
        lock = try StoreLock(store: path)
        Self.removeUnfinishedBackups(of: path)
        pool = try SQLiteStore.open(path: path, valueLimit: valueLimit)
        do {
            wasRestored = try pool.write { try BackupMark.redeem($0) }
        } catch {
            throw .failed("\(path): \(error)")
        }
        maximumBytes = pool.writeWithoutTransaction { SQLiteStore.maximumValueBytes($0) }
        commits = GroupCommit(pool: pool)
        deleted = DeletedLists(commits)
        deleted.remove()
    }

    package func create(_ list: NewList) async throws(JournalError) -> ListHead? {
        try checkLength(list.snapshot)
        return try await committing { db in
            try db.cachedStatement(
                sql: """
                    INSERT INTO lists (id, epoch, title, rows, revision, token, updated)
                    VALUES (?, ?, ?, ?, 0, 0, ?) ON CONFLICT (id) DO NOTHING
                    """
            ).execute(arguments: [list.list, list.epoch, list.title, list.rows, list.at])
            guard db.changesCount == 1 else { return nil }
            let position = JournalPosition(revision: 0, token: 0)
            try SnapshotRow(StoredSnapshot(position: position, body: list.snapshot))
                .insert(list.list, in: db)
            return ListHead(
                list: list.list, epoch: list.epoch, title: list.title, rows: list.rows,
                position: position)
        }
    }

    package func delete(list: String, epoch: String) async throws(JournalError) {
        try await committing { db in
            try DeletedLists.hide(list, epoch: epoch, in: db)
        }
        deleted.remove()
    }

    package func append(
        _ record: JournalRecord, to list: String, expected: JournalPosition
    ) async -> AppendOutcome {
        do throws(JournalError) {
            try checkLength(record.body)
        } catch {
            return .refused("\(error)")
        }
        do {
            return try await commits.run { db in
                try RecordAppend(record, list: list, expected: expected).run(in: db)
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_TOOBIG {
            return .refused("\(error)")
        } catch {
            return .unknown("\(error)")
        }
    }

    package func recover(list: String) async throws(JournalError) -> ListHead? {
        try await committing { db in
            try db.execute(sql: "UPDATE probes SET count = count + 1")
        }
        return try await reading { db in
            try SQLiteQueries.current.head(db, of: list)
        }
    }

    package func close() async {
        await deleted.stop()
        // An empty transaction stands behind everything that was under way.
        _ = try? await commits.run { _ in }
        try? pool.close()
        // The pool closes its readers last, and those leave the write-ahead log as it is. A writer that
        // closes last puts everything into the main file and takes the others away.
        if let last = try? DatabaseQueue(path: path) {
            _ = try? await last.read { try Int.fetchOne($0, sql: "SELECT key FROM lists LIMIT 1") }
            try? last.close()
        }
        lock.release()
    }

    /// - Throws: `tooLarge` for what SQLite does not take.
    func checkLength(_ body: [UInt8]) throws(JournalError) {
        guard body.count <= maximumBytes else {
            throw .tooLarge(body.count, limit: maximumBytes)
        }
    }

    func committing<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JournalError) -> Value {
        do {
            return try await commits.run(body)
        } catch {
            throw .failed("\(error)")
        }
    }

    func reading<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JournalError) -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw SQLiteStore.describe(error, path: path)
        }
    }
}
