// Canonical equivalence in this file: ids, epochs and words of SQLite; names of versions have at most 200 bytes.
import Foundation
internal import GRDB
internal import GRDBSQLite

/// Opens the database file: checks that it is a store, migrates it, and makes every commit durable.
enum SQLiteStore {
    /// Opens a store, and creates the file where there is none.
    ///
    /// - Parameter valueLimit: The longest value in bytes, for tests; `nil` for SQLite's default.
    /// - Throws: `tooNew`, `corrupt`, or `failed` with what is wrong; the file is then untouched.
    static func open(path: String, valueLimit: Int? = nil) throws(JournalError) -> DatabasePool {
        do {
            let fresh = !FileManager.default.fileExists(atPath: path)
            if fresh { PrivateFile.make(path) } else { try check(path: path) }
            var configuration = Configuration()
            configuration.label = "journal"
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA foreign_keys = ON")
                if let valueLimit {
                    unsafe sqlite3_limit(
                        db.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(valueLimit))
                }
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            try SQLiteSchema.migrator.migrate(pool)
            try pool.writeWithoutTransaction { db in
                // GRDB lowers this to NORMAL when it turns WAL on, so it is set afterwards.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                let level = try Int.fetchOne(db, sql: "PRAGMA synchronous")
                let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode")
                guard level == 2, mode == "wal" else {
                    throw JournalError.failed(
                        "\(path): SQLite keeps synchronous=\(level ?? -1), "
                            + "journal_mode=\(mode ?? "?") where FULL and WAL are needed")
                }
            }
            return pool
        } catch {
            throw describe(error, path: path)
        }
    }

    private static func check(path: String) throws {
        do {
            try check(path: path, isForWriting: false)
        } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK
        {
            // What a server had begun that ended while it made the file: who only reads cannot take it back.
            try check(path: path, isForWriting: true)
        }
    }

    private static func check(path: String, isForWriting: Bool) throws {
        var configuration = Configuration()
        configuration.readonly = !isForWriting
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { try check($0, path: path) }
        try queue.close()
    }

    /// Checks that a database is a store of this version or an older one, or empty.
    ///
    /// - Throws: `corrupt` where it is not a store, `tooNew` where its schema is of a newer version.
    static func check(_ db: Database, path: String) throws {
        // The migrator makes its table by itself: a server that ends right after that leaves an empty store.
        let tables =
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
        let mark = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard tables == 0 || mark == SQLiteSchema.applicationID else {
            throw JournalError.corrupt(path: path, detail: "it is not a store of Lockstep")
        }
        guard try !SQLiteSchema.migrator.hasBeenSuperseded(db) else {
            throw JournalError.tooNew(path: path)
        }
    }

    /// The longest body of a snapshot or record, in bytes: SQLite's limit for a row, less room for the
    /// row's other values.
    static func maximumValueBytes(_ db: Database) -> Int {
        let limit = unsafe sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, -1)
        return Int(limit) - 65_536
    }

    /// Converts any error to a `JournalError`.
    ///
    /// - Returns: `corrupt` where the stored bytes are at fault, so that trying again does not help.
    static func describe(_ error: any Error, path: String) -> JournalError {
        if let error = error as? JournalError { return error }
        guard let error = error as? DatabaseError else { return .failed("\(path): \(error)") }
        return switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            .corrupt(path: path, detail: error.message ?? "damaged")
        case .SQLITE_TOOBIG:
            .corrupt(path: path, detail: "a value is longer than SQLite reads")
        default:
            .failed("\(path): \(error.message ?? "SQLite error") (\(error.extendedResultCode))")
        }
    }
}

/// Files that only their owner may read, as a store and its backups hold the content of every list.
enum PrivateFile {
    /// Creates an empty file at `path` unless there is one; SQLite gives its side files the same mode.
    ///
    /// Ignores failure: opening the file then reports the reason.
    static func make(_ path: String) {
        let made = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if made >= 0 { close(made) }
    }
}
