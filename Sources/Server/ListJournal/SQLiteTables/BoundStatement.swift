internal import GRDB
internal import GRDBSQLite

/// A cached statement whose values are bound without a copy, and whose rows are read as they are
/// stored, whatever their types.
///
/// GRDB's own arguments box and copy each value, which costs more than a short statement itself, and
/// end the process where SQLite does not accept one; its rows end the process where a value has not
/// the requested type. Bound memory must stay valid until the statement has run.
@safe
struct BoundStatement {
    private let db: Database
    private let statement: OpaquePointer

    init(_ db: Database, sql: String) throws {
        self.db = db
        unsafe statement = try db.cachedStatement(sql: sql).sqliteStatement
    }

    /// Binds an integer.
    func bind(_ value: Int, at index: Int32) throws {
        try check(unsafe sqlite3_bind_int64(statement, index, Int64(value)))
    }

    /// Binds an integer.
    func bind(_ value: Int64, at index: Int32) throws {
        try check(unsafe sqlite3_bind_int64(statement, index, value))
    }

    /// Binds an integer, or NULL.
    func bind(_ value: Int64?, at index: Int32) throws {
        guard let value else { return try check(unsafe sqlite3_bind_null(statement, index)) }
        try bind(value, at: index)
    }

    /// Binds a text without copying it.
    ///
    /// - Parameter text: UTF-8.
    func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) throws {
        // A null address would bind NULL.
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

    /// Binds a blob without copying it.
    ///
    /// - Throws: `DatabaseError`, with `SQLITE_TOOBIG` where there are more bytes than SQLite stores.
    func bind(bytes: UnsafeBufferPointer<UInt8>, at index: Int32) throws {
        if let start = bytes.baseAddress, bytes.count > 0 {
            try check(
                unsafe sqlite3_bind_blob64(statement, index, start, UInt64(bytes.count), nil))
        } else {
            try check(unsafe sqlite3_bind_zeroblob(statement, index, 0))
        }
    }

    /// Runs a statement that returns no rows, and clears what was bound.
    ///
    /// - Throws: `DatabaseError`.
    func run() throws {
        try forEachRow { _ in false }
    }

    /// Runs the statement and clears what was bound.
    ///
    /// - Parameter take: Called with each row in turn; returns false to stop.
    /// - Throws: `DatabaseError`, or what `take` throws.
    func forEachRow(_ take: (StatementRow) throws -> Bool) throws {
        defer { reset() }
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
        reset()
        throw error
    }

    private func error(_ outcome: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: outcome), message: db.lastErrorMessage)
    }

    private func reset() {
        unsafe sqlite3_reset(statement)
        unsafe sqlite3_clear_bindings(statement)
    }
}

/// The current row of a statement.
///
/// Each value is `nil` where it has not the type of the schema: SQLite stores any type in any column,
/// and a damaged page may hold anything.
@safe
struct StatementRow {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64? {
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        return unsafe sqlite3_column_int64(statement, column)
    }

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// A text; invalid UTF-8 in it is replaced.
    func text(_ column: Int32) -> String? {
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
        return bytes(column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A copy of the bytes of a blob or a text.
    ///
    /// - Complexity: O(n) in the bytes.
    func bytes(_ column: Int32) -> [UInt8]? {
        let type = unsafe sqlite3_column_type(statement, column)
        guard type == SQLITE_BLOB || type == SQLITE_TEXT else { return nil }
        // SQLite requires that the address is requested before the length.
        let start = unsafe sqlite3_column_blob(statement, column)
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
