import Foundation

/// What handlers were told, to be awaited from a test's thread.
final class EventLog: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var recorded: [Event] = []

    /// One call of a handler.
    enum Event: Equatable {
        case opened(path: String)
        case received(Int, [UInt8])
        case refused(Int)
        case drained
        case stalled
        case closed(Int)
    }

    func add(_ event: Event) {
        condition.withLock {
            unsafe recorded.append(event)
            condition.broadcast()
        }
    }

    var events: [Event] { condition.withLock { unsafe recorded } }

    /// Waits until `test` holds of the events so far; false after `seconds`.
    func waits(seconds: Double = 60, until test: ([Event]) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while unsafe !test(recorded) {
            guard condition.wait(until: end) else { return unsafe test(recorded) }
        }
        return true
    }
}
