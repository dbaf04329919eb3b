// Canonical equivalence in this file: epochs, which servers of this store have made.
import Foundation
internal import GRDB
import Synchronization

/// The embedded journal: one SQLite file in WAL mode, with every commit synced to disk.
///
/// Writes go through ``GroupCommit``, one transaction at a time, on its thread. Reads use the pool's
/// other connections and wait for no write.
package final class SQLiteJournal: Journal {
    private let file: StoreFile
    private let pool: DatabasePool
    private let commits: GroupCommit
    private let deleted: DeletedLists
    private let lock: StoreLock
    private let work: StoreWork
    /// The longest body of a snapshot or record, in bytes.
    private let maximumBytes: Int
    private let isClosed = Atomic(false)

    /// Whether the store was a backup until now; its lists have new epochs then.
    package let wasRestored: Bool

    /// Opens the store, and creates the file and its folder where there are none.
    ///
    /// - Parameters:
    ///   - forCopying: Whether the store is opened also where copying left a mark in it.
    ///   - report: Called, from any thread, with what the server's log should tell.
    /// - Throws: `locked`, `tooNew`, `corrupt`, or `failed`; an existing file is then untouched. `marked`
    ///   where copying left a mark in it.
    package convenience init(
        path: String, forCopying: Bool = false,
        report: @escaping @Sendable (CheckpointNotice) -> Void = { _ in }
    ) throws(JournalError) {
        try self.init(path: path, valueLimit: nil, forCopying: forCopying, report: report)
    }

    /// - Parameter valueLimit: The longest value that SQLite accepts, in bytes; `nil` for its default.
    init(
        path: String, valueLimit: Int?, forCopying: Bool = false, work: StoreWork = .threads(),
        report: @escaping @Sendable (CheckpointNotice) -> Void = { _ in }
    ) throws(JournalError) {
        let file = try StoreFile(path)
        let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .failed("the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
        let path = file.path
        self.file = file
        self.work = work
        lock = try StoreLock(store: path)
        try file.check(isForWriting: true)
        StoreBackup.removeUnfinished(of: path)
        pool = try SQLiteStore.open(path: path, valueLimit: valueLimit)
        do {
            wasRestored = try pool.write { db in
                let wasBackup = try StoreBackup.convertToStore(db)
                try DeletedLists.hideIncomplete(in: db)
                if !forCopying, let mark = try SQLiteMarks.read(db) {
                    throw JournalError.marked(store: path, mark)
                }
                return wasBackup
            }
            commits = try GroupCommit(pool: pool, work: work, report: report)
        } catch let error as JournalError {
            throw error
        } catch {
            throw .failed("\(path): \(error)")
        }
        maximumBytes = pool.writeWithoutTransaction { SQLiteStore.maximumValueBytes($0) }
        deleted = DeletedLists(commits, time: work.time)
        deleted.remove()
    }

    package var figures: JournalFigures {
        var figures = JournalFigures(engine: "sqlite")
        commits.add(to: &figures)
        return figures
    }

    package func close() async {
        isClosed.store(true, ordering: .relaxed)
        await deleted.stop()
        await commits.close()
        lock.release()
    }

    // MARK: Lists

    package func create(_ lists: [NewList]) async throws(JournalError) -> CreationOutcome {
        guard let first = lists.first else { return .created([]) }
        for list in lists { try checkLength(list.snapshot) }
        let heads = lists.map { list in
            ListHead(
                list: list.list, epoch: list.epoch, title: list.title, rows: list.rows,
                done: list.done, position: JournalPosition(revision: 0, token: 0))
        }
        let bytes = lists.reduce(0) { $0 + $1.snapshot.count }
        return try await deciding(first.list, bytes: bytes) { db in
            for list in lists where try Self.isTaken(list.list, in: db) { return .taken(list.list) }
            for list in lists { try Self.insert(list, in: db) }
            return .created(heads)
        } found: { head in
            head?.epoch == first.epoch ? .created(heads) : nil
        }
    }

    private static func isTaken(_ list: String, in db: Database) throws -> Bool {
        let statement = try BoundStatement(db, sql: "SELECT 1 FROM lists WHERE id = ?")
        try statement.bind(copying: list, at: 1)
        var isTaken = false
        try statement.forEachRow { _ in
            isTaken = true
            return false
        }
        return isTaken
    }

    private static func insert(_ list: NewList, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO lists (id, epoch, title, rows, done, revision, token, updated)
                VALUES (?, ?, ?, ?, ?, 0, 0, ?)
                """
        ).execute(arguments: [list.list, list.epoch, list.title, list.rows, list.done, list.at])
        let position = JournalPosition(revision: 0, token: 0)
        try SnapshotTables.insert(
            StoredSnapshot(position: position, body: list.snapshot), of: list.list, in: db)
    }

    package func delete(list: String, epoch: String) async throws(JournalError) {
        try await deciding(list) { db in
            try DeletedLists.hide(list, epoch: epoch, in: db)
        } found: { head in
            head?.epoch == epoch ? nil : ()
        }
        if !isClosed.load(ordering: .relaxed) { deleted.remove() }
    }

    // MARK: Records

    package func append(
        _ record: JournalRecord, to list: String, expected: JournalPosition,
        done: @escaping @Sendable (AppendOutcome) -> Void
    ) {
        do throws(JournalError) {
            try checkLength(record.body)
        } catch {
            return done(.refused("\(error)"))
        }
        commits.submit(
            GroupCommit.Operation(
                bytes: record.body.count,
                body: { db in
                    let outcome = try RecordAppend(record, list: list, expected: expected)
                        .run(in: db)
                    return { done(outcome) }
                },
                failed: { error in
                    let isTooLong = (error as? DatabaseError)?.resultCode == .SQLITE_TOOBIG
                    done(isTooLong ? .refused("\(error)") : .unknown("\(error)"))
                }))
    }

    /// A commit whose sync failed may lie in the write-ahead log and become durable with the next one:
    /// so it writes before it reads.
    package func resolve(
        _ record: JournalRecord, of list: String, expected: JournalPosition
    ) async throws(JournalError) -> AppendResolution {
        try await probe()
        return try await reading { db in
            let queries = SQLiteQueries.current
            guard let head = try queries.head(db, of: list), head.epoch == record.epoch else {
                return .gone
            }
            let position = record.position(after: expected)
            let stored = try queries.record(db, of: list, at: position)
            return stored?.position.check == position.check ? .ours(head) : .other(head)
        }
    }

    package func trim(list: String, through revision: Int) async throws(JournalError) -> Int {
        let base = try await committing { db in
            try SnapshotTables.promoteNextBase(of: list, through: revision, in: db)
            return try SnapshotTables.baseRevision(of: list, in: db) ?? 0
        }
        while try await committing(
            bytes: GroupCommit.largeBytes,
            { db in
                try RecordRemoval.removeCovered(of: list, through: revision, in: db) > 0
            })
        {}
        return min(base, revision)
    }

    // MARK: Snapshots

    package func saveSnapshot(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try checkLength(snapshot.body)
        try await committing(bytes: snapshot.body.count) { db in
            try SnapshotTables.save(snapshot, of: list, epoch: epoch, in: db)
        }
    }

    package func saveBase(
        _ base: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try checkLength(base.body)
        try await committing(bytes: base.body.count) { db in
            try SnapshotTables.saveBase(base, of: list, epoch: epoch, in: db)
        }
    }

    package func checkSnapshot(
        list: String, _ progress: SnapshotCheck
    ) async throws(JournalError) -> SnapshotCheck {
        try await reading { try progress.next(of: list, in: $0) }
    }

    // MARK: Reading

    package func heads() async throws(JournalError) -> [ListHead] {
        try await reading { try SQLiteQueries.current.heads($0) }
    }

    package func newestTime() async throws(JournalError) -> Int? {
        try await reading { try Int.fetchOne($0, sql: "SELECT max(updated) FROM lists") }
    }

    package func head(list: String) async throws(JournalError) -> ListHead? {
        try await reading { try SQLiteQueries.current.head($0, of: list) }
    }

    package func snapshotPositions(
        list: String
    ) async throws(JournalError) -> SnapshotPositions? {
        try await reading { try SQLiteQueries.current.snapshotPositions($0, of: list) }
    }

    package func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        try await reading {
            try SQLiteQueries.current.records($0, of: list, after: revision, limit: limit)
        }
    }

    package func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await reading {
            try SQLiteQueries.current.records($0, of: list, after: position, limit: limit)
        }
    }

    package func read(
        list: String, before position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await reading {
            try SQLiteQueries.current.records($0, of: list, before: position, limit: limit)
        }
    }

    package func record(
        list: String, at position: JournalPosition
    ) async throws(JournalError) -> StoredRecord? {
        try await reading { try SQLiteQueries.current.record($0, of: list, at: position) }
    }

    package func keptLog(list: String) async throws(JournalError) -> KeptLog? {
        try await reading { try SQLiteQueries.current.keptLog($0, of: list) }
    }

    package func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await reading { try SQLiteQueries.current.snapshot($0, of: list) }
    }

    package func loadNextBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await reading { try SQLiteQueries.current.nextBase($0, of: list) }
    }

    package func loadBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await reading { try SQLiteQueries.current.base($0, of: list) }
    }

    // MARK: Named versions

    package func versions(list: String) async throws(JournalError) -> [NamedVersion] {
        try await reading { try SQLiteQueries.current.versions($0, of: list) }
    }

    package func loadVersion(
        _ name: String, of list: String
    ) async throws(JournalError) -> StoredSnapshot? {
        try await reading { try SQLiteQueries.current.version($0, name, of: list) }
    }

    package func saveVersion(
        _ version: NamedVersion, _ body: [UInt8], of list: String, epoch: String, most: Int
    ) async throws(JournalError) -> NamingOutcome {
        try checkLength(body)
        return try await committing(bytes: body.count) { db in
            try VersionTable.add(version, body, to: list, epoch: epoch, most: most, in: db)
        }
    }

    package func removeVersion(
        _ name: String, of list: String, epoch: String
    ) async throws(JournalError) -> Bool {
        try await committing { try VersionTable.remove(name, of: list, epoch: epoch, in: $0) }
    }

    // MARK: Backup

    package func backup(
        progress: @escaping @Sendable () -> Void
    ) async throws(JournalError) -> BackupFile? {
        let file = file
        let result: Result<BackupFile, JournalError> = await withCheckedContinuation {
            continuation in
            // A thread of its own: it may take minutes.
            DispatchQueue(label: "journal.backup").async {
                continuation.resume(
                    returning: Result { () throws(JournalError) in
                        try StoreBackup.make(of: file, progress: progress)
                    })
            }
        }
        return try result.get()
    }

    // MARK: Transactions

    /// - Throws: `tooLarge` for what SQLite does not accept.
    func checkLength(_ body: [UInt8]) throws(JournalError) {
        guard body.count <= maximumBytes else {
            throw .tooLarge(body.count, limit: maximumBytes)
        }
    }

    /// Runs `body` in the next transaction; returns once that is durable.
    func committing<Value: Sendable>(
        bytes: Int = 0, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JournalError) -> Value {
        do {
            return try await commits.run(bytes: bytes, body)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Seconds until a disk that failed is tried again.
    private static let pause = 0.5

    /// Runs `body` in the next transaction; returns, or throws, once it is certain what became of that.
    ///
    /// A transaction whose sync failed lies in the write-ahead log, and is a transaction again after a crash, unless
    /// another one is written over it: so one is, and what is stored then is looked at.
    ///
    /// - Parameters:
    ///   - found: What the list's head, nil where there is none, says that the transaction gave; nil: it is not
    ///     stored.
    private func deciding<Value: Sendable>(
        _ list: String, bytes: Int = 0, _ body: @escaping @Sendable (Database) throws -> Value,
        found: (ListHead?) -> Value?
    ) async throws(JournalError) -> Value {
        let failure: any Error
        do {
            return try await commits.run(bytes: bytes, body)
        } catch {
            failure = error
        }
        guard (failure as? DatabaseError)?.resultCode == .SQLITE_IOERR else {
            throw .failed("\(failure)")
        }
        while true {
            guard !isClosed.load(ordering: .relaxed) else { throw .undecided }
            if (try? await probe()) != nil { break }
            await work.time.sleep(Self.pause)
        }
        let head: ListHead?
        do throws(JournalError) { head = try await self.head(list: list) } catch {
            throw .undecided
        }
        if let value = found(head) { return value }
        throw .failed("\(failure)")
    }

    /// Writes something, and returns once that is durable.
    private func probe() async throws(JournalError) {
        try await committing { db in
            try db.execute(sql: "UPDATE probes SET count = count + 1")
        }
    }

    func reading<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JournalError) -> Value {
        do {
            guard work.readsInPlace else { return try await pool.read(body) }
            return try readInPlace(body)
        } catch {
            throw SQLiteStore.describe(error, path: file.path)
        }
    }

    /// The `read` that waits: in an async function, the pool's other one is called.
    private func readInPlace<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try pool.read(body)
    }
}
