import Foundation
internal import GRDB
internal import GRDBSQLite

/// Opens the database file: checks whose it is, migrates it, and makes every commit durable.
enum SQLiteStore {
    /// Pages of 4 kB in the write-ahead log at which they are written back: 16 MB.
    private static let walPages = 4_000

    /// - Parameter valueLimit: The longest value in bytes, for tests; nil: what SQLite takes.
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
                // Pages that every commit changes are so written back less often.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(walPages)")
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
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { try check($0, path: path) }
        try queue.close()
    }

    /// - Throws: `corrupt` where the file is none of ours, `tooNew` where its schema is not known.
    static func check(_ db: Database, path: String) throws {
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        let mark = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard tables == 0 || mark == SQLiteSchema.applicationID else {
            throw JournalError.corrupt(path: path, detail: "it is no store of Lockstep's")
        }
        guard try !SQLiteSchema.migrator.hasBeenSuperseded(db) else {
            throw JournalError.tooNew(path: path)
        }
    }

    /// Bytes that a snapshot or a record may have: what SQLite takes in a row, with room for the rest of it.
    static func maximumValueBytes(_ db: Database) -> Int {
        let limit = unsafe sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, -1)
        return Int(limit) - 65_536
    }

    /// - Returns: `corrupt` where what is stored is at fault, and asking again does not help.
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
