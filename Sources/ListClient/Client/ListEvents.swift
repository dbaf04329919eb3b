/// The events of a list from the moment on at which they were asked for.
///
/// At most 1,024 wait to be taken. One who lags behind further loses those that wait, and finds
/// ``ListEvent/replaced(revision:)`` in their place: then ``SharedList/list`` tells what holds.
/// For one task; it ends with the list, with the client, and with the task's cancellation.
public struct ListEvents: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = ListEvent
    /// It fails never.
    public typealias Failure = Never

    let feed: EventFeed

    /// Goes through the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let feed: EventFeed

        /// The next event; nil at the end.
        public func next() async -> ListEvent? { await feed.next() }

        /// The next event; nil at the end.
        public func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Never) -> ListEvent? {
            await feed.next()
        }
    }

    /// Starts where the last iterator stopped.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: feed) }
}
