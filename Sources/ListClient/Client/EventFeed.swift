import Foundation

/// The events of one list on their way to one who watches.
///
/// Bounded: who lags behind by ``capacity`` events loses them, and is told that the list was replaced
/// instead; nothing that holds now is lost by it.
final class EventFeed: Sendable {
    /// So many events wait at most.
    static let capacity = 1024

    private let lock = NSLock()
    nonisolated(unsafe) private var events: [ListEvent] = []
    nonisolated(unsafe) private var first = 0
    nonisolated(unsafe) private var isFinished = false
    nonisolated(unsafe) private var waiting: CheckedContinuation<ListEvent?, Never>?

    /// Adds an event; `revision` is the list's.
    func push(_ event: ListEvent, revision: Int) {
        let taker: CheckedContinuation<ListEvent?, Never>? = lock.withLock {
            guard unsafe !isFinished else { return nil }
            if let taker = unsafe waiting {
                unsafe waiting = nil
                return taker
            }
            if unsafe events.count - first >= Self.capacity {
                unsafe events = [.replaced(revision: revision)]
                unsafe first = 0
            } else {
                unsafe events.append(event)
            }
            return nil
        }
        taker?.resume(returning: event)
    }

    /// No more events come.
    func finish() {
        let taker = lock.withLock {
            unsafe isFinished = true
            let taker = unsafe waiting
            unsafe waiting = nil
            return taker
        }
        taker?.resume(returning: nil)
    }

    /// The next event; nil at the end, or where the task is cancelled.
    func next() async -> ListEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now: ListEvent?? = lock.withLock {
                    if unsafe first < events.count { return .some(takeFirst()) }
                    if unsafe isFinished || Task.isCancelled { return .some(nil) }
                    unsafe waiting = continuation
                    return nil
                }
                if let now { continuation.resume(returning: now) }
            }
        } onCancel: {
            finish()
        }
    }

    private func takeFirst() -> ListEvent {
        let event = unsafe events[first]
        unsafe first += 1
        if unsafe first == events.count {
            unsafe events.removeAll(keepingCapacity: true)
            unsafe first = 0
        }
        return event
    }
}
