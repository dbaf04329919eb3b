import Foundation
internal import GRDB

extension SQLiteJournal {
    package func saveSnapshot(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await committing { db in
            try db.cachedStatement(
                sql: """
                    INSERT INTO origins (list, revision, token, body, checksum)
                    SELECT s.list, s.revision, s.token, s.body, s.checksum FROM snapshots s
                    JOIN lists l ON l.key = s.list WHERE l.id = ? AND l.epoch = ? AND s.token < ?
                    ON CONFLICT (list) DO NOTHING
                    """
            ).execute(arguments: [list, epoch, snapshot.position.token])
            try db.cachedStatement(
                sql: """
                    INSERT INTO spares (list, revision, token, body, checksum)
                    SELECT s.list, s.revision, s.token, s.body, s.checksum FROM snapshots s
                    JOIN lists l ON l.key = s.list JOIN origins o ON o.list = s.list
                    WHERE l.id = ? AND l.epoch = ? AND s.token < ? AND s.token > o.token
                    ON CONFLICT (list) DO NOTHING
                    """
            ).execute(arguments: [list, epoch, snapshot.position.token])
            try Self.move("snapshots", to: snapshot, of: list, epoch, in: db)
        }
    }

    package func saveOrigin(
        _ origin: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await committing { db in
            try Self.move("origins", to: origin, of: list, epoch, in: db)
            try Self.dropSpares(of: list, in: db)
        }
    }

    package func trim(list: String, through revision: Int) async throws(JournalError) -> Int {
        let origin = try await committing { db in
            try Self.promote(list, through: revision, in: db)
            return try Int.fetchOne(
                db,
                sql: """
                    SELECT o.revision FROM origins o JOIN lists l ON l.key = o.list
                    WHERE l.id = ?
                    """, arguments: [list]) ?? 0
        }
        // In portions, so that no edit waits long for the transaction that holds one.
        let portion = 500
        while try await committing({ db in
            try db.cachedStatement(
                sql: """
                    DELETE FROM records WHERE number IN (
                        SELECT r.number FROM records r
                        JOIN lists l ON l.key = r.list JOIN origins o ON o.list = r.list
                        WHERE l.id = ? AND r.revision <= ? AND r.token <= o.token
                        ORDER BY r.revision, r.token LIMIT ?)
                    """
            ).execute(arguments: [list, revision, portion])
            return db.changesCount == portion
        }) {}
        return min(origin, revision)
    }

    /// Makes the snapshot that is kept aside the origin, where it is not above `revision`.
    private static func promote(
        _ list: String, through revision: Int, in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                UPDATE origins SET (revision, token, body, checksum) = (
                    SELECT revision, token, body, checksum FROM spares
                    WHERE spares.list = origins.list)
                WHERE list = (
                    SELECT s.list FROM spares s JOIN lists l ON l.key = s.list
                    WHERE l.id = ? AND s.revision <= ?)
                """
        ).execute(arguments: [list, revision])
        try dropSpares(of: list, in: db)
    }

    /// Removes the snapshot that is kept aside once the origin has reached it.
    private static func dropSpares(of list: String, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM spares WHERE list = (SELECT key FROM lists WHERE id = ?)
                    AND token <= (SELECT token FROM origins WHERE origins.list = spares.list)
                """
        ).execute(arguments: [list])
    }

    private static func move(
        _ table: String, to snapshot: StoredSnapshot, of list: String, _ epoch: String,
        in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                UPDATE \(table) SET revision = ?, token = ?, body = ?, checksum = ?
                WHERE list = (SELECT key FROM lists WHERE id = ? AND epoch = ?) AND token < ?
                """
        ).execute(arguments: [
            snapshot.position.revision, snapshot.position.token, Data(snapshot.body),
            Checksum.of(snapshot.position, snapshot.body), list, epoch, snapshot.position.token,
        ])
    }
}
