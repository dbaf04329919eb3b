import ListEditing
import ListJournal
import ListProtocol

/// An applied batch whose append had an unknown outcome: it may be stored, or may never be.
struct UndecidedBatch: Sendable {
    let batch: AppliedBatch
    /// The list's position before it.
    let expected: JournalPosition
    /// Its outcome as the journal reported it; nil: not yet.
    var recovery: Recovery?
    /// The highest id of each client in it.
    private let highest: [ClientID: Int]

    init(_ batch: AppliedBatch, expected: JournalPosition) {
        self.batch = batch
        self.expected = expected
        highest = Dictionary(
            batch.answers.map { ($0.request.author.client, $0.request.id) }, uniquingKeysWith: max)
    }

    /// How an edit is answered while the batch is undecided.
    enum Verdict {
        /// It was answered before.
        case answered(EditOutcome)
        /// It was never applied, and is not in the batch.
        case new
        /// It may be in the batch.
        case unknown
    }

    /// - Parameter list: The list as it is stored for certain.
    func judge(_ request: EditRequest, _ list: LoadedList) -> Verdict {
        let client = request.author.client
        if let place = list.clients.knownPlace(of: client),
            let answer = list.clients.answer(
                to: request.id, at: place, revision: list.list.revision)
        {
            return .answered(answer)
        }
        return request.id > highest[client] ?? 0 ? .new : .unknown
    }
}
