internal import GRDB

/// The tables of the SQLite store and the steps that bring an older one up to date.
enum SQLiteSchema {
    /// Marks the file as a store of Lockstep (`PRAGMA application_id`): "LkSt".
    static let applicationID = 0x4C6B_5374

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE lists (
                        key INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        epoch TEXT NOT NULL,
                        title TEXT NOT NULL,
                        rows INTEGER NOT NULL,
                        revision INTEGER NOT NULL,
                        token INTEGER NOT NULL,
                        updated INTEGER NOT NULL
                    );
                    CREATE TABLE records (
                        number INTEGER PRIMARY KEY,
                        list INTEGER NOT NULL REFERENCES lists(key) ON DELETE CASCADE,
                        revision INTEGER NOT NULL,
                        token INTEGER NOT NULL,
                        at INTEGER NOT NULL,
                        body BLOB NOT NULL
                    );
                    CREATE UNIQUE INDEX records_by_position ON records(list, revision, token);
                    CREATE TABLE snapshots (
                        list INTEGER PRIMARY KEY REFERENCES lists(key) ON DELETE CASCADE,
                        revision INTEGER NOT NULL,
                        token INTEGER NOT NULL,
                        body BLOB NOT NULL
                    );
                    CREATE TABLE probes (number INTEGER PRIMARY KEY, count INTEGER NOT NULL);
                    INSERT INTO probes VALUES (1, 0);
                    PRAGMA application_id = \(applicationID);
                    """)
        }
        migrator.registerMigration("v2") { db in
            // Records and snapshots of version 1 have no checksum, and its lists no base until
            // they are next compacted.
            try db.execute(
                sql: """
                    ALTER TABLE records ADD COLUMN checksum INTEGER;
                    ALTER TABLE snapshots ADD COLUMN checksum INTEGER;
                    CREATE TABLE origins (
                        list INTEGER PRIMARY KEY REFERENCES lists(key) ON DELETE CASCADE,
                        revision INTEGER NOT NULL,
                        token INTEGER NOT NULL,
                        body BLOB NOT NULL,
                        checksum INTEGER
                    );
                    """)
        }
        migrator.registerMigration("v3") { db in
            // A snapshot of each list that is to be its next base.
            try db.execute(
                sql: """
                    CREATE TABLE spares (
                        list INTEGER PRIMARY KEY REFERENCES lists(key) ON DELETE CASCADE,
                        revision INTEGER NOT NULL,
                        token INTEGER NOT NULL,
                        body BLOB NOT NULL,
                        checksum INTEGER
                    );
                    """)
        }
        migrator.registerMigration("v4") { db in
            // Each record names the check of the one before, and a snapshot that of the record whose
            // position it has; those of earlier versions name none.
            try db.execute(
                sql: """
                    ALTER TABLE records ADD COLUMN previous INTEGER;
                    ALTER TABLE snapshots ADD COLUMN record INTEGER;
                    ALTER TABLE origins ADD COLUMN record INTEGER;
                    ALTER TABLE spares ADD COLUMN record INTEGER;
                    """)
        }
        migrator.registerMigration("v5") { db in
            // What copying lists leaves: one row at most.
            try db.execute(
                sql: """
                    CREATE TABLE marks (
                        number INTEGER PRIMARY KEY CHECK (number = 1),
                        kind TEXT NOT NULL,
                        id TEXT NOT NULL,
                        place TEXT NOT NULL,
                        keepsEpochs INTEGER NOT NULL
                    );
                    """)
        }
        migrator.registerMigration("v6") { db in
            // Revisions that have a name, each with the list as it was.
            try db.execute(
                sql: """
                    CREATE TABLE versions (
                        number INTEGER PRIMARY KEY,
                        list INTEGER NOT NULL REFERENCES lists(key) ON DELETE CASCADE,
                        name TEXT NOT NULL,
                        revision INTEGER NOT NULL,
                        at INTEGER NOT NULL,
                        user TEXT,
                        body BLOB NOT NULL,
                        checksum INTEGER NOT NULL
                    );
                    CREATE UNIQUE INDEX versions_by_name ON versions(list, name);
                    """)
        }
        migrator.registerMigration("v7") { db in
            // How far each hook was notified of each list.
            try db.execute(
                sql: """
                    CREATE TABLE hooks (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
                    CREATE TABLE cursors (
                        hook TEXT NOT NULL,
                        list TEXT NOT NULL,
                        body BLOB NOT NULL,
                        PRIMARY KEY (hook, list)
                    ) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("v8") { db in
            // How many of a list's rows are done; of lists of earlier versions, once they are changed.
            try db.execute(sql: "ALTER TABLE lists ADD COLUMN done INTEGER;")
        }
        return migrator
    }
}
