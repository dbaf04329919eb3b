internal import GRDB
internal import GRDBSQLite

/// A cached statement whose values SQLite reads where they stand, and whose rows are read as they are
/// stored, whatever their types.
///
/// GRDB's own arguments box and copy each value, which costs more than a short statement itself, and
/// end the process where SQLite does not take one; its rows end the process where a value has not the
/// type that is asked for. What is bound must stay where it is until the statement has run.
@safe
struct BoundStatement {
    private let db: Database
    private let statement: OpaquePointer

    init(_ db: Database, sql: String) throws {
        self.db = db
        unsafe statement = try db.cachedStatement(sql: sql).sqliteStatement
    }

    func bind(_ value: Int, at index: Int32) throws {
        try check(unsafe sqlite3_bind_int64(statement, index, Int64(value)))
    }

    func bind(_ value: Int64, at index: Int32) throws {
        try check(unsafe sqlite3_bind_int64(statement, index, value))
    }

    /// - Parameter text: UTF-8.
    func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) throws {
        // Without an address it would be NULL.
        let empty: StaticString = ""
        let start = unsafe text.baseAddress ?? empty.utf8Start
        try unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
            try check(
                unsafe sqlite3_bind_text64(
                    statement, index, start, UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
        }
    }

    /// Binds a copy of a short text.
    func bind(copying text: String, at index: Int32) throws {
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        try check(
            unsafe sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copied))
    }

    /// - Throws: `DatabaseError`, with `SQLITE_TOOBIG` where there are more than SQLite stores.
    func bind(bytes: UnsafeBufferPointer<UInt8>, at index: Int32) throws {
        if let start = bytes.baseAddress, bytes.count > 0 {
            try check(
                unsafe sqlite3_bind_blob64(statement, index, start, UInt64(bytes.count), nil))
        } else {
            try check(unsafe sqlite3_bind_zeroblob(statement, index, 0))
        }
    }

    /// Runs the statement, which gives no rows, and forgets what was bound.
    ///
    /// - Throws: `DatabaseError`.
    func run() throws {
        try forEachRow { _ in false }
    }

    /// Runs the statement and forgets what was bound.
    ///
    /// - Parameter take: Given each row in turn; false ends the reading.
    /// - Throws: `DatabaseError`, or what `take` throws.
    func forEachRow(_ take: (StatementRow) throws -> Bool) throws {
        defer { forget() }
        while true {
            let outcome = unsafe sqlite3_step(statement)
            switch outcome {
            case SQLITE_DONE: return
            case SQLITE_ROW:
                guard try take(unsafe StatementRow(statement: statement)) else { return }
            default: throw error(outcome)
            }
        }
    }

    private func check(_ outcome: Int32) throws {
        guard outcome != SQLITE_OK else { return }
        let error = error(outcome)
        forget()
        throw error
    }

    private func error(_ outcome: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: outcome), message: db.lastErrorMessage)
    }

    private func forget() {
        unsafe sqlite3_reset(statement)
        unsafe sqlite3_clear_bindings(statement)
    }
}

/// The row that a statement stands at.
///
/// Each value is nil where it has not the type that the schema asks for: SQLite stores any type in any
/// column, and a damaged page may hold anything.
@safe
struct StatementRow {
    fileprivate let statement: OpaquePointer

    func whole(_ column: Int32) -> Int64? {
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        return unsafe sqlite3_column_int64(statement, column)
    }

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// A text; what is no UTF-8 in it is replaced.
    func text(_ column: Int32) -> String? {
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
        return bytes(column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A copy of a blob's bytes, or a text's.
    ///
    /// - Complexity: O(n) in the bytes.
    func bytes(_ column: Int32) -> [UInt8]? {
        let type = unsafe sqlite3_column_type(statement, column)
        guard type == SQLITE_BLOB || type == SQLITE_TEXT else { return nil }
        // SQLite has it that the address is asked for first.
        let start = unsafe sqlite3_column_blob(statement, column)
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
