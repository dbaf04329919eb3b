import Foundation

/// What other threads, and the loop's own, have asked a loop to do: first in, first out.
///
/// Unbounded: who submits work bounds it (sessions stop being read, journals batch).
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
    /// - Returns: whether the loop has to be woken for it. True once for everything that is added
    ///   before the loop looks again.
    func add(_ work: Work, fromLoop: Bool) -> Bool {
        lock.withLock {
            unsafe waiting.append(work)
            guard !fromLoop, unsafe !isSignalled else { return false }
            unsafe isSignalled = true
            return true
        }
    }

    /// Asks the loop to end once nothing waits any more.
    func stop() {
        lock.withLock { unsafe isStopping = true }
    }

    /// Takes everything that waits.
    func take() -> [Work] {
        lock.withLock {
            unsafe isSignalled = false
            let taken = unsafe waiting
            unsafe waiting = []
            return taken
        }
    }

    /// Whether there is nothing left to do, and whether the loop is to end then.
    var state: (isEmpty: Bool, isStopping: Bool) {
        lock.withLock { unsafe (waiting.isEmpty, isStopping) }
    }
}
