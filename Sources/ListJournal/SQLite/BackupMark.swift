internal import GRDB

/// The mark that a file is a backup: whoever opens it next as a store gives every list a new epoch,
/// since clients may hold revisions that the backup does not know.
///
/// It is `PRAGMA user_version`, which nothing else uses, so that it needs no table and goes in the
/// same transaction as the epochs change.
enum BackupMark {
    private static let marked = 1

    static func set(_ db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(marked)")
    }

    /// Makes a backup a store of its own, where it is one.
    ///
    /// - Returns: Whether it was one.
    static func redeem(_ db: Database) throws -> Bool {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") == marked else { return false }
        try db.execute(
            sql: """
                UPDATE lists SET epoch = lower(hex(randomblob(8)));
                PRAGMA user_version = 0;
                """)
        return true
    }
}
