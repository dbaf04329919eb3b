import UnixSignals

/// Runs something until it is done, or until the process is asked to end.
enum Interruption {
    /// Runs `body` in a task that is cancelled by Ctrl-C, by SIGTERM, and after `seconds`.
    static func run(
        for seconds: Double? = nil, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in signals { return }
            }
            if let seconds {
                group.addTask { try await Task.sleep(for: .seconds(seconds)) }
            }
            defer { group.cancelAll() }
            do {
                try await group.next()
            } catch is CancellationError {
                return
            }
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }
}
