import ListEditing
import ListProtocol

/// A list that the client keeps open, with those who wait for something of it.
///
/// Belongs to the client's actor.
final class HeldList {
    var machine: ListMachine
    private var feeds: [WeakFeed] = []
    private var answers: [Int: CheckedContinuation<EditAnswer, Never>] = [:]
    private var openings: [CheckedContinuation<ListStatus, Never>] = []

    private struct WeakFeed {
        weak let feed: EventFeed?
    }

    init(_ id: ListID) {
        machine = ListMachine(id)
    }

    /// The events from now on.
    func subscribe() -> EventFeed {
        let feed = EventFeed()
        if case .gone = machine.status { feed.finish() }
        feeds.removeAll { $0.feed == nil }
        feeds.append(WeakFeed(feed: feed))
        return feed
    }

    /// Tells those who watch.
    func tell(_ event: ListEvent) {
        for entry in feeds { entry.feed?.push(event, revision: machine.replica.revision) }
        guard case .status(let status) = event else { return }
        settleOpenings(status)
        if case .gone = status { finish() }
    }

    /// No more events come.
    func finish() {
        for entry in feeds { entry.feed?.finish() }
        feeds = []
        settleOpenings(machine.status == .live ? .live : .gone(code: "stopped"))
    }

    /// Keeps who waits for the answer of edit `id`.
    func await(_ id: Int, _ continuation: CheckedContinuation<EditAnswer, Never>) {
        answers[id] = continuation
    }

    /// Tells who waits for the answer of edit `id`.
    func answer(_ id: Int, _ answer: EditAnswer) {
        answers.removeValue(forKey: id)?.resume(returning: answer)
    }

    /// Waits until the list is live, or gone.
    func whenOpen(_ continuation: CheckedContinuation<ListStatus, Never>) {
        switch machine.status {
        case .live, .gone: continuation.resume(returning: machine.status)
        case .opening, .offline: openings.append(continuation)
        }
    }

    private func settleOpenings(_ status: ListStatus) {
        switch status {
        case .opening, .offline: return
        case .live, .gone: break
        }
        let waiting = openings
        openings = []
        for continuation in waiting { continuation.resume(returning: status) }
    }
}
