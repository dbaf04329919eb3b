internal import GRDB

/// The tables of the hooks and of how far each was notified of each list.
///
/// A cursor's list need not be there: a hook may still have to be notified that it was deleted.
enum HookTables {
    /// - Returns: Nil where there is no such hook.
    static func cursors(of hook: String, in db: Database) throws -> [HookCursor]? {
        guard
            try Int.fetchOne(db, sql: "SELECT 1 FROM hooks WHERE name = ?", arguments: [hook])
                != nil
        else { return nil }
        let statement = try BoundStatement(
            db, sql: "SELECT list, body FROM cursors WHERE hook = ?")
        try statement.bind(copying: hook, at: 1)
        var cursors: [HookCursor] = []
        try statement.forEachRow { row in
            guard let list = row.text(0), let body = row.bytes(1),
                let cursor = HookCursor(list: list, decoding: body, place: 1)
            else {
                throw JournalError.failed(
                    "a cursor of the hook \(hook) is damaged: `lockstep hooks forget \(hook)`")
            }
            cursors.append(cursor)
            return true
        }
        return cursors
    }

    static func begin(_ hook: String, at cursors: [HookCursor], in db: Database) throws {
        try forget(hook, in: db)
        try db.execute(sql: "INSERT INTO hooks VALUES (?)", arguments: [hook])
        _ = try save(cursors, of: hook, in: db)
    }

    static func save(
        _ cursors: [HookCursor], of hook: String, in db: Database
    ) throws -> [SavedCursor] {
        let insertion = try BoundStatement(
            db, sql: "INSERT OR REPLACE INTO cursors VALUES (?, ?, ?)")
        let removal = try BoundStatement(
            db, sql: "DELETE FROM cursors WHERE hook = ? AND list = ?")
        return try cursors.map { cursor in
            var cursor = cursor
            let statement = cursor.isEmpty ? removal : insertion
            try statement.bind(copying: hook, at: 1)
            try statement.bind(copying: cursor.list, at: 2)
            if cursor.isEmpty {
                try statement.run()
            } else {
                unsafe try cursor.encoded.withUnsafeBufferPointer { body in
                    unsafe try statement.bind(bytes: body, at: 3)
                    try statement.run()
                }
            }
            // No other server writes: any place but 0 says that it is stored.
            cursor.place = cursor.isEmpty ? 0 : 1
            return SavedCursor(cursor, isOwn: true)
        }
    }

    static func forget(_ hook: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM cursors WHERE hook = ?", arguments: [hook])
        try db.execute(sql: "DELETE FROM hooks WHERE name = ?", arguments: [hook])
    }
}
