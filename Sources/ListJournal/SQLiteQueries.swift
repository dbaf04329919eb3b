import Foundation
internal import GRDB

/// Reads the tables of a store, of this version or of an older one.
struct SQLiteQueries: Sendable {
    /// Whether the store has what the migration "v2" adds: checksums and origins.
    let hasOrigins: Bool

    /// A store that is up to date.
    static let current = SQLiteQueries(hasOrigins: true)

    init(hasOrigins: Bool) {
        self.hasOrigins = hasOrigins
    }

    init(_ db: Database) throws {
        hasOrigins = try db.tableExists("origins")
    }

    private var checksum: String { hasOrigins ? "checksum" : "NULL AS checksum" }

    func heads(_ db: Database) throws -> [ListHead] {
        try ListHead.fetch(db, sql: "SELECT * FROM lists ORDER BY id", arguments: [])
    }

    func head(_ db: Database, of list: String) throws -> ListHead? {
        try ListHead.fetch(db, sql: "SELECT * FROM lists WHERE id = ?", arguments: [list]).first
    }

    func records(
        _ db: Database, of list: String, after revision: Int, limit: Int
    ) throws -> [StoredRecord] {
        try records(db, list, "revision > ?", [revision], limit)
    }

    func records(
        _ db: Database, of list: String, after position: JournalPosition, limit: Int
    ) throws -> [StoredRecord] {
        try records(
            db, list, "(revision, token) > (?, ?)", [position.revision, position.token], limit)
    }

    func snapshot(_ db: Database, of list: String) throws -> StoredSnapshot? {
        try snapshot(db, list, in: "snapshots")
    }

    func origin(_ db: Database, of list: String) throws -> StoredSnapshot? {
        guard hasOrigins, let origin = try snapshot(db, list, in: "origins") else {
            return try snapshot(db, of: list)
        }
        return origin
    }

    private func records(
        _ db: Database, _ list: String, _ condition: String, _ arguments: StatementArguments,
        _ limit: Int
    ) throws -> [StoredRecord] {
        let rows = try GRDB.Row.fetchCursor(
            db,
            sql: """
                SELECT revision, token, at, body, \(checksum) FROM records
                WHERE list = (SELECT key FROM lists WHERE id = ?) AND \(condition)
                ORDER BY revision, token LIMIT ?
                """, arguments: [list] + arguments + [limit])
        var records: [StoredRecord] = []
        while let row = try rows.next() {
            let position = JournalPosition(revision: row["revision"], token: row["token"])
            let at: Int = row["at"]
            let body = [UInt8](row["body"] as Data)
            let known: Int64? = row["checksum"]
            records.append(
                StoredRecord(
                    position: position, at: at, body: body,
                    isIntact: known.map { Checksum.isRight($0, position, at: at, body) } ?? true))
        }
        return records
    }

    private func snapshot(
        _ db: Database, _ list: String, in table: String
    ) throws -> StoredSnapshot? {
        let row = try GRDB.Row.fetchOne(
            db,
            sql: """
                SELECT revision, token, body, \(checksum) FROM \(table)
                WHERE list = (SELECT key FROM lists WHERE id = ?)
                """, arguments: [list])
        return row.map { row in
            let position = JournalPosition(revision: row["revision"], token: row["token"])
            let body = [UInt8](row["body"] as Data)
            let known: Int64? = row["checksum"]
            return StoredSnapshot(
                position: position, body: body,
                isIntact: known.map { Checksum.isRight($0, position, body) } ?? true)
        }
    }
}

extension ListHead {
    fileprivate static func fetch(
        _ db: Database, sql: String, arguments: StatementArguments
    ) throws -> [ListHead] {
        try GRDB.Row.fetchAll(db, sql: sql, arguments: arguments).map {
            ListHead(
                list: $0["id"], epoch: $0["epoch"], title: $0["title"], rows: $0["rows"],
                position: JournalPosition(revision: $0["revision"], token: $0["token"]))
        }
    }
}
