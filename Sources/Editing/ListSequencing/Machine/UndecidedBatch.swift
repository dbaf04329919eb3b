import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

/// A batch whose append has had no certain outcome: it may be stored, or may never be.
struct UndecidedBatch: Sendable {
    let append: AppendInFlight
    /// The rows of each section after it.
    let counts: [Int]
    /// Whether the append is still under way: its outcome comes late.
    var isUnderWay: Bool
    /// Whether another record came first, which is no failure.
    var isOvertaken: Bool
    /// Its outcome, once that is certain; nil: not yet.
    var resolution: AppendResolution?
    /// The highest id of each client in it.
    private let highest: [ClientID: Int]

    init(_ append: AppendInFlight, _ counts: [Int], isUnderWay: Bool, isOvertaken: Bool) {
        self.append = append
        self.counts = counts
        self.isUnderWay = isUnderWay
        self.isOvertaken = isOvertaken
        highest = Dictionary(
            append.batch.answers.map { ($0.request.author.client, $0.request.id) },
            uniquingKeysWith: max)
    }

    /// How an edit is answered while a batch is undecided.
    enum Verdict {
        /// It was answered before.
        case answered(EditOutcome)
        /// It was never applied, and is not in the batch.
        case new
        /// It may be in the batch.
        case unknown
    }

    /// - Parameters:
    ///   - undecided: nil: there is none.
    ///   - list: The list as it is stored for certain.
    static func judge(
        _ request: EditRequest, _ undecided: UndecidedBatch?, _ list: LoadedList
    ) -> Verdict {
        let client = request.author.client
        if let place = list.clients.knownPlace(of: client),
            let answer = list.clients.answer(
                to: request.id, at: place, revision: list.list.revision)
        {
            return .answered(answer)
        }
        // It may have been applied to the list that was deleted.
        if let rejection = list.rejection(of: request.epoch) {
            return .answered(.rejected(rejection))
        }
        return request.id > undecided?.highest[client] ?? 0 ? .new : .unknown
    }
}

/// Notices an append that has had no outcome for too long, with one timer for many appends.
struct AppendWatch: Sendable {
    /// Seconds that edits wait for the outcome of an append before the list goes read-only.
    let patience: Double
    private var isAwaited = false

    init(patience: Double) { self.patience = patience }

    /// An append begins.
    mutating func began(_ effects: inout [SequencerEffect]) { wait(patience, &effects) }

    /// The timer has fired while an append is under way.
    ///
    /// - Returns: Whether that has taken too long; else it is watched further.
    mutating func isOver(
        since began: Double, at now: Double, _ effects: inout [SequencerEffect]
    ) -> Bool {
        let left = began + patience - now
        guard left > 0 else { return true }
        wait(left, &effects)
        return false
    }

    /// The timer has fired.
    mutating func fired() { isAwaited = false }

    private mutating func wait(_ seconds: Double, _ effects: inout [SequencerEffect]) {
        guard !isAwaited else { return }
        isAwaited = true
        effects.append(.wake(after: seconds, .append))
    }
}
