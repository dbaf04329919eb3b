import Foundation
internal import GRDB

/// A store that is only read: at rest, or beside the server that has it.
///
/// It takes no lock that would keep a server from starting, writes nothing and migrates nothing. What
/// it reads is the store at one moment, that of opening, however long the reading takes. A store at
/// rest is opened without SQLite's side files, so that one on a read-only medium can be read too; if a
/// server takes it up meanwhile, `close` says so.
package final class StoreReader: JournalReading {
    private let path: String
    private let queue: DatabaseQueue
    private let queries: SQLiteQueries
    /// The files as they were found, where the store was at rest.
    private let resting: StoreFiles?

    /// - Throws: `missing`, `tooNew`, `corrupt` or `failed`.
    package init(path: String) throws(JournalError) {
        let files = StoreFiles(path: path)
        guard files.exist else { throw .missing(path: path) }
        self.path = path
        resting = files.areAtRest ? files : nil
        do {
            let location = resting == nil ? path : Self.immutable(path)
            var configuration = Configuration()
            configuration.label = "reader"
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            // The one transaction that holds the moment is open until `close`.
            configuration.allowsUnsafeTransactions = true
            queue = try DatabaseQueue(path: location, configuration: configuration)
            queries = try queue.inDatabase { db in
                try SQLiteStore.check(db, path: path)
                guard try db.tableExists("lists") else {
                    throw JournalError.corrupt(path: path, detail: "it holds no lists")
                }
                try db.beginTransaction(.deferred)
                // A deferred transaction begins with its first read.
                _ = try Int.fetchOne(db, sql: "SELECT key FROM lists LIMIT 1")
                return try SQLiteQueries(db)
            }
        } catch {
            throw SQLiteStore.describe(error, path: path)
        }
    }

    package func heads() async throws(JournalError) -> [ListHead] {
        try reading { try self.queries.heads($0) }
    }

    package func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        try reading { try self.queries.records($0, of: list, after: revision, limit: limit) }
    }

    package func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try reading { try self.queries.records($0, of: list, after: position, limit: limit) }
    }

    package func read(
        list: String, before position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try reading { try self.queries.records($0, of: list, before: position, limit: limit) }
    }

    package func record(
        list: String, at position: JournalPosition
    ) async throws(JournalError) -> StoredRecord? {
        try reading { try self.queries.record($0, of: list, at: position) }
    }

    package func keptLog(list: String) async throws(JournalError) -> KeptLog? {
        try reading { try self.queries.keptLog($0, of: list) }
    }

    package func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        try reading { try self.queries.snapshot($0, of: list) }
    }

    package func loadSpare(list: String) async throws(JournalError) -> StoredSnapshot? {
        try reading { try self.queries.spare($0, of: list) }
    }

    package func loadOrigin(list: String) async throws(JournalError) -> StoredSnapshot? {
        try reading { try self.queries.origin($0, of: list) }
    }

    /// What SQLite itself finds wrong with the file, ten things at most.
    ///
    /// - Complexity: O(n) in the file's bytes.
    package func structureProblems() throws(JournalError) -> [String] {
        try reading { db in
            try String.fetchAll(db, sql: "PRAGMA quick_check(10)").filter { $0 != "ok" }
        }
    }

    /// Ends the reading.
    ///
    /// - Throws: `changed` where a server took the store up meanwhile: what was read may be mixed.
    package func close() throws(JournalError) {
        try? queue.inDatabase { try $0.commit() }
        try? queue.close()
        try checkUnchanged()
    }

    /// Copies the whole store into the file `target`, which must not be there, and marks the copy as
    /// a backup; it is one file, synced, without side files.
    ///
    /// - Parameter progress: Called between steps with the share that is done, 0…1.
    package func backup(
        to target: String, progress: @escaping (Double) -> Void = { _ in }
    ) throws {
        do {
            PrivateFile.make(target)
            let copy = try DatabaseQueue(path: target)
            try queue.inDatabase { source in
                try copy.writeWithoutTransaction { db in
                    try source.backup(to: db, pagesPerStep: Self.pagesPerStep) { step in
                        let total = max(1, step.totalPageCount)
                        progress(Double(step.completedPageCount) / Double(total))
                    }
                }
            }
            try copy.close()
            try Self.finish(target)
        } catch let error as DatabaseError {
            throw SQLiteStore.describe(error, path: target)
        }
        try checkUnchanged()
    }

    /// Pages copied between two calls of `progress`: 4 MiB.
    private static let pagesPerStep: CInt = 1024

    private static func finish(_ target: String) throws {
        let copy = try DatabaseQueue(path: target)
        try copy.writeWithoutTransaction { db in
            // The copy says of itself that it has a write-ahead log, as the store does.
            try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")
            try BackupMark.set(db)
        }
        try copy.close()
    }

    private func reading<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        do {
            return try queue.inDatabase(body)
        } catch {
            try checkUnchanged()
            throw SQLiteStore.describe(error, path: path)
        }
    }

    private func checkUnchanged() throws(JournalError) {
        guard let resting, resting != StoreFiles(path: path) else { return }
        throw .changed(path: path)
    }

    /// The path as a URI that tells SQLite that nobody writes to the file.
    private static func immutable(_ path: String) -> String {
        let allowed = CharacterSet.urlPathAllowed
        let whole = URL(fileURLWithPath: path).path
        let escaped = whole.addingPercentEncoding(withAllowedCharacters: allowed) ?? whole
        return "file://\(escaped)?immutable=1"
    }
}
