internal import GRDB

/// Writes the three tables of snapshots: of each list the newest, the base at which its kept records
/// begin, and the nextBase between the two, which is to be the next base.
///
/// Nothing is replaced by an older snapshot, nor by one of another epoch of the list.
enum SnapshotTables {
    /// Adds a list's first snapshot, or another one of a list that is being copied.
    ///
    /// - Parameter table: `snapshots`, `bases` or `nextBases`.
    static func insert(
        _ snapshot: StoredSnapshot, of list: String, into table: String = "snapshots",
        in db: Database
    ) throws {
        let statement = try BoundStatement(
            db,
            sql: """
                INSERT INTO \(table) (revision, token, body, checksum, record, list)
                SELECT ?, ?, ?, ?, ?, key FROM lists WHERE id = ?
                """)
        try statement.bind(copying: list, at: 6)
        try run(statement, with: snapshot)
    }

    /// Replaces the newest snapshot; the one that it replaces becomes the base where there is none,
    /// else the nextBase where there is none.
    static func save(
        _ snapshot: StoredSnapshot, of list: String, epoch: String, in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO origins (list, revision, token, body, checksum, record)
                SELECT s.list, s.revision, s.token, s.body, s.checksum, s.record
                FROM snapshots s
                JOIN lists l ON l.key = s.list WHERE l.id = ? AND l.epoch = ? AND s.token < ?
                ON CONFLICT (list) DO NOTHING
                """
        ).execute(arguments: [list, epoch, snapshot.position.token])
        try db.cachedStatement(
            sql: """
                INSERT INTO spares (list, revision, token, body, checksum, record)
                SELECT s.list, s.revision, s.token, s.body, s.checksum, s.record
                FROM snapshots s
                JOIN lists l ON l.key = s.list JOIN origins o ON o.list = s.list
                WHERE l.id = ? AND l.epoch = ? AND s.token < ? AND s.token > o.token
                ON CONFLICT (list) DO NOTHING
                """
        ).execute(arguments: [list, epoch, snapshot.position.token])
        try replace("snapshots", with: snapshot, of: list, epoch: epoch, in: db)
    }

    /// Replaces the base.
    static func saveBase(
        _ base: StoredSnapshot, of list: String, epoch: String, in db: Database
    ) throws {
        try replace("origins", with: base, of: list, epoch: epoch, in: db)
        try removeNextBase(of: list, in: db)
    }

    /// Makes the nextBase the base, unless it is above `revision`.
    static func promoteNextBase(of list: String, through revision: Int, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE origins SET (revision, token, body, checksum, record) = (
                    SELECT revision, token, body, checksum, record FROM spares
                    WHERE spares.list = origins.list)
                WHERE list = (
                    SELECT s.list FROM spares s JOIN lists l ON l.key = s.list
                    WHERE l.id = ? AND s.revision <= ?)
                """
        ).execute(arguments: [list, revision])
        try removeNextBase(of: list, in: db)
    }

    /// The revision of the base; `nil` where there is none.
    static func baseRevision(of list: String, in db: Database) throws -> Int? {
        try Int.fetchOne(
            db,
            sql: """
                SELECT CAST(o.revision AS INTEGER) FROM origins o JOIN lists l ON l.key = o.list
                WHERE l.id = ?
                """, arguments: [list])
    }

    /// Removes the nextBase once the base has reached it.
    private static func removeNextBase(of list: String, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM spares WHERE list = (SELECT key FROM lists WHERE id = ?)
                    AND token <= (SELECT token FROM origins WHERE origins.list = spares.list)
                """
        ).execute(arguments: [list])
    }

    /// Replaces the list's snapshot in the table, unless its epoch is another or that one is as new.
    private static func replace(
        _ table: String, with snapshot: StoredSnapshot, of list: String, epoch: String,
        in db: Database
    ) throws {
        let statement = try BoundStatement(
            db,
            sql: """
                UPDATE \(table) SET revision = ?, token = ?, body = ?, checksum = ?, record = ?
                WHERE list = (SELECT key FROM lists WHERE id = ? AND epoch = ?) AND token < ?
                """)
        try statement.bind(copying: list, at: 6)
        try statement.bind(copying: epoch, at: 7)
        try statement.bind(snapshot.position.token, at: 8)
        try run(statement, with: snapshot)
    }

    /// Binds revision, token, body, checksum and the record's check, the body without copying it, and
    /// runs the statement.
    private static func run(_ statement: BoundStatement, with snapshot: StoredSnapshot) throws {
        try statement.bind(snapshot.position.revision, at: 1)
        try statement.bind(snapshot.position.token, at: 2)
        try statement.bind(
            Checksum.of(
                snapshot.position, previous: snapshot.position.check, snapshot.body), at: 4)
        try statement.bind(snapshot.position.check, at: 5)
        unsafe try snapshot.body.withUnsafeBufferPointer { body in
            unsafe try statement.bind(bytes: body, at: 3)
            try statement.run()
        }
    }
}
