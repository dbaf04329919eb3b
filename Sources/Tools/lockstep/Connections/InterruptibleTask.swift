import ArgumentParser
import UnixSignals

/// Runs work until it is done, or until a signal or a time limit cancels it.
enum InterruptibleTask {
    /// Why the work ended.
    enum Ending: Sendable {
        case done
        case signal
        case time
    }

    /// Runs `body` in a task that SIGINT (Ctrl-C), SIGTERM and the time limit cancel.
    ///
    /// - Parameter seconds: The time limit; nil for none.
    /// - Throws: What `body` throws, also after it was cancelled, except `CancellationError`.
    @discardableResult
    static func run(
        for seconds: Double? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Ending {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        return try await withThrowingTaskGroup(of: Ending.self) { group in
            group.addTask {
                try await body()
                return .done
            }
            group.addTask {
                for await _ in signals { break }
                return .signal
            }
            if let seconds {
                group.addTask {
                    try? await Task.sleep(for: .seconds(seconds))
                    return .time
                }
            }
            defer { group.cancelAll() }
            let ending: Ending
            do {
                ending = try await group.next() ?? .done
            } catch is CancellationError {
                return .done
            }
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
            return ending
        }
    }

    /// Runs `body`, and cancels it after `seconds`; nil sets no limit.
    ///
    /// - Throws: What `body` throws, and `CommandError` where the time limit cancelled it.
    static func within<Value: Sendable>(
        _ seconds: Double?, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let seconds else { return try await body() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                // Cancellation ends the sleep without an error: the outcome is that of `body`.
                try? await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            do {
                if let value = try await group.next() ?? nil { return value }
                group.cancelAll()
                if let value = try await group.next() ?? nil { return value }
                throw CancellationError()
            } catch is CancellationError {
                try Task.checkCancellation()
                throw CommandError(
                    "no answer within \(seconds) seconds, and nothing was sent")
            }
        }
    }
}
