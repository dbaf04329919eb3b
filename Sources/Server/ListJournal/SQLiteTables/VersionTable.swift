// Canonical equivalence in this file: ids, epochs and words of SQLite; names of versions have at most 200 bytes.
internal import GRDB

/// The table of the named versions of lists, each with the list as it was.
enum VersionTable {
    /// Adds a version of a list that has this epoch, unless its name is taken or there are `most`.
    static func add(
        _ version: NamedVersion, _ body: [UInt8], to list: String, epoch: String, most: Int,
        in db: Database
    ) throws -> NamingOutcome {
        let key = try Int64.fetchOne(
            db, sql: "SELECT key FROM lists WHERE id = ? AND epoch = ?", arguments: [list, epoch])
        guard let key else { return .gone }
        let names = try String.fetchAll(
            db, sql: "SELECT name FROM versions WHERE list = ?", arguments: [key])
        guard !names.contains(version.name) else { return .taken }
        guard names.count < most else { return .full }
        try insert(version, body, of: key, in: db)
        return .stored
    }

    /// Adds a version of a list that is being copied.
    static func insert(
        _ version: NamedVersion, _ body: [UInt8], of list: String, in db: Database
    ) throws {
        let key = try Int64.fetchOne(
            db, sql: "SELECT key FROM lists WHERE id = ?", arguments: [list])
        if let key { try insert(version, body, of: key, in: db) }
    }

    private static func insert(
        _ version: NamedVersion, _ body: [UInt8], of key: Int64, in db: Database
    ) throws {
        let statement = try BoundStatement(
            db,
            sql: """
                INSERT INTO versions (list, name, revision, at, user, body, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.bind(key, at: 1)
        try statement.bind(copying: version.name, at: 2)
        try statement.bind(version.revision, at: 3)
        try statement.bind(version.at, at: 4)
        if let user = version.user {
            try statement.bind(copying: user, at: 5)
        } else {
            try statement.bind(Int64?.none, at: 5)
        }
        try statement.bind(Checksum.of(position(of: version.revision), previous: nil, body), at: 7)
        unsafe try body.withUnsafeBufferPointer { body in
            unsafe try statement.bind(bytes: body, at: 6)
            try statement.run()
        }
    }

    /// - Returns: Whether there was one.
    static func remove(
        _ name: String, of list: String, epoch: String, in db: Database
    ) throws -> Bool {
        try db.execute(
            sql: """
                DELETE FROM versions WHERE name = ?
                    AND list = (SELECT key FROM lists WHERE id = ? AND epoch = ?)
                """, arguments: [name, list, epoch])
        return db.changesCount > 0
    }

    /// Removes one version of a deleted list: each may be as long as a snapshot.
    ///
    /// - Returns: Whether there was one.
    static func removeOne(of key: Int64, in db: Database) throws -> Bool {
        try db.execute(
            sql: """
                DELETE FROM versions
                WHERE number = (SELECT number FROM versions WHERE list = ? LIMIT 1)
                """, arguments: [key])
        return db.changesCount > 0
    }

    /// The versions of a list, in the order in which they are told.
    static func all(of list: String, in db: Database) throws -> [NamedVersion] {
        let statement = try BoundStatement(
            db,
            sql: """
                SELECT name, revision, at, user FROM versions
                WHERE list = (SELECT key FROM lists WHERE id = ?)
                """)
        try statement.bind(copying: list, at: 1)
        var versions: [NamedVersion] = []
        try statement.forEachRow { row in
            guard let name = row.text(0),
                let revision = row.integer(1).flatMap({ Int(exactly: $0) })
            else { return true }
            versions.append(
                NamedVersion(
                    name: name, revision: revision,
                    at: row.integer(2).flatMap { Int(exactly: $0) } ?? 0, user: row.text(3)))
            return true
        }
        return versions.sorted(by: NamedVersion.precedes)
    }

    /// The list as it was at the version of this name.
    static func snapshot(
        _ name: String, of list: String, in db: Database
    ) throws -> StoredSnapshot? {
        let statement = try BoundStatement(
            db,
            sql: """
                SELECT revision, body, checksum FROM versions
                WHERE list = (SELECT key FROM lists WHERE id = ?) AND name = ?
                """)
        try statement.bind(copying: list, at: 1)
        try statement.bind(copying: name, at: 2)
        var snapshot: StoredSnapshot?
        try statement.forEachRow { row in
            let revision = row.integer(0).flatMap { Int(exactly: $0) }
            let position = position(of: revision ?? 0)
            let body = row.bytes(1)
            let isIntact =
                if revision != nil, let body, let checksum = row.integer(2) {
                    Checksum.isRight(checksum, position, previous: nil, body)
                } else {
                    false
                }
            snapshot = StoredSnapshot(position: position, body: body ?? [], isIntact: isIntact)
            return false
        }
        return snapshot
    }

    /// A version is of a revision, and of no record.
    private static func position(of revision: Int) -> JournalPosition {
        JournalPosition(revision: revision, token: 0)
    }
}
