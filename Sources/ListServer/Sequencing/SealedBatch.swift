/// What a batch of edits did to a list: to be stored, then answered.
struct SealedBatch: Sendable {
    /// An edit with its answer and, where it changed the list, the set that it made.
    struct Answered: Sendable {
        let request: EditRequest
        let answer: Answer
        var set: [UInt8]?
    }

    /// In the order in which the edits were submitted.
    var answers: [Answered] = []
    /// The encoded sets among them.
    var sets: [[UInt8]] = []
    var record = ListRecord()
    /// When it was sealed, in Unix milliseconds.
    let at: Int

    /// Whether there is anything that a restart must not forget.
    var needsStoring: Bool { !record.steps.isEmpty || !record.answered.isEmpty }
}
