package import ListDocument
import ListEditing
import ListJournal
package import ListProtocol
import TextBytes
package import WebSocketTransport

/// An applied batch on its way into the journal.
package struct AppendInFlight: Sendable {
    let batch: AppliedBatch
    /// Its sets, where they were encoded with it.
    let frame: Frame?
    let record: JournalRecord
    /// The list's position before it.
    let expected: JournalPosition
    /// When it began, in seconds of the loop.
    let began: Double
}

extension AppliedBatch {
    /// The frame with its sets, the same for everyone; nil: it has none.
    ///
    /// - Parameters:
    ///   - revision: The list's after it.
    ///   - counts: Rows of each section after it.
    package func frame(of list: ListID, revision: Int, counts: [Int]) -> Frame? {
        guard !sets.isEmpty else { return nil }
        return Frame(
            text: Changes(list: list, sets: sets, counts: counts).encoded,
            event: .changes(through: revision))
    }

    /// The effects that publish a durable batch: first the answers before the first set, then the sets,
    /// then the other answers.
    ///
    /// - Parameters:
    ///   - frame: The sets; nil: there are none.
    ///   - revision: That of the list before the batch.
    ///   - counts: Rows of each section after it.
    func publication(_ frame: Frame?, after revision: Int, counts: [Int]) -> [SequencerEffect] {
        let first = answers.firstIndex { $0.set != nil } ?? answers.endIndex
        var effects: [SequencerEffect] = []
        if first > 0 { effects.append(.answer(answers[..<first], counts: counts)) }
        if let frame { effects.append(.broadcast(.sets(frame, after: revision))) }
        if first < answers.endIndex {
            effects.append(.answer(answers[first...], counts: counts))
        }
        return effects
    }

    /// The effects that abort a batch of which nothing is stored: duplicates are answered as before, and edits of
    /// another epoch are rejected all the same, for they may have been applied then; the rest is refused, or stays
    /// unanswered.
    ///
    /// - Parameters:
    ///   - revision: That of the list before the batch.
    ///   - epoch: The list's.
    ///   - mayRefuse: Whether an edit can be applied by no other server.
    func withdrawal(
        to revision: Int, of epoch: String, _ mayRefuse: (EditRequest) -> Bool
    ) -> [SequencerEffect] {
        answers.map { entry in
            if case .duplicate(let made, let applied) = entry.outcome,
                applied != true || made <= revision
            {
                return .answer([entry], counts: [])
            }
            if case .rejected = entry.outcome, let made = entry.request.epoch,
                !made.isSame(as: epoch)
            {
                return .answer([entry], counts: [])
            }
            return mayRefuse(entry.request)
                ? .refuse(entry.request, EditBacklog.unavailable)
                : .leaveUnanswered([entry.request])
        }
    }
}

extension LoadedList {
    /// The frame with the sets of a batch applied just now, the same for everyone; nil: no sets.
    package func frame(of batch: AppliedBatch) -> Frame? {
        batch.frame(of: id, revision: list.revision, counts: list.counts)
    }
}
