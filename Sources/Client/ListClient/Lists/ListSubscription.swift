import ListEditing
import ListProtocol

/// A list that a client keeps open: its machine, and who waits for its events, answers and opening.
///
/// Used by the client's actor only.
final class ListSubscription {
    var machine: ListMachine
    private var readers: [WeakReader] = []
    private var answers: [Int: CheckedContinuation<EditAnswer?, Never>] = [:]
    /// Edits whose answers are events.
    private var awaitedByNobody: Set<Int>
    private var reads: [Int: CheckedContinuation<RowReadAnswer?, Never>] = [:]
    private var openWaits: [OpenWait] = []

    private struct WeakReader {
        weak let events: EventBuffer?
    }

    private struct OpenWait {
        let number: Int
        let waitsForList: Bool
        let continuation: CheckedContinuation<ListStatus?, Never>
    }

    init(
        _ id: ListID, window: RowWindow? = nil, wantsAuthors: Bool = false,
        pending: PendingEdits = PendingEdits(), seed: UInt64
    ) {
        machine = ListMachine(
            id, window: window, wantsAuthors: wantsAuthors, pending: pending, seed: seed)
        awaitedByNobody = Set(pending.entries.map(\.id))
    }

    var isGone: Bool {
        if case .gone = machine.status { true } else { false }
    }

    // MARK: Events

    /// The events from now on, for one reader.
    func subscribe() -> EventBuffer {
        let events = EventBuffer()
        if isGone { events.finish() }
        readers.removeAll { $0.events == nil }
        readers.append(WeakReader(events: events))
        return events
    }

    /// Passes an event to every reader, and to those who wait for the list to open.
    func emit(_ event: ListEvent) {
        for reader in readers { reader.events?.push(event, revision: machine.replica.revision) }
        guard case .status(let status) = event else { return }
        settleOpenWaits(status)
        if case .gone = status { finish() }
    }

    /// Ends the events and the waits for opening.
    func finish() {
        for reader in readers { reader.events?.finish() }
        readers = []
        settleOpenWaits(machine.status.isInStep ? machine.status : .gone(code: "stopped"))
    }

    // MARK: Answers

    /// Resumes `continuation` with the answer of edit `id`.
    func awaitAnswer(_ id: Int, _ continuation: CheckedContinuation<EditAnswer?, Never>) {
        answers[id] = continuation
    }

    /// Has the answer of edit `id` be an event.
    func awaitEvent(of id: Int) { awaitedByNobody.insert(id) }

    /// Ends the wait for the answer of edit `id`; nil where there is none.
    func answer(_ id: Int, _ answer: EditAnswer?) {
        if let answer, awaitedByNobody.remove(id) != nil { emit(.answered(id: id, answer)) }
        answers.removeValue(forKey: id)?.resume(returning: answer)
    }

    /// Resumes `continuation` with what reader `number` asked for.
    func awaitRead(_ number: Int, _ continuation: CheckedContinuation<RowReadAnswer?, Never>) {
        reads[number] = continuation
    }

    /// Ends the wait of reader `number`; nil where there is no answer.
    func answerRead(_ number: Int, _ answer: RowReadAnswer?) {
        reads.removeValue(forKey: number)?.resume(returning: answer)
    }

    // MARK: Opening

    /// Resumes `continuation` once the list is in step or gone or, without `waitsForList`, cannot be
    /// read.
    ///
    /// - Parameter number: for ``endOpening(_:)``.
    func whenOpen(
        _ number: Int, waitsForList: Bool, _ continuation: CheckedContinuation<ListStatus?, Never>
    ) {
        openWaits.append(
            OpenWait(number: number, waitsForList: waitsForList, continuation: continuation))
        settleOpenWaits(machine.status)
    }

    /// Ends the wait of that number, without a status.
    func endOpening(_ number: Int) {
        guard let index = openWaits.firstIndex(where: { $0.number == number }) else { return }
        openWaits.remove(at: index).continuation.resume(returning: nil)
    }

    private func settleOpenWaits(_ status: ListStatus) {
        let waits = openWaits
        openWaits = []
        for wait in waits {
            switch status {
            case .opening, .offline: openWaits.append(wait)
            case .unavailable where wait.waitsForList: openWaits.append(wait)
            case .live, .unstored, .unavailable, .gone:
                wait.continuation.resume(returning: status)
            }
        }
    }
}
