// Canonical equivalence in this file: ids, epochs and words of SQLite; names of versions have at most 200 bytes.
internal import GRDB

/// Reads the tables of a store, of this version or of an older one.
///
/// A value of another type than the schema's is damage, which the returned value reports.
struct SQLiteQueries: Sendable {
    /// Whether the store has what the migration "v2" adds: checksums and bases.
    private let hasBases: Bool
    /// Whether it has what the migration "v3" adds.
    private let hasNextBases: Bool
    /// Whether it has what the migration "v4" adds: records that name the check of the one before.
    private let hasChain: Bool
    /// Whether it has what the migration "v6" adds.
    private let hasVersions: Bool
    /// Whether it has what the migration "v8" adds: how many rows are done.
    private let hasDone: Bool

    /// A store that is up to date.
    static let current = SQLiteQueries(
        hasBases: true, hasNextBases: true, hasChain: true, hasVersions: true, hasDone: true)

    /// Bytes of bodies after which a portion takes no further record: 4 MiB.
    private static let portionBytes = 4 << 20

    /// Bytes of the oldest record's body that ``keptLog(_:of:)`` returns.
    private static let beginningBytes = 256

    private init(
        hasBases: Bool, hasNextBases: Bool, hasChain: Bool, hasVersions: Bool, hasDone: Bool
    ) {
        self.hasBases = hasBases
        self.hasNextBases = hasNextBases
        self.hasChain = hasChain
        self.hasVersions = hasVersions
        self.hasDone = hasDone
    }

    init(_ db: Database) throws {
        hasBases = try db.tableExists("origins")
        hasNextBases = try db.tableExists("spares")
        hasChain = try db.columns(in: "records").contains { $0.name == "previous" }
        hasVersions = try db.tableExists("versions")
        hasDone = try db.columns(in: "lists").contains { $0.name == "done" }
    }

    private var checksum: String { hasBases ? "checksum" : "NULL AS checksum" }
    private var previous: String { hasChain ? "previous" : "NULL AS previous" }
    private var record: String { hasChain ? "record" : "NULL AS record" }

    func heads(_ db: Database) throws -> [ListHead] {
        let statement = try BoundStatement(
            db, sql: head + " WHERE \(DeletedLists.areNot) ORDER BY id")
        return try heads(statement)
    }

    func head(_ db: Database, of list: String) throws -> ListHead? {
        let statement = try BoundStatement(db, sql: head + " WHERE id = ?")
        try statement.bind(copying: list, at: 1)
        return try heads(statement).first
    }

    func records(
        _ db: Database, of list: String, after revision: Int, limit: Int
    ) throws -> [StoredRecord] {
        try records(db, list, "revision > ?", [Int64(revision)], limit)
    }

    func records(
        _ db: Database, of list: String, after position: JournalPosition, limit: Int
    ) throws -> [StoredRecord] {
        try records(
            db, list, "(revision, token) > (?, ?)", [Int64(position.revision), position.token],
            limit)
    }

    func records(
        _ db: Database, of list: String, before position: JournalPosition, limit: Int
    ) throws -> [StoredRecord] {
        try records(
            db, list, "(revision, token) < (?, ?)", [Int64(position.revision), position.token],
            limit, order: "DESC")
    }

    func record(
        _ db: Database, of list: String, at position: JournalPosition
    ) throws -> StoredRecord? {
        try records(
            db, list, "(revision, token) = (?, ?)", [Int64(position.revision), position.token], 1
        ).first
    }

    func keptLog(_ db: Database, of list: String) throws -> KeptLog? {
        guard
            let base = try position(db, of: list, in: hasBases ? "origins" : "snapshots")
                ?? position(db, of: list, in: "snapshots")
        else { return nil }
        let statement = try BoundStatement(
            db,
            sql: """
                SELECT revision, token, at, substr(body, 1, \(Self.beginningBytes)), NULL, NULL
                FROM records WHERE list = (SELECT key FROM lists WHERE id = ?)
                ORDER BY revision, token LIMIT 1
                """)
        try statement.bind(copying: list, at: 1)
        var first: StoredRecord?
        try statement.forEachRow { row in
            first = StoredRecord(row)
            return false
        }
        return KeptLog(base: base, first: first)
    }

    func snapshot(_ db: Database, of list: String) throws -> StoredSnapshot? {
        try snapshot(db, list, in: "snapshots")
    }

    func nextBase(_ db: Database, of list: String) throws -> StoredSnapshot? {
        try hasNextBases ? snapshot(db, list, in: "spares") : nil
    }

    func base(_ db: Database, of list: String) throws -> StoredSnapshot? {
        guard hasBases, let base = try snapshot(db, list, in: "origins") else {
            return try snapshot(db, of: list)
        }
        return base
    }

    func snapshotPositions(_ db: Database, of list: String) throws -> SnapshotPositions? {
        guard let newest = try position(db, of: list, in: "snapshots") else { return nil }
        return SnapshotPositions(
            base: try hasBases ? position(db, of: list, in: "origins") ?? newest : newest,
            nextBase: try hasNextBases ? position(db, of: list, in: "spares") : nil, newest: newest)
    }

    func versions(_ db: Database, of list: String) throws -> [NamedVersion] {
        try hasVersions ? VersionTable.all(of: list, in: db) : []
    }

    func version(_ db: Database, _ name: String, of list: String) throws -> StoredSnapshot? {
        try hasVersions ? VersionTable.snapshot(name, of: list, in: db) : nil
    }

    /// Reads what is needed to read a list's newest snapshot in portions.
    func snapshotFacts(_ db: Database, of list: String) throws -> SnapshotFacts? {
        let statement = try BoundStatement(
            db,
            sql: """
                SELECT revision, token, \(checksum), list, typeof(body), \(record) FROM snapshots
                WHERE list = (SELECT key FROM lists WHERE id = ?)
                """)
        try statement.bind(copying: list, at: 1)
        var facts: SnapshotFacts?
        try statement.forEachRow { row in
            facts = SnapshotFacts(
                position: JournalPosition(row, at: 0, check: row.integer(5)),
                checksum: row.integer(2),
                hasChecksum: !row.isNull(2), key: row.integer(3) ?? -1,
                hasBody: row.text(4) == "blob" || row.text(4) == "text")
            return false
        }
        return facts
    }

    /// A snapshot's position and checksum, and the row that holds its body.
    struct SnapshotFacts {
        /// `nil` where it cannot be read.
        var position: JournalPosition?
        var checksum: Int64?
        var hasChecksum: Bool
        /// The row's id.
        var key: Int64
        var hasBody: Bool
    }

    private var head: String {
        "SELECT id, epoch, title, rows, revision, token, \(hasDone ? "done" : "NULL") FROM lists"
    }

    private func heads(_ statement: BoundStatement) throws -> [ListHead] {
        var heads: [ListHead] = []
        try statement.forEachRow { row in
            guard let id = row.text(0) else { return true }
            let position = JournalPosition(row, at: 4)
            let epoch = row.text(1)
            heads.append(
                ListHead(
                    list: id, epoch: epoch ?? "", title: row.text(2) ?? "",
                    rows: row.integer(3).flatMap { Int(exactly: $0) } ?? 0,
                    done: row.integer(6).flatMap { Int(exactly: $0) },
                    position: epoch == nil ? .unreadable : position ?? .unreadable))
            return true
        }
        return heads
    }

    private func records(
        _ db: Database, _ list: String, _ condition: String, _ arguments: [Int64], _ limit: Int,
        order: String = "ASC"
    ) throws -> [StoredRecord] {
        let statement = try BoundStatement(
            db,
            sql: """
                SELECT revision, token, at, body, \(checksum), \(previous) FROM records
                WHERE list = (SELECT key FROM lists WHERE id = ?) AND \(condition)
                ORDER BY revision \(order), token \(order) LIMIT \(limit)
                """)
        try statement.bind(copying: list, at: 1)
        for (index, argument) in arguments.enumerated() {
            try statement.bind(argument, at: Int32(index + 2))
        }
        var records: [StoredRecord] = []
        var bytes = 0
        try statement.forEachRow { row in
            let record = StoredRecord(row)
            records.append(record)
            bytes += record.body.count
            return bytes < Self.portionBytes
        }
        return records
    }

    private func snapshot(
        _ db: Database, _ list: String, in table: String
    ) throws -> StoredSnapshot? {
        let statement = try BoundStatement(
            db,
            sql: """
                SELECT revision, token, body, \(checksum), \(record) FROM \(table)
                WHERE list = (SELECT key FROM lists WHERE id = ?)
                """)
        try statement.bind(copying: list, at: 1)
        var snapshot: StoredSnapshot?
        try statement.forEachRow { row in
            let position = JournalPosition(row, at: 0, check: row.integer(4))
            let body = row.bytes(2)
            let isIntact =
                if let position, let body {
                    row.isNull(3)
                        || row.integer(3).map {
                            Checksum.isRight($0, position, previous: position.check, body)
                        } ?? false
                } else {
                    false
                }
            snapshot = StoredSnapshot(
                position: position ?? .unreadable, body: body ?? [], isIntact: isIntact)
            return false
        }
        return snapshot
    }

    private func position(
        _ db: Database, of list: String, in table: String
    ) throws -> JournalPosition? {
        let statement = try BoundStatement(
            db,
            sql: """
                SELECT revision, token, \(record) FROM \(table)
                WHERE list = (SELECT key FROM lists WHERE id = ?)
                """)
        try statement.bind(copying: list, at: 1)
        var position: JournalPosition?
        try statement.forEachRow { row in
            position = JournalPosition(row, at: 0, check: row.integer(2)) ?? .unreadable
            return false
        }
        return position
    }
}

extension StoredRecord {
    /// Reads revision, token, time, body, checksum and the checksum of the record before from the row's
    /// columns.
    fileprivate init(_ row: StatementRow) {
        let position = JournalPosition(row, at: 0, check: row.integer(4))
        let previous = row.integer(5)
        let at = row.integer(2).flatMap { Int(exactly: $0) }
        let body = row.bytes(3)
        let isIntact =
            if let position, let at, let body {
                row.isNull(4)
                    || row.integer(4).map {
                        Checksum.isRight($0, position, at: at, previous: previous, body)
                    } ?? false
            } else {
                false
            }
        self.init(
            position: position ?? .unreadable, at: at ?? 0, body: body ?? [], previous: previous,
            isIntact: isIntact)
    }
}

extension JournalPosition {
    /// Stands for a position that cannot be read; no log reaches it.
    package static let unreadable = JournalPosition(revision: 0, token: .max)

    /// Reads the revision from `column` and the token from the next one; `nil` where they are not
    /// valid.
    fileprivate init?(_ row: StatementRow, at column: Int32, check: Int64? = nil) {
        guard let revision = row.integer(column).flatMap({ Int(exactly: $0) }), revision >= 0,
            let token = row.integer(column + 1), token >= 0
        else { return nil }
        self.init(revision: revision, token: token, check: check)
    }
}
