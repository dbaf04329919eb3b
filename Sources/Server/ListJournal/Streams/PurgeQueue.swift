import Foundation

/// Removes old messages, one purge after the other with a pause between, for a purge holds its stream up.
final class PurgeQueue: Sendable {
    /// The pause, in seconds.
    private static let pause = 0.1

    private let time: JournalTime
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var last: Task<JournalError?, Never>?
    nonisolated(unsafe) private var isEnding = false

    init(time: JournalTime) { self.time = time }

    /// Adds work after all that waits.
    func add(_ work: @escaping @Sendable () async -> Void) {
        _ = chain {
            await work()
            return nil
        }
    }

    /// Adds work after all that waits, and returns once it is done.
    func run(
        _ work: @escaping @Sendable () async throws(JournalError) -> Void
    ) async throws(JournalError) {
        let task = chain { () async -> JournalError? in
            do throws(JournalError) {
                try await work()
                return nil
            } catch {
                return error
            }
        }
        if let error = await task.value { throw error }
    }

    /// Ends the work under way; what waits is not done, and is for the next compaction.
    func finish() async {
        let task = lock.withLock {
            unsafe isEnding = true
            return unsafe last
        }
        _ = await task?.value
    }

    private func chain(
        _ work: @escaping @Sendable () async -> JournalError?
    ) -> Task<JournalError?, Never> {
        lock.withLock {
            let before = unsafe last
            let task = Task(executorPreference: time.tasks) { () -> JournalError? in
                if let before {
                    _ = await before.value
                    if !self.isOver { await self.time.sleep(Self.pause) }
                }
                return self.isOver ? .failed("the journal is closed") : await work()
            }
            unsafe last = task
            return task
        }
    }

    private var isOver: Bool { lock.withLock { unsafe isEnding } }
}
