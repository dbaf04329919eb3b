import ListEditing
import ListProtocol

/// What a batch of edits did to a list: to be stored, then answered.
package struct AppliedBatch: Sendable {
    /// In the order in which the edits were applied.
    package var answers: [AnsweredEdit] = []
    /// The encoded sets among them.
    package var sets: [[UInt8]] = []
    var record = ListRecord()
    /// When it was applied, in Unix milliseconds.
    let at: Int
    /// The oldest revision that edits whose queues were blocked need history from.
    package var wantedHistory: Int?
    /// A revision whose state an edit needs the queue of which was blocked.
    package var wantedPast: Int?

    /// - Parameter capacity: edits to make room for at once.
    init(at: Int, capacity: Int) {
        self.at = at
        answers.reserveCapacity(capacity)
        sets.reserveCapacity(capacity)
        record.steps.reserveCapacity(capacity)
    }

    /// Whether there is anything that a restart must not forget.
    package var needsStoring: Bool { !record.steps.isEmpty || !record.answered.isEmpty }
}
