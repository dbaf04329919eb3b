import ListEditing
import ListProtocol

/// A list that the client keeps open, with those who wait for something of it.
///
/// Belongs to the client's actor.
final class HeldList {
    var machine: ListMachine
    private var feeds: [WeakFeed] = []
    private var answers: [Int: CheckedContinuation<EditAnswer?, Never>] = [:]
    private var openings: [Opening] = []

    private struct WeakFeed {
        weak let feed: EventFeed?
    }

    private struct Opening {
        let number: Int
        let waitsForList: Bool
        let continuation: CheckedContinuation<ListStatus?, Never>
    }

    init(_ id: ListID, seed: UInt64) {
        machine = ListMachine(id, seed: seed)
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
        settleOpenings(machine.status.isInStep ? machine.status : .gone(code: "stopped"))
    }

    // MARK: Answers

    /// Keeps who waits for the answer of edit `id`.
    func await(_ id: Int, _ continuation: CheckedContinuation<EditAnswer?, Never>) {
        answers[id] = continuation
    }

    /// Tells who waits for the answer of edit `id`; nil ends the wait without one.
    func answer(_ id: Int, _ answer: EditAnswer?) {
        answers.removeValue(forKey: id)?.resume(returning: answer)
    }

    // MARK: Opening

    /// Waits until the list is in step or gone or, where it is not waited for, cannot be read.
    ///
    /// - Parameter number: for ``stopOpening(_:)``.
    func whenOpen(
        _ number: Int, waitsForList: Bool, _ continuation: CheckedContinuation<ListStatus?, Never>
    ) {
        openings.append(
            Opening(number: number, waitsForList: waitsForList, continuation: continuation))
        settleOpenings(machine.status)
    }

    /// Ends the wait of that number, without a status.
    func stopOpening(_ number: Int) {
        guard let index = openings.firstIndex(where: { $0.number == number }) else { return }
        openings.remove(at: index).continuation.resume(returning: nil)
    }

    private func settleOpenings(_ status: ListStatus) {
        let waiting = openings
        openings = []
        for opening in waiting {
            switch status {
            case .opening, .offline: openings.append(opening)
            case .unavailable where opening.waitsForList: openings.append(opening)
            case .live, .unstored, .unavailable, .gone:
                opening.continuation.resume(returning: status)
            }
        }
    }
}
