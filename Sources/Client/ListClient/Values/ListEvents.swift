import Foundation

/// The events of a list, from the moment at which they were asked for.
///
/// At most 1,024 events wait. A reader that falls further after loses those that wait, but for answers,
/// and finds ``ListEvent/replaced(revision:)`` in their place; ``SharedList/list`` is always current.
/// For one task; it ends with the list, with the client, and with the task's cancellation.
public struct ListEvents: AsyncSequence, Sendable {
    /// The type of the elements.
    public typealias Element = ListEvent
    /// It never fails.
    public typealias Failure = Never

    let buffer: EventBuffer

    /// Iterates over the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let buffer: EventBuffer

        /// The next event; nil at the end.
        public func next() async -> ListEvent? { await buffer.next() }

        /// The next event; nil at the end.
        public func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Never) -> ListEvent? {
            await buffer.next()
        }
    }

    /// Makes an iterator, which starts where the previous one stopped.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(buffer: buffer) }
}

/// The events of one list that wait for one reader.
///
/// Bounded: where ``capacity`` events wait, the next one discards them and leaves a `replaced` instead,
/// after which the reader reads the list anew.
final class EventBuffer: Sendable {
    /// The number of events that wait at most.
    static let capacity = 1024

    private let lock = NSLock()
    // All guarded by `lock`.
    nonisolated(unsafe) private var events: [ListEvent] = []
    nonisolated(unsafe) private var first = 0
    /// Answers among the events that waited when others were discarded.
    nonisolated(unsafe) private var answers = 0
    nonisolated(unsafe) private var isFinished = false
    nonisolated(unsafe) private var waiting: CheckedContinuation<ListEvent?, Never>?

    /// A buffer without events, at its end.
    static var finished: EventBuffer {
        let events = EventBuffer()
        events.finish()
        return events
    }

    /// Adds an event.
    ///
    /// - Parameter revision: The list's.
    func push(_ event: ListEvent, revision: Int) {
        let reader: CheckedContinuation<ListEvent?, Never>? = lock.withLock {
            guard unsafe !isFinished else { return nil }
            if let reader = unsafe waiting {
                unsafe waiting = nil
                return reader
            }
            if unsafe events.count - first >= Self.capacity + answers {
                // Answers come once.
                unsafe events = events[first...].filter(\.isAnswer)
                unsafe answers = events.count
                unsafe events.append(.replaced(revision: revision))
                unsafe first = 0
                if event.isAnswer { unsafe events.append(event) }
            } else {
                unsafe events.append(event)
            }
            return nil
        }
        reader?.resume(returning: event)
    }

    /// Ends the events.
    func finish() {
        let reader = lock.withLock {
            unsafe isFinished = true
            let reader = unsafe waiting
            unsafe waiting = nil
            return reader
        }
        reader?.resume(returning: nil)
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
            unsafe answers = 0
        }
        return event
    }
}
