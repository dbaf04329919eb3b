import JSON
package import ListEditing
import ListProtocol
import Persistence
import TextBytes

/// The contents of one append: the steps of a batch, and how far each client in it is answered.
package struct ListRecord: Sendable {
    // Canonical equivalence: tests alone compare them.
    /// The highest id that was answered of one client, and its name where it has one.
    package struct Answered: Hashable, Sendable {
        var client: ClientID
        var highest: Int
        var name: String?
    }

    var steps: [RecordStep] = []
    /// Clients that the list remembers; a set by any other one leaves no trace but its changes.
    var answered: [Answered] = []

    package init(steps: [RecordStep] = [], answered: [Answered] = []) {
        self.steps = steps
        self.answered = answered
    }

    var hasSets: Bool {
        steps.contains { step in
            if case .set = step { true } else { false }
        }
    }

    /// Leaves out what it did after a revision; who was answered is not cut.
    mutating func cut(through revision: Int) {
        let end = steps.firstIndex { step in
            if case .set(let set) = step { set.revision > revision } else { false }
        }
        steps.removeSubrange((end ?? steps.endIndex)...)
    }

    package var sets: [CommittedChange] {
        steps.compactMap { step in
            if case .set(let set) = step { set } else { nil }
        }
    }
}

/// One thing that a record did to a list, in order.
package enum RecordStep: Sendable {
    case set(CommittedChange)
    /// An undo or redo that found nothing left: the step is off its stack.
    case dropped(UndoStack, of: ClientID)
}

extension ListRecord {
    /// The record as the journal keeps it.
    var encoded: [UInt8] {
        // Copying while it grows costs more than room.
        let setBytes = steps.reduce(0) { bytes, step in
            guard case .set(let set) = step else { return bytes }
            return bytes + set.encoded.count + set.inverse.bytes.count + 24
        }
        var writer = JSONWriter(capacity: 256 + setBytes + 96 * answered.count)
        writer.object { writer in
            writer.name("steps")
            writer.array { writer in
                for step in steps { step.write(to: &writer) }
            }
            writer.name("answered")
            writer.array { writer in
                for entry in answered {
                    writer.object { writer in
                        writer.member("client", entry.client.text)
                        writer.member("highest", entry.highest)
                        writer.member("name", ifPresent: entry.name)
                    }
                }
            }
        }
        return writer.bytes
    }

    package init(decoding bytes: [UInt8]) throws {
        let json = try StoredJSON(decoding: bytes)
        steps = try json.array("steps") { try RecordStep(json: $0) }
        answered = try json.array("answered") {
            Answered(
                client: ClientID(try $0.string("client")), highest: try $0.whole("highest"),
                name: $0.value["name"]?.string)
        }
    }
}

extension RecordStep {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            switch self {
            case .set(let set):
                writer.name("set")
                writer.raw(set.encoded)
                writer.name("inverse")
                writer.raw(set.inverse.bytes)
                if !set.marks.isEmpty {
                    writer.name("marks")
                    writer.array { writer in
                        for marks in set.marks { marks.write(to: &writer) }
                    }
                }
                if !set.sections.isEmpty {
                    writer.name("sections")
                    writer.array { writer in
                        for section in set.sections { section.write(to: &writer) }
                    }
                }
                if let rest = set.rest {
                    writer.name("rest")
                    writer.raw(rest.bytes)
                }
            case .dropped(let stack, let client):
                writer.member("dropped", stack.rawValue)
                writer.member("client", client.text)
            }
        }
    }

    fileprivate init(json: StoredJSON) throws {
        if let name = json.value["dropped"]?.string {
            guard let stack = UndoStack(word: name) else { throw json.problem("dropped") }
            self = .dropped(stack, of: ClientID(try json.string("client")))
            return
        }
        guard let set = json.value["set"], let inverse = json.value["inverse"] else {
            throw json.problem("set")
        }
        let published = try PublishedChange(json: set)
        guard let client = published.client, let intent = published.intent else {
            throw json.problem("client")
        }
        self = .set(
            CommittedChange(
                revision: published.revision,
                author: RowAuthor(client: client, user: published.user), at: published.at,
                intent: intent,
                origin: CommittedChange.Origin(of: published),
                changes: published.changes, inverse: try EncodedInverse(json: inverse),
                isFinal: published.isFinal,
                marks: try json.array("marks") { try RestoredMarks(json: .object($0.value)) },
                sections: try json.array("sections") {
                    try RestoredSection(json: .object($0.value))
                },
                rest: try json.value["rest"].map { try EncodedInverse(json: $0) },
                encoded: published.encoded))
    }
}

extension CommittedChange.Origin {
    fileprivate init(of set: PublishedChange) {
        if let undone = set.undoes {
            self = .undo(of: undone)
        } else if let redone = set.redoes {
            self = .redo(of: redone)
        } else if let restored = set.restores {
            self = .restore(of: restored)
        } else {
            self = .edit
        }
    }

    /// The revision named in `undoes`.
    var undoes: Int? { if case .undo(let revision) = self { revision } else { nil } }

    /// The revision named in `redoes`.
    var redoes: Int? { if case .redo(let revision) = self { revision } else { nil } }

    /// The revision named in `restores`.
    var restores: Int? { if case .restore(let revision) = self { revision } else { nil } }
}
