import Foundation
internal import GRDB

extension SQLiteJournal {
    package func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        try await records(list: list, "revision > ?", [revision], limit: limit)
    }

    package func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await records(
            list: list, "(revision, token) > (?, ?)", [position.revision, position.token],
            limit: limit)
    }

    package func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await reading { db in
            let row = try GRDB.Row.fetchOne(
                db,
                sql: """
                    SELECT s.revision, s.token, s.body FROM snapshots s
                    JOIN lists l ON l.key = s.list WHERE l.id = ?
                    """, arguments: [list])
            return row.map {
                StoredSnapshot(
                    position: JournalPosition(revision: $0["revision"], token: $0["token"]),
                    body: [UInt8]($0["body"] as Data))
            }
        }
    }

    package func saveSnapshot(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await committing { db in
            try db.cachedStatement(
                sql: """
                    UPDATE snapshots SET revision = ?, token = ?, body = ?
                    WHERE list = (SELECT key FROM lists WHERE id = ? AND epoch = ?) AND token < ?
                    """
            ).execute(arguments: [
                snapshot.position.revision, snapshot.position.token, Data(snapshot.body), list,
                epoch, snapshot.position.token,
            ])
        }
    }

    package func trim(list: String, through revision: Int) async throws(JournalError) {
        // In portions, so that no edit waits long for the transaction that holds one.
        let portion = 500
        while try await committing({ db in
            try db.cachedStatement(
                sql: """
                    DELETE FROM records WHERE number IN (
                        SELECT r.number FROM records r
                        JOIN lists l ON l.key = r.list JOIN snapshots s ON s.list = r.list
                        WHERE l.id = ? AND r.revision <= ? AND r.token <= s.token
                        ORDER BY r.revision, r.token LIMIT ?)
                    """
            ).execute(arguments: [list, revision, portion])
            return db.changesCount == portion
        }) {}
    }

    private func records(
        list: String, _ condition: String, _ arguments: StatementArguments, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await reading { db in
            let rows = try GRDB.Row.fetchCursor(
                db,
                sql: """
                    SELECT revision, token, at, body FROM records
                    WHERE list = (SELECT key FROM lists WHERE id = ?) AND \(condition)
                    ORDER BY revision, token LIMIT ?
                    """, arguments: [list] + arguments + [limit])
            var records: [StoredRecord] = []
            while let row = try rows.next() {
                records.append(
                    StoredRecord(
                        position: JournalPosition(revision: row["revision"], token: row["token"]),
                        at: row["at"], body: [UInt8](row["body"] as Data)))
            }
            return records
        }
    }
}

extension ListHead {
    static func fetch(
        _ db: Database, sql: String, arguments: StatementArguments
    ) throws -> [ListHead] {
        try GRDB.Row.fetchAll(db, sql: sql, arguments: arguments).map {
            ListHead(
                list: $0["id"], epoch: $0["epoch"], title: $0["title"], rows: $0["rows"],
                position: JournalPosition(revision: $0["revision"], token: $0["token"]))
        }
    }
}
