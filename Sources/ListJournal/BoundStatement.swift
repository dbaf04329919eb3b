internal import GRDB
internal import GRDBSQLite

/// A cached statement whose values SQLite reads where they stand: for what every commit does.
///
/// GRDB's own arguments box and copy each value, which costs more than a short statement itself.
/// What is bound must stay where it is until `run` returns.
@safe
struct BoundStatement {
    private let db: Database
    private let statement: OpaquePointer

    init(_ db: Database, sql: String) throws {
        self.db = db
        unsafe statement = try db.cachedStatement(sql: sql).sqliteStatement
    }

    func bind(_ value: Int, at index: Int32) {
        unsafe sqlite3_bind_int64(statement, index, Int64(value))
    }

    func bind(_ value: Int64, at index: Int32) {
        unsafe sqlite3_bind_int64(statement, index, value)
    }

    /// - Parameter text: UTF-8.
    func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) {
        // Without an address it would be NULL.
        let empty: StaticString = ""
        let start = unsafe text.baseAddress ?? empty.utf8Start
        unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
            _ = unsafe sqlite3_bind_text(statement, index, start, Int32(text.count), nil)
        }
    }

    func bind(bytes: UnsafeBufferPointer<UInt8>, at index: Int32) {
        if let start = bytes.baseAddress, bytes.count > 0 {
            unsafe sqlite3_bind_blob(statement, index, start, Int32(bytes.count), nil)
        } else {
            unsafe sqlite3_bind_zeroblob(statement, index, 0)
        }
    }

    /// Runs the statement, which gives no rows, and forgets what was bound.
    ///
    /// - Throws: `DatabaseError`, also where a value could not be bound.
    func run() throws {
        let outcome = unsafe sqlite3_step(statement)
        unsafe sqlite3_reset(statement)
        unsafe sqlite3_clear_bindings(statement)
        guard outcome == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: outcome),
                message: db.lastErrorMessage)
        }
    }
}
