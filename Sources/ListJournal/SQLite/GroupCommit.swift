import Foundation
internal import GRDB

/// The journal's writer: commits together all operations that arrive while the previous transaction is
/// being synced.
///
/// The number of waiting operations is bounded by the callers: a list has one append at a time, and
/// those who create and delete lists await the outcome. An operation that SQLite does not accept fails
/// alone; where the transaction fails, all of its operations fail.
final class GroupCommit: Sendable {
    /// One caller's part of a transaction.
    struct Operation: Sendable {
        /// Runs inside the transaction, a second time if the first was rolled back; the function that
        /// it returns is called once the transaction is durable.
        let body: @Sendable (Database) throws -> @Sendable () -> Void
        /// Called where the operation or the transaction failed: it may or may not be stored.
        let failed: @Sendable (any Error) -> Void
    }

    private struct Waiting {
        var operations: [Operation] = []
        var isScheduled = false
    }

    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "journal.writer", qos: .userInitiated)
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting = Waiting()

    init(pool: DatabasePool) {
        self.pool = pool
    }

    /// Adds an operation to the next transaction.
    func submit(_ operation: Operation) {
        let first = lock.withLock {
            unsafe waiting.operations.append(operation)
            defer { unsafe waiting.isScheduled = true }
            return unsafe !waiting.isScheduled
        }
        if first { queue.async { self.drain() } }
    }

    /// Runs `body` in the next transaction and returns what it returned, once that is durable.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            submit(
                Operation(
                    body: { db in
                        let value = try body(db)
                        return { continuation.resume(returning: value) }
                    },
                    failed: { continuation.resume(throwing: $0) }))
        }
    }

    private func drain() {
        while let batch = next() {
            do {
                do {
                    try commit(batch)
                } catch is OperationFailure {
                    try commitSeparately(batch)
                }
            } catch {
                for operation in batch { operation.failed(error) }
            }
        }
    }

    /// Runs all operations in one transaction.
    ///
    /// - Throws: `OperationFailure` where one of them failed for a reason of its own.
    private func commit(_ batch: [Operation]) throws {
        let completions = try pool.write { db in
            try batch.map { operation in
                do {
                    return try operation.body(db)
                } catch  where Self.concernsOneOperation(error) {
                    throw OperationFailure()
                }
            }
        }
        for completion in completions { completion() }
    }

    /// Runs all operations in one transaction, each in a savepoint of its own, which costs more.
    private func commitSeparately(_ batch: [Operation]) throws {
        let completions = try pool.write { db in
            try batch.map { operation in
                do {
                    var completion: @Sendable () -> Void = {}
                    try db.inSavepoint {
                        completion = try operation.body(db)
                        return .commit
                    }
                    return completion
                } catch  where Self.concernsOneOperation(error) {
                    return { operation.failed(error) }
                }
            }
        }
        for completion in completions { completion() }
    }

    private struct OperationFailure: Error {}

    /// Whether an error concerns one operation only, and not the others of the transaction.
    ///
    /// On the other kinds, such as a full disk, SQLite may have rolled everything back.
    private static func concernsOneOperation(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return true }
        return [
            .SQLITE_TOOBIG, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_CORRUPT, .SQLITE_ERROR,
        ].contains(error.resultCode)
    }

    private func next() -> [Operation]? {
        lock.withLock {
            guard unsafe !waiting.operations.isEmpty else {
                unsafe waiting.isScheduled = false
                return nil
            }
            defer { unsafe waiting.operations = [] }
            return unsafe waiting.operations
        }
    }
}
