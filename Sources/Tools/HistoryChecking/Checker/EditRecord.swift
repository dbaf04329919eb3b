/// One edit, with every time that it was sent and every answer to it.
struct EditRecord {
    let key: EditKey
    let kind: EditKind
    var sendings: [RecordedSending] = []
    var answers: [RecordedAnswer] = []

    /// The revisions under which answers say that the edit applied.
    var revisions: Set<Int> {
        Set(answers.compactMap { $0.kind.saysApplied ? $0.revision : nil })
    }

    /// The first frames that hold the edit and its answers, for people.
    var messages: [String] {
        sendings.prefix(2).map { "sent     " + $0.frame.text }
            + answers.prefix(3).map { "received " + $0.frame.text }
    }

    /// The edit's id and client, for people.
    var text: String { "edit \(key.id) of client \(key.client)" }
}

/// The identity of an edit: a client resends an edit under the same key.
struct EditKey: Hashable {
    let client: Int
    let list: ListKey
    let id: Int
}

/// One time that an edit was sent.
struct RecordedSending {
    /// The index of the event.
    let moment: Int
    let session: Int
    let frame: [UInt8]
}

/// One answer to an edit.
struct RecordedAnswer {
    let kind: AnswerKind
    /// The index of the event.
    let moment: Int
    let session: Int
    let revision: Int?
    /// The places that the answer reports as clamped.
    let clamps: [ObservedClamp]
    let frame: [UInt8]
    /// The highest revision of the list that any client had seen before.
    let newestSeen: Int
}
