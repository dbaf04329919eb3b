package import ListDocument
import ListEditing
package import ListJournal

/// The edits of a list that another server applies: the batch under way, and what has been answered.
struct ForwardedEdits: Sendable {
    private var batch: ForwardedBatch?
    /// Answered, in this order; their records are still to be followed.
    private var answers: [RemoteAnswers] = []
    /// Edits that another server may have applied, or may still apply, of which only the log can tell.
    private var lookup: EditLookup?
    /// The number of the last batch.
    package private(set) var number = 0

    /// Whether a batch is under way: a further one would be another order.
    package var isUnderWay: Bool { batch != nil }
    package var isEmpty: Bool { batch == nil && answers.isEmpty && lookup == nil }
    var hasAnswers: Bool { !answers.isEmpty }
    /// The newest head of which edits here wait.
    package var newest: ListHead? { answers.last?.head }

    package mutating func begin(_ batch: ForwardedBatch) {
        self.batch = batch
        number = batch.number
    }

    /// The batch is under way no more; nil: it is another one, or none.
    package mutating func end(_ number: Int) -> ForwardedBatch? {
        guard batch?.number == number else { return nil }
        return takeBatch()
    }

    mutating func takeBatch() -> ForwardedBatch? {
        defer { batch = nil }
        return batch
    }

    package mutating func add(_ answer: RemoteAnswers) { answers.append(answer) }

    /// Takes the answers whose records are followed, in order.
    package mutating func take(where isFollowed: (ListHead) -> Bool) -> [RemoteAnswers] {
        let taken = Array(answers.prefix { isFollowed($0.head) })
        answers.removeFirst(taken.count)
        return taken
    }

    // MARK: What is in doubt

    package mutating func lookUp(_ edits: EditLookup) {
        lookup = lookup.map { $0.joined(with: edits) } ?? edits
    }

    mutating func takeLookup() -> EditLookup? {
        defer { lookup = nil }
        return lookup
    }
}

/// Edits in doubt whose clients the list does not remember: whether they are stored, only the log tells, by
/// the keys that were made for them.
package struct EditLookup: Sendable {
    package let requests: [EditRequest]
    /// The newest record that was known when they were forwarded: they are stored after it, or not at all.
    package let after: JournalPosition

    fileprivate func joined(with other: EditLookup) -> EditLookup {
        EditLookup(
            requests: requests + other.requests,
            after: after.token < other.after.token ? after : other.after)
    }
}

/// What the log has of ``EditLookup``.
package struct EditSearch: Sendable {
    private let edits: EditLookup
    package private(set) var found: [AnsweredEdit] = []
    /// By the keys that were made for them, each for one edit.
    private var lookup: [ClientID: EditRequest]

    package init(_ edits: EditLookup) {
        self.edits = edits
        lookup = Dictionary(
            edits.requests.map { ($0.author.client, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Those that are certainly not stored, once all was looked through.
    package var missing: [EditRequest] {
        edits.requests.filter { lookup[$0.author.client] != nil }
    }

    /// Finds the edits that made one of these sets.
    ///
    /// - Complexity: O(n) in the sets.
    package mutating func look(in sets: [CommittedChange]) {
        for set in sets {
            guard let request = lookup.removeValue(forKey: set.client) else { continue }
            // Its clamps are in the set.
            let outcome = EditOutcome.applied(revision: set.revision, ids: [], clamps: [])
            found.append(AnsweredEdit(request, outcome.named(by: request), set: set.encoded))
        }
    }
}

/// The edits of other servers among those that wait here.
struct RemoteEdits: Sendable {
    /// Whether there may be some, and whether some were taken back since the last look.
    private var (isHeld, isUnchecked) = (false, false)
    /// The newest record of others that was looked at.
    private var record: Int64 = 0

    /// Whether an edit may wait: it is of this server, or not overtaken.
    mutating func mayWait(_ request: EditRequest) -> Bool {
        guard let after = request.forwardedAfter else { return true }
        guard after >= record else { return false }
        isHeld = true
        return true
    }

    /// Edits that were applied wait again; some may be of other servers.
    mutating func noteTakenBack() { (isHeld, isUnchecked) = (true, true) }

    /// Takes out those that are overtaken by a record which the servers that forwarded them did not know.
    mutating func takeOvertaken(
        by record: Int64, in machine: inout SequencerMachine
    ) -> [EditRequest] {
        guard isUnchecked || record > self.record else { return [] }
        self.record = max(self.record, record)
        isUnchecked = false
        guard isHeld else { return [] }
        var isHeld = false
        let overtaken = machine.withdrawEdits {
            guard let after = $0.forwardedAfter else { return false }
            if after >= record { isHeld = true }
            return after < record
        }
        self.isHeld = isHeld
        return overtaken
    }
}

/// What came of a ``ForwardedBatch``.
package enum ForwardingOutcome: Sendable {
    case answered(ForwardingReply)
    /// Nothing of it is applied, now or later.
    case declined
    /// There is no answer: it may be applied now or later, or not.
    case silent
}

/// Edits that another server has applied and stored.
package struct RemoteAnswers: Sendable {
    package let edits: [AnsweredEdit]
    /// The list's head after them.
    package let head: ListHead
    /// The rows of each section.
    package let counts: [Int]
}
