import Foundation

/// A thread for work that can take its time, one piece after the other: commits and edits on the same
/// processor go first.
///
/// Not a dispatch queue: its threads serve others afterwards, and a thread may not raise its priority again.
final class BackgroundThread: BackgroundWork {
    /// The thread's nice value: a quarter of the weight of the others.
    private static let nice: Int32 = 6

    private struct Waiting {
        var work: [@Sendable () -> Void] = []
        var isWorking = false
        var isEnding = false
    }

    /// What the thread shares with those who use it; it does not hold the object, whose end ends it.
    private final class Inbox: Sendable {
        let condition = NSCondition()
        // Guarded by `condition`.
        nonisolated(unsafe) var waiting = Waiting()
    }

    private let inbox = Inbox()

    init(name: String) {
        let thread = Thread { [inbox] in Self.run(inbox) }
        thread.name = name
        thread.start()
    }

    deinit {
        inbox.condition.withLock { unsafe inbox.waiting.isEnding = true }
        inbox.condition.signal()
    }

    func begin(_ work: @escaping @Sendable () -> Void) {
        inbox.condition.withLock { unsafe inbox.waiting.work.append(work) }
        inbox.condition.broadcast()
    }

    func finish() {
        inbox.condition.withLock {
            while unsafe inbox.waiting.isWorking || !inbox.waiting.work.isEmpty {
                inbox.condition.wait()
            }
        }
    }

    private static func run(_ inbox: Inbox) {
        // It works at the priority of the others where the system does not lower it.
        _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, nice)
        while let work = next(inbox) {
            work()
            inbox.condition.withLock { unsafe inbox.waiting.isWorking = false }
            inbox.condition.broadcast()
        }
    }

    /// Waits for the next piece of work; nil: the thread ends.
    private static func next(_ inbox: Inbox) -> (@Sendable () -> Void)? {
        inbox.condition.withLock {
            while unsafe inbox.waiting.work.isEmpty {
                if unsafe inbox.waiting.isEnding { return nil }
                inbox.condition.wait()
            }
            unsafe inbox.waiting.isWorking = true
            return unsafe inbox.waiting.work.removeFirst()
        }
    }
}
