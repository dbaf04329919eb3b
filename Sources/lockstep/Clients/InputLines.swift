import Foundation

/// The lines of standard input, one at a time: what was not asked for stays in the pipe.
///
/// Reading blocks, so that each line is read on a thread of its own; where the task is cancelled that
/// thread is left behind, with the line that it may still read.
final class InputLines: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting: CheckedContinuation<String?, Never>?
    nonisolated(unsafe) private var isOver = false

    /// The next line; nil at the end, or where the task is cancelled.
    ///
    /// For one task at a time.
    func next() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = lock.withLock {
                    guard unsafe !isOver else { return false }
                    unsafe waiting = continuation
                    return true
                }
                guard isWaiting else { return continuation.resume(returning: nil) }
                Thread.detachNewThread { self.resume(readLine()) }
            }
        } onCancel: {
            resume(nil)
        }
    }

    private func resume(_ line: String?) {
        let taker = lock.withLock {
            let taker = unsafe waiting
            unsafe waiting = nil
            if line == nil { unsafe isOver = true }
            return taker
        }
        taker?.resume(returning: line)
    }
}
