import JSON
package import ListDocument
import ListEditing
package import ListJournal
package import ListProtocol
import TextBytes

/// What became of the edits of a ``ForwardedBatch``.
///
/// As a message of the bus: a line of JSON, a line feed, and the answers as a session would be sent them.
package struct ForwardingReply: Sendable {
    package enum Answer: Sendable {
        /// `set`: the encoded change set that it made.
        case answered(EditOutcome, set: [UInt8]?)
        /// It is certainly not applied by the other server, now or later.
        case declined
        /// It may be applied, or not.
        case unknown
    }

    /// In the order of the edits.
    package var answers: [Answer]
    /// The list's head, where all that was answered is stored.
    package var head: ListHead
    /// The rows of each section.
    package var counts: [Int]

    package init(answers: [Answer], head: ListHead, counts: [Int]) {
        self.answers = answers
        self.head = head
        self.counts = counts
    }
}

// MARK: On the bus

extension ForwardingReply {
    private static let declinedMark = "declined"
    private static let unknownMark = "unknown"

    package var encoded: [UInt8] {
        let list = ListID(head.list)
        var messages: [[UInt8]] = []
        var writer = JSONWriter(capacity: 256 + 16 * answers.count)
        writer.object { writer in
            writer.name("head" as StaticString)
            writer.object { head.writeMembers(to: &$0) }
            writer.name("counts" as StaticString)
            writer.array { writer in
                for count in counts { writer.whole(count) }
            }
            // Null where the answer is in the second line.
            writer.name("answers" as StaticString)
            writer.array { writer in
                for answer in answers {
                    switch answer {
                    case .declined: writer.string(Self.declinedMark)
                    case .unknown: writer.string(Self.unknownMark)
                    case .answered(let outcome, let set):
                        messages.append(outcome.message(id: 0, list: list))
                        if let set {
                            writer.object { $0.member("set", String(decoding: set, as: UTF8.self)) }
                        } else {
                            writer.null()
                        }
                    }
                }
            }
        }
        return BusLines(writer.bytes, Self.array(messages)).bytes
    }

    private static func array(_ messages: [[UInt8]]) -> [UInt8] {
        var writer = JSONWriter(capacity: messages.reduce(2) { $0 + $1.count + 1 })
        writer.array { writer in
            for message in messages { writer.raw(message) }
        }
        return writer.bytes
    }

    /// Nil: this is no such message.
    package init?(_ bytes: [UInt8], epoch: String, list: ListID) {
        guard let lines = BusLines(bytes),
            let header = (try? JSONReader.read(lines.first))?.object,
            let head = header["head"].flatMap({ ListHead(read: $0, list: list, epoch: epoch) }),
            let counts = header["counts"]?.array, let marks = header["answers"]?.array,
            let messages = try? ServerFrame.decode(lines.second)
        else { return nil }
        self.head = head
        self.counts = counts.compactMap(\.whole)
        answers = []
        var left = messages[...]
        for mark in marks {
            switch mark.string.map({ TextKey($0) }) {
            case TextKey(Self.declinedMark): answers.append(.declined)
            case TextKey(Self.unknownMark): answers.append(.unknown)
            default:
                guard let outcome = left.popFirst().flatMap(EditOutcome.init) else { return nil }
                let set = mark.object?["set"]?.string.map { Array($0.utf8) }
                answers.append(.answered(outcome, set: set))
            }
        }
    }
}

extension ListHead {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("rows", rows)
        writer.member("done", ifPresent: done)
        writer.member("revision", position.revision)
        writer.member("number", Int(position.token))
        writer.member("place", Int(position.place))
        // Beyond the numbers that JSON has.
        writer.member("check", ifPresent: position.check.map { "\($0)" })
    }

    fileprivate init?(read value: JSONValue, list: ListID, epoch: String) {
        guard let object = value.object, let title = object["title"]?.string,
            let rows = object["rows"]?.whole, let revision = object["revision"]?.whole,
            let number = object["number"]?.whole, let place = object["place"]?.whole
        else { return nil }
        self.init(
            list: list.text, epoch: epoch, title: title, rows: rows,
            done: object["done"]?.whole,
            position: JournalPosition(
                revision: revision, token: Int64(number), place: Int64(place),
                check: object["check"]?.string.flatMap { Int64($0) }))
    }
}
