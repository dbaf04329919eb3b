import Foundation

/// Hands a result from one thread to another.
final class ResultBox<Value: Sendable>: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var result: Result<Value, any Error>?

    func set(_ result: Result<Value, any Error>) {
        lock.withLock { unsafe self.result = result }
    }

    /// - Throws: What the work threw, or that it gave nothing yet.
    func get() throws -> Value {
        guard let result = lock.withLock({ unsafe result }) else { throw BenchError.noResult }
        return try result.get()
    }
}
