import Foundation

/// The lines of standard input with their numbers.
///
/// A line is read when it is requested, and not before: the rest stays in the pipe.
actor InputLines {
    private let input = BlockingInput()
    private var number = 0

    /// The next line; nil at the end, or where the task is cancelled.
    func next() async -> (number: Int, text: String)? {
        guard let text = await input.next() else { return nil }
        number += 1
        return (number, text)
    }
}

/// Reads standard input line by line.
///
/// Reading blocks, so each line is read on a thread of its own. Where the task is cancelled, that
/// thread remains, and the line that it may still read is lost.
private final class BlockingInput: Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting: CheckedContinuation<String?, Never>?
    nonisolated(unsafe) private var isOver = false

    /// The next line; nil at the end, or where the task is cancelled.
    ///
    /// At most one task may call this at a time.
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
        let continuation = lock.withLock {
            let continuation = unsafe waiting
            unsafe waiting = nil
            if line == nil { unsafe isOver = true }
            return continuation
        }
        continuation?.resume(returning: line)
    }
}
