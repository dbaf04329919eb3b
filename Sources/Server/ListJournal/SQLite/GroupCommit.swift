internal import DequeModule
import Foundation
internal import GRDB

/// The journal's writer: commits together the operations that arrive while the previous transaction is
/// being synced.
///
/// A transaction takes all small operations, and large ones up to ``transactionBytes``: so a small edit
/// waits for about that many bytes to be synced, however many large edits and new lists wait beside it.
/// Waiting operations are therefore not ordered; a caller awaits one before it submits another that
/// depends on it.
///
/// The number of waiting operations is bounded by the callers: a list has one append at a time, and
/// those who create and delete lists await the outcome. An operation that SQLite does not accept fails
/// alone; where the transaction fails, all of its operations fail.
final class GroupCommit: Sendable {
    /// An operation of this many bytes is large.
    static let largeBytes = 65_536
    /// The bytes of large operations in one transaction; a longer operation has one of its own.
    static let transactionBytes = 1 << 19

    /// One caller's part of a transaction.
    struct Operation: Sendable {
        /// About how many bytes it writes.
        let bytes: Int
        /// Runs inside the transaction, a second time if the first was rolled back; the function that
        /// it returns is called once the transaction is durable.
        let body: @Sendable (Database) throws -> @Sendable () -> Void
        /// Called where the operation or the transaction failed: it may or may not be stored.
        let failed: @Sendable (any Error) -> Void
    }

    private struct Waiting {
        private var small: [Operation] = []
        private var large: Deque<Operation> = []
        var isScheduled = false

        mutating func add(_ operation: Operation) {
            if operation.bytes < GroupCommit.largeBytes {
                small.append(operation)
            } else {
                large.append(operation)
            }
        }

        /// The operations of the next transaction; none: nothing waits.
        mutating func take() -> [Operation] {
            var batch = small
            small = []
            var bytes = 0
            while let next = large.first,
                bytes == 0 || next.bytes <= GroupCommit.transactionBytes - bytes
            {
                bytes += next.bytes
                batch.append(large.removeFirst())
            }
            return batch
        }
    }

    private let pool: DatabasePool
    private let checkpoints: Checkpoints
    private let work: StoreWork
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting = Waiting()

    /// - Parameter report: As that of ``Checkpoints``.
    init(
        pool: DatabasePool, work: StoreWork = .threads(),
        report: @escaping @Sendable (CheckpointNotice) -> Void = { _ in }
    ) throws {
        self.pool = pool
        self.work = work
        checkpoints = try Checkpoints(pool: pool, work: work, report: report)
    }

    /// Adds what is known of the log.
    func add(to figures: inout JournalFigures) { checkpoints.add(to: &figures) }

    /// Adds an operation to the next transaction.
    func submit(_ operation: Operation) {
        let first = lock.withLock {
            unsafe waiting.add(operation)
            defer { unsafe waiting.isScheduled = true }
            return unsafe !waiting.isScheduled
        }
        if first { work.writer { self.drain() } }
    }

    /// Runs `body`, which writes about `bytes`, in a transaction and returns what it returned, once that
    /// is durable.
    func run<Value: Sendable>(
        bytes: Int = 0, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            submit(
                Operation(
                    bytes: bytes,
                    body: { db in
                        let value = try body(db)
                        return { continuation.resume(returning: value) }
                    },
                    failed: { continuation.resume(throwing: $0) }))
        }
    }

    /// Waits until everything that was submitted before is committed, or has failed; then closes the
    /// store.
    func close() async {
        // It is behind all that is large, and whatever is small goes first.
        _ = try? await run(bytes: Self.largeBytes) { _ in }
        await withCheckedContinuation { continuation in
            // The writer is behind that transaction before it is at its end.
            work.writer {
                self.checkpoints.close()
                continuation.resume()
            }
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
            checkpoints.committed()
        }
    }

    /// Runs all operations in one transaction.
    ///
    /// - Throws: `OperationFailure` where one of them failed for a reason of its own.
    private func commit(_ batch: [Operation]) throws {
        let completions = try transaction { db in
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
        let completions = try transaction { db in
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

    /// Runs `body` in a transaction of which the statements are prepared once.
    ///
    /// GRDB prepares its own for each: a fifth of the instructions of a small commit.
    private func transaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try pool.writeWithoutTransaction { db in
            try BoundStatement(db, sql: "BEGIN IMMEDIATE").run()
            do {
                let value = try body(db)
                try BoundStatement(db, sql: "COMMIT").run()
                return value
            } catch {
                // SQLite itself has rolled back after some errors. What failed first is what is told.
                if db.isInsideTransaction { try? BoundStatement(db, sql: "ROLLBACK").run() }
                throw error
            }
        }
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
            let batch = unsafe waiting.take()
            if batch.isEmpty { unsafe waiting.isScheduled = false }
            return batch.isEmpty ? nil : batch
        }
    }
}
