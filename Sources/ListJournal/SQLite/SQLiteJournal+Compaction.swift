import Foundation
internal import GRDB

extension SQLiteJournal {
    package func saveSnapshot(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try checkLength(snapshot.body)
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
            try SnapshotRow(snapshot).replace("snapshots", of: list, epoch, in: db)
        }
    }

    package func saveOrigin(
        _ origin: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try checkLength(origin.body)
        try await committing { db in
            try SnapshotRow(origin).replace("origins", of: list, epoch, in: db)
            try Self.dropSpares(of: list, in: db)
        }
    }

    package func trim(list: String, through revision: Int) async throws(JournalError) -> Int {
        let origin = try await committing { db in
            try Self.promote(list, through: revision, in: db)
            return try Int.fetchOne(
                db,
                sql: """
                    SELECT CAST(o.revision AS INTEGER) FROM origins o JOIN lists l ON l.key = o.list
                    WHERE l.id = ?
                    """, arguments: [list]) ?? 0
        }
        while try await committing({ db in
            let numbers = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT r.number FROM records r
                        JOIN lists l ON l.key = r.list JOIN origins o ON o.list = r.list
                        WHERE l.id = ? AND r.revision <= ? AND r.token <= o.token
                            AND typeof(o.token) = 'integer'
                        ORDER BY r.revision, r.token LIMIT 1000
                        """), arguments: [list, revision])
            return try RecordRemoval.remove(numbers, in: db) > 0
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
}

/// A snapshot on its way into a table, its bytes bound where they stand.
struct SnapshotRow {
    private let snapshot: StoredSnapshot

    init(_ snapshot: StoredSnapshot) {
        self.snapshot = snapshot
    }

    /// Adds a list's first snapshot.
    func insert(_ list: String, in db: Database) throws {
        let statement = try BoundStatement(
            db,
            sql: """
                INSERT INTO snapshots (revision, token, body, checksum, list)
                SELECT ?, ?, ?, ?, key FROM lists WHERE id = ?
                """)
        try statement.bind(copying: list, at: 5)
        try run(statement)
    }

    /// Replaces what the table has, unless the list's epoch is another or that is as new.
    func replace(_ table: String, of list: String, _ epoch: String, in db: Database) throws {
        let statement = try BoundStatement(
            db,
            sql: """
                UPDATE \(table) SET revision = ?, token = ?, body = ?, checksum = ?
                WHERE list = (SELECT key FROM lists WHERE id = ? AND epoch = ?) AND token < ?
                """)
        try statement.bind(copying: list, at: 5)
        try statement.bind(copying: epoch, at: 6)
        try statement.bind(snapshot.position.token, at: 7)
        try run(statement)
    }

    private func run(_ statement: BoundStatement) throws {
        try statement.bind(snapshot.position.revision, at: 1)
        try statement.bind(snapshot.position.token, at: 2)
        try statement.bind(Checksum.of(snapshot.position, snapshot.body), at: 4)
        unsafe try snapshot.body.withUnsafeBufferPointer { body in
            unsafe try statement.bind(bytes: body, at: 3)
            try statement.run()
        }
    }
}
