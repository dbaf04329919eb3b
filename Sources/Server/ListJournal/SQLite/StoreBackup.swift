// Canonical equivalence in this file: ids, epochs and words of SQLite; names of versions have at most 200 bytes.
import Foundation
internal import GRDB

/// Makes backups, and converts a backup that is opened as a store.
///
/// A backup has a mark, `PRAGMA user_version`. The server that opens a marked file as its store gives
/// every list a new epoch, since clients may hold revisions that the backup does not have. Nothing else
/// uses that number; it needs no table and changes in the same transaction as the epochs.
enum StoreBackup {
    private static let mark = 1

    /// Pages copied between two calls of `progress`: 4 MiB.
    private static let pagesPerStep: CInt = 1024

    /// The part of a file's name between the store's and a random one while the backup is made.
    private static let temporarySuffix = ".backup-"

    /// Makes a backup of a store that this process uses.
    ///
    /// - Parameter progress: Called between steps.
    /// - Complexity: O(n) in the store's bytes.
    static func make(
        of file: StoreFile, progress: @escaping @Sendable () -> Void
    ) throws(JournalError) -> BackupFile {
        let target = file.path + temporarySuffix + UUID().uuidString
        do {
            let reader = try StoreReader(file)
            try reader.backup(to: target) { _ in progress() }
            try reader.close()
        } catch {
            _ = unsafe unlink(target)
            throw SQLiteStore.describe(error, path: target)
        }
        return try BackupFile(unlinking: target)
    }

    /// Copies a database into the file `target` and marks the copy as a backup.
    ///
    /// - Parameters:
    ///   - target: Must not exist yet. It becomes one file, synced, without side files.
    ///   - progress: Called between steps with the share that is copied, 0…1.
    static func copy(
        _ queue: DatabaseQueue, to target: String, progress: @escaping (Double) throws -> Void
    ) throws {
        PrivateFile.make(target)
        let copy = try DatabaseQueue(path: target)
        try queue.inDatabase { source in
            try copy.writeWithoutTransaction { db in
                try source.backup(to: db, pagesPerStep: pagesPerStep) { step in
                    let total = max(1, step.totalPageCount)
                    try progress(Double(step.completedPageCount) / Double(total))
                }
            }
        }
        try copy.close()
        try seal(target)
    }

    /// Makes a store that is not in use one file without side files.
    ///
    /// - Parameter isBackup: Whether it is marked as a backup.
    static func seal(_ path: String, isBackup: Bool = true) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            // A copy is in WAL mode, like its source.
            try db.execute(
                sql: """
                    PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;
                    PRAGMA user_version = \(isBackup ? mark : 0)
                    """)
        }
        try queue.close()
    }

    /// Whether a database is a backup.
    static func isBackup(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "PRAGMA user_version") == mark
    }

    /// Converts a backup to a store: gives every list a new epoch and removes the mark.
    ///
    /// - Returns: Whether it was a backup.
    static func convertToStore(_ db: Database) throws -> Bool {
        guard try isBackup(db) else { return false }
        try db.execute(
            sql: """
                UPDATE lists SET epoch = lower(hex(randomblob(8)));
                DELETE FROM marks;
                PRAGMA user_version = 0;
                """)
        return true
    }

    /// Removes the unfinished backups of a server that was killed; for the owner of the store.
    static func removeUnfinished(of path: String) {
        let store = URL(fileURLWithPath: path)
        let folder = store.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(store.lastPathComponent + temporarySuffix) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }
}
