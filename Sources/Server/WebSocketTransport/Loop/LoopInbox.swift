import Foundation

/// A queue of the work that threads, the loop's own included, have handed to a loop: first in, first out.
///
/// Unbounded: callers bound their work themselves, as sessions that stop being read or journals that
/// write in batches.
final class LoopInbox: Sendable {
    /// One piece of work.
    enum Work: Sendable {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    private let lock = NSLock()
    nonisolated(unsafe) private var waiting: [Work] = []
    nonisolated(unsafe) private var isSignalled = false
    nonisolated(unsafe) private var isStopping = false

    /// Adds work; amortised O(1).
    ///
    /// - Returns: Whether the caller must wake the loop: true once for all work that is added before the
    ///   loop looks again.
    func add(_ work: Work, fromLoop: Bool) -> Bool {
        lock.withLock {
            unsafe waiting.append(work)
            guard !fromLoop, unsafe !isSignalled else { return false }
            unsafe isSignalled = true
            return true
        }
    }

    /// Asks the loop to end once no work waits.
    func stop() {
        lock.withLock { unsafe isStopping = true }
    }

    /// Moves all work that waits to `batch`, which must be empty; its memory is used for what comes next.
    func take(into batch: inout [Work]) {
        lock.withLock {
            unsafe isSignalled = false
            unsafe swap(&waiting, &batch)
        }
    }

    /// Whether no work waits, and whether the loop is to end then.
    var state: (isEmpty: Bool, isStopping: Bool) {
        lock.withLock { unsafe (waiting.isEmpty, isStopping) }
    }
}
