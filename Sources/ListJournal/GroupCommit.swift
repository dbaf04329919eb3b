import Foundation
internal import GRDB

/// The journal's writer: while one transaction is being synced, everything that arrives waits, and
/// then goes into the next one together.
///
/// The waiting operations are bounded by what callers have under way: a list has one append at a
/// time, and creating and deleting lists await their answer.
final class GroupCommit: Sendable {
    /// One caller's part of a transaction.
    struct Operation: Sendable {
        /// Runs inside the transaction; what it returns is called once that is durable.
        let body: @Sendable (Database) throws -> @Sendable () -> Void
        /// Called where the transaction failed: nothing of it is known to be stored.
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
                let completions = try pool.write { db in
                    try batch.map { try $0.body(db) }
                }
                for completion in completions { completion() }
            } catch {
                for operation in batch { operation.failed(error) }
            }
        }
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
