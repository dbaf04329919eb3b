/// One edit with every sending and every answer.
struct EditRecord {
    let key: EditKey
    let kind: EditKind
    var sendings: [EditSending] = []
    var answers: [EditAnswer] = []

    /// The revisions under which answers say that it applied.
    var revisions: Set<Int> {
        Set(answers.compactMap { $0.kind.saysApplied ? $0.revision : nil })
    }

    /// What was sent and answered, for people.
    var messages: [String] {
        sendings.prefix(2).map { "sent     " + $0.frame.text }
            + answers.prefix(3).map { "received " + $0.frame.text }
    }

    /// Who and which, for people.
    var text: String { "edit \(key.id) of client \(key.client)" }
}
