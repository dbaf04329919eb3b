internal import GRDB

/// The append of one record directly after the position that the list is expected to be at.
struct RecordAppend {
    private let record: JournalRecord
    private let list: String
    private let expected: JournalPosition

    init(_ record: JournalRecord, list: String, expected: JournalPosition) {
        self.record = record
        self.list = list
        self.expected = expected
    }

    private static let head = """
        UPDATE lists SET title = ?, rows = ?, revision = ?, token = ?, updated = ?, done = ?
        WHERE id = ? AND token = ? AND revision = ?
        """

    private static let row = """
        INSERT INTO records (list, revision, token, at, body, checksum, previous)
        SELECT key, ?, ?, ?, ?, ?, ? FROM lists WHERE id = ?
        """

    /// Moves the list's head and adds the record; where the head is elsewhere, changes nothing and
    /// returns `conflict`.
    func run(in db: Database) throws -> AppendOutcome {
        let next = record.position(after: expected)
        var list = list
        var title = record.title
        return try list.withUTF8 { list in
            let isMoved = try title.withUTF8 { title in
                unsafe try moveHead(of: list, to: next, title, in: db)
            }
            guard isMoved else { return .conflict }
            unsafe try add(to: list, next, in: db)
            return .committed(next)
        }
    }

    private func moveHead(
        of list: UnsafeBufferPointer<UInt8>, to next: JournalPosition,
        _ title: UnsafeBufferPointer<UInt8>, in db: Database
    ) throws -> Bool {
        let statement = try BoundStatement(db, sql: Self.head)
        try unsafe statement.bind(text: title, at: 1)
        try statement.bind(record.rows, at: 2)
        try statement.bind(next.revision, at: 3)
        try statement.bind(next.token, at: 4)
        try statement.bind(record.at, at: 5)
        try statement.bind(record.done.map(Int64.init), at: 6)
        try unsafe statement.bind(text: list, at: 7)
        try statement.bind(expected.token, at: 8)
        try statement.bind(expected.revision, at: 9)
        try statement.run()
        return db.changesCount == 1
    }

    /// Adds a record of another store as it is.
    static func add(_ record: StoredRecord, to list: String, in db: Database) throws {
        let statement = try BoundStatement(db, sql: row)
        try statement.bind(record.position.revision, at: 1)
        try statement.bind(record.position.token, at: 2)
        try statement.bind(record.at, at: 3)
        try statement.bind(record.position.check, at: 5)
        try statement.bind(record.previous, at: 6)
        try statement.bind(copying: list, at: 7)
        unsafe try record.body.withUnsafeBufferPointer { body in
            try unsafe statement.bind(bytes: body, at: 4)
            try statement.run()
        }
    }

    private func add(
        to list: UnsafeBufferPointer<UInt8>, _ next: JournalPosition, in db: Database
    ) throws {
        let statement = try BoundStatement(db, sql: Self.row)
        try statement.bind(next.revision, at: 1)
        try statement.bind(next.token, at: 2)
        try statement.bind(record.at, at: 3)
        try statement.bind(next.check, at: 5)
        try statement.bind(expected.check, at: 6)
        try unsafe statement.bind(text: list, at: 7)
        unsafe try record.body.withUnsafeBufferPointer { body in
            try unsafe statement.bind(bytes: body, at: 4)
            try statement.run()
        }
    }
}

/// Removes records for a few milliseconds at a time, so that no edit waits long for the transaction
/// that does it.
enum RecordRemoval {
    /// The time for one transaction; syncing what it removed takes about as long again.
    private static let time = Duration.milliseconds(2)

    /// Removes records of a list at or below `revision` that its base covers, oldest first, until the
    /// time is over.
    ///
    /// - Returns: The number of records removed; 0 when none is left.
    static func removeCovered(
        of list: String, through revision: Int, in db: Database
    ) throws -> Int {
        let numbers = try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT r.number FROM records r
                    JOIN lists l ON l.key = r.list JOIN origins o ON o.list = r.list
                    WHERE l.id = ? AND r.revision <= ? AND r.token <= o.token
                        AND typeof(o.token) = 'integer'
                    ORDER BY r.revision, r.token LIMIT 1000
                    """), arguments: [list, revision])
        return try remove(numbers, in: db)
    }

    /// Removes the records with these numbers, in order, until the time is over.
    ///
    /// - Returns: The number of records removed: at least one, unless `numbers` is empty.
    static func remove(_ numbers: [Int64], in db: Database) throws -> Int {
        let deadline = ContinuousClock.now + time
        let statement = try BoundStatement(db, sql: "DELETE FROM records WHERE number = ?")
        var removed = 0
        for number in numbers {
            try statement.bind(number, at: 1)
            try statement.run()
            removed += 1
            if ContinuousClock.now > deadline { break }
        }
        return removed
    }
}
