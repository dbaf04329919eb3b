import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal

@testable import ListServer

extension SequencerSimulation {
    /// What an edit was told.
    enum Told: Equatable {
        case answer(EditOutcome)
        /// Not answered: its client sends it again.
        case withheld
    }

    /// A reader of the list: a session as its socket shows it.
    struct Reader {
        let client: ClientID
        var isJoined = false
        var isAsking = false
        /// The newest revision when it asked for the list, and how often heads could not be read by then.
        var asked: (revision: Int, unansweredHeads: Int)?
        /// The last revision that it has, nil: it has nothing yet.
        var revision: Int?
        /// Revisions of sets that it was sent, in order.
        var sets: [Int] = []
    }
}

/// What must hold of a simulation that has come to its end.
extension SequencerSimulation {
    /// What is wrong: with the answers of each edit, and with what each reader has.
    func problemsAtEnd() -> [String] {
        var problems: [String] = []
        var revisions: [Int: String] = [:]
        let stored = journal.records.flatMap { (try? ListRecord(decoding: $0.body).sets) ?? [] }
        for (client, edits) in sent {
            for id in edits.keys {
                let news = told[client]?[id] ?? []
                let answers = news.compactMap { told -> EditOutcome? in
                    if case .answer(let answer) = told { answer } else { nil }
                }
                let made = stored.filter { $0.client == client && $0.intent == id }
                if made.count > 1 {
                    problems.append("\(client) \(id) is applied \(made.count) times")
                }
                guard let answer = answers.first else {
                    problems.append("\(client) \(id) was never answered: \(news)")
                    continue
                }
                switch answer {
                case .applied(let revision, _, _), .duplicate(let revision, applied: true?):
                    if made.first?.revision != revision { problems.append("\(client) \(id): lost") }
                    if let other = revisions.updateValue("\(client) \(id)", forKey: revision) {
                        problems.append(
                            "revision \(revision) is of \(other) and of \(client) \(id)")
                    }
                case .rejected, .noop, .duplicate(_, applied: false?):
                    if !made.isEmpty, !isDeleted {
                        problems.append("\(client) \(id) is refused and applied")
                    }
                case .duplicate(_, applied: nil): break
                }
            }
        }
        guard !isDeleted else { return problems }
        for (index, reader) in readers.enumerated() where reader.revision != position.revision {
            problems.append(
                "reader \(index) ends at \(reader.revision ?? -1), not at \(position.revision)")
        }
        return problems
    }
}

extension EditOutcome {
    /// Whether the edit was refused: a copy of it is refused as well.
    var isRefusal: Bool { if case .rejected = self { true } else { false } }
}
