// Canonical equivalence in this file: ids, epochs and words of SQLite; names of versions have at most 200 bytes.
import Foundation
internal import GRDB

/// A store that is only read: at rest, or beside the server that uses it.
///
/// It takes no lock that would keep a server from starting, writes nothing and migrates nothing. It
/// reads the store as of the moment of opening, however long the reading takes. A store at rest, beside whose one
/// real name there is no log, is opened without SQLite's side files, so that one on a read-only medium can be read too; if
/// a server opens it meanwhile, ``close()`` throws.
package final class StoreReader: JournalReading {
    /// The real path of the file.
    let path: String
    private let queue: DatabaseQueue
    private let queries: SQLiteQueries
    /// The files as they were found; `nil` where the store was not at rest.
    private let resting: StoreFiles?

    /// Opens the store for reading.
    ///
    /// - Throws: `missing`, `tooNew`, `corrupt` or `failed`.
    package convenience init(path: String) throws(JournalError) {
        let file = try StoreFile(path)
        try file.check(isForWriting: false)
        try self.init(file)
    }

    /// - Parameter file: It was checked, or is open in this process.
    init(_ file: StoreFile) throws(JournalError) {
        let path = file.path
        let files = try StoreFiles(file)
        guard files.exist else { throw .missing(path: file.givenPath) }
        self.path = path
        resting = files.areAtRest ? files : nil
        do {
            let location = resting == nil ? path : Self.immutable(path)
            var configuration = Configuration()
            configuration.label = "reader"
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            // One transaction, open until `close`, holds the moment.
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

    package func head(list: String) async throws(JournalError) -> ListHead? {
        try reading { try self.queries.head($0, of: list) }
    }

    package func snapshotPositions(
        list: String
    ) async throws(JournalError) -> SnapshotPositions? {
        try reading { try self.queries.snapshotPositions($0, of: list) }
    }

    /// What copying lists left in the store.
    package func mark() throws(JournalError) -> CopyMark? {
        try reading { try SQLiteMarks.read($0) }
    }

    /// Whether the file is a backup, whose lists get new epochs where it becomes a store.
    package func isBackup() throws(JournalError) -> Bool {
        try reading { try StoreBackup.isBackup($0) }
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

    package func loadNextBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try reading { try self.queries.nextBase($0, of: list) }
    }

    package func loadBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try reading { try self.queries.base($0, of: list) }
    }

    package func versions(list: String) async throws(JournalError) -> [NamedVersion] {
        try reading { try self.queries.versions($0, of: list) }
    }

    package func loadVersion(
        _ name: String, of list: String
    ) async throws(JournalError) -> StoredSnapshot? {
        try reading { try self.queries.version($0, name, of: list) }
    }

    /// Runs SQLite's own check of the file.
    ///
    /// - Returns: At most ten problems; none where the file is sound.
    ///
    /// - Complexity: O(n) in the file's bytes.
    package func structureProblems() throws(JournalError) -> [String] {
        try reading { db in
            try String.fetchAll(db, sql: "PRAGMA quick_check(10)").filter { $0 != "ok" }
        }
    }

    /// Ends the reading.
    ///
    /// - Throws: `changed` where a server opened a store at rest meanwhile: what was read may be of
    ///   several moments.
    package func close() throws(JournalError) {
        try? queue.inDatabase { try $0.commit() }
        try? queue.close()
        try checkUnchanged()
    }

    /// Copies the whole store into a new file, as a backup of the moment of opening.
    ///
    /// - Parameters:
    ///   - target: A path at which there is no file yet; one file, synced, without side files.
    ///   - progress: Called between steps with the share that is copied, 0…1; what it throws ends the copying.
    /// - Throws: `JournalError`, `changed` as with ``close()``; what `progress` throws.
    package func backup(
        to target: String, progress: @escaping (Double) throws -> Void = { _ in }
    ) throws {
        do {
            try StoreBackup.copy(queue, to: target, progress: progress)
        } catch let error as DatabaseError {
            throw SQLiteStore.describe(error, path: target)
        }
        try checkUnchanged()
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
        guard let resting, try resting != StoreFiles(StoreFile(path)) else { return }
        throw .changed(path: path)
    }

    /// The path as a URI that tells SQLite that no process writes to the file.
    private static func immutable(_ path: String) -> String {
        let allowed = CharacterSet.urlPathAllowed
        let whole = URL(fileURLWithPath: path).path
        let escaped = whole.addingPercentEncoding(withAllowedCharacters: allowed) ?? whole
        return "file://\(escaped)?immutable=1"
    }
}

/// The files of a store as they are on disk: comparing two tells whether a server wrote in between.
private struct StoreFiles: Equatable {
    private struct Facts: Equatable {
        var file: UInt64
        var bytes: Int
        var seconds: Int
        var nanoseconds: Int

        /// `nil` where there is no such file.
        ///
        /// - Throws: `failed` where that cannot be told, as in a folder that may not be read.
        init?(_ path: String) throws(JournalError) {
            var facts = stat()
            guard unsafe stat(path, &facts) == 0 else {
                guard ![ENOENT, ENOTDIR].contains(errno) else { return nil }
                let reason = unsafe String(cString: strerror(errno))
                throw .failed("\(path) cannot be read: \(reason)")
            }
            file = UInt64(facts.st_ino)
            bytes = Int(facts.st_size)
            seconds = facts.st_mtim.tv_sec
            nanoseconds = facts.st_mtim.tv_nsec
        }
    }

    private let main: Facts?
    private let log: Facts?

    init(_ file: StoreFile) throws(JournalError) {
        main = try Facts(file.path)
        log = try Facts(file.log)
    }

    var exist: Bool { main != nil }

    /// Whether everything is in the main file: no server uses the store, and the last one closed it.
    var areAtRest: Bool { log == nil }
}
