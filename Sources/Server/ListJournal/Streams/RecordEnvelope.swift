// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import JSON

/// What a record in JetStream says beside its body: one line of JSON before it.
///
/// A message is the line, a line feed, and the body; or the line alone, where the body is so long that
/// it lies in parts, which are stored before. Each record names the checksum of the one before, so that
/// a lost record, or one of another history, is noticed by the reader of the next.
package struct RecordEnvelope: Sendable, Hashable {
    /// What a record does to its list.
    package enum Kind: String, Sendable {
        case created, changed, version, deleted
    }

    /// The version of the line.
    private static let format = 1
    /// The most bytes of a line.
    ///
    /// The longest title that can be allowed has 64 KiB, each byte of which may be written as six. With a body
    /// in the same message it stays below the payload that nodes take, 1 MiB.
    private static let maximumLine = 448 << 10

    package var kind: Kind
    package var epoch: String
    /// The record's number in its list's log; one more than the number of the record before.
    package var number: Int64
    package var revision: Int
    /// In Unix milliseconds.
    package var at: Int
    package var title: String
    package var rows: Int
    /// How many of them have the field `done` set to `true`; nil: not counted, by an earlier version.
    package var done: Int?
    /// The server that wrote it.
    package var writer: String
    /// Tells the record from every other.
    package var id: String
    /// The checksum of the record before; 0 where there is none.
    package var previous: UInt64
    /// Whether the record was copied from another store with its list.
    ///
    /// While such a record is the last
    /// one, the list is there only if its pointer to snapshots names this record.
    package var isCopied: Bool

    package init(
        _ kind: Kind, epoch: String, number: Int64, revision: Int, at: Int, title: String,
        rows: Int, done: Int? = nil, writer: String, id: String, previous: UInt64,
        isCopied: Bool = false
    ) {
        self.kind = kind
        self.epoch = epoch
        self.number = number
        self.revision = revision
        self.at = at
        self.title = title
        self.rows = rows
        self.done = done
        self.writer = writer
        self.id = id
        self.previous = previous
        self.isCopied = isCopied
    }

    // MARK: Writing

    /// Makes the message of the record, and the parts to store before it.
    ///
    /// Complexity: O(n) in the bytes of the body.
    package func sealed(_ body: [UInt8]) -> SealedRecord {
        let parts = MessageParts.split(body)
        var writer = JSONWriter(capacity: 512 + (parts.count == 1 ? body.count : 0))
        writer.object { line in
            line.member("v", Self.format)
            line.member("kind", kind.rawValue)
            line.member("epoch", epoch)
            line.member("number", Int(number))
            line.member("revision", revision)
            line.member("at", at)
            line.member("title", title)
            line.member("rows", rows)
            line.member("done", ifPresent: done)
            line.member("writer", self.writer)
            line.member("id", id)
            line.member("previous", Hexadecimal.text(previous))
            if isCopied { line.member("copied", true) }
            if parts.count > 1 {
                line.member("parts", parts.count)
                line.member("bytes", body.count)
            }
        }
        var message = writer.bytes
        // The checksum is the last member, so that it covers the bytes before it as they are.
        message.removeLast()
        let check = Self.check(message[...], body)
        message += Array(",\"check\":\"\(Hexadecimal.text(check))\"}\n".utf8)
        if parts.count > 1 { return SealedRecord(message: message, parts: parts, check: check) }
        message += body
        return SealedRecord(message: message, parts: [], check: check)
    }

    private static func check(_ line: ArraySlice<UInt8>, _ body: [UInt8]) -> UInt64 {
        var check = ChainedChecksum()
        check.update(line)
        check.update(body[...])
        return check.value
    }

    // MARK: Reading

    /// The bytes of `,"check":"0123456789abcdef"}`.
    private static let checkLength = 28

    /// Reads a message; nil where it is not one of this version.
    ///
    /// Complexity: O(n) in its bytes.
    package static func read(_ message: [UInt8]) -> ReadRecord? {
        guard
            let end = message.prefix(maximumLine).firstIndex(of: UInt8(ascii: "\n")),
            end > checkLength,
            let line = (try? JSONReader.read(Array(message[..<end])))?.object,
            line["v"]?.whole == format,
            let kind = line["kind"]?.string.flatMap(Kind.init(rawValue:)),
            let epoch = line["epoch"]?.string, let number = line["number"]?.whole,
            let revision = line["revision"]?.whole, let at = line["at"]?.whole,
            let title = line["title"]?.string, let rows = line["rows"]?.whole,
            let writer = line["writer"]?.string, let id = line["id"]?.string,
            let previous = line["previous"]?.string.flatMap(Hexadecimal.number),
            let check = line["check"]?.string.flatMap(Hexadecimal.number),
            line.members.last?.name == "check", number >= 0, revision >= 0
        else { return nil }
        let envelope = RecordEnvelope(
            kind, epoch: epoch, number: Int64(number), revision: revision, at: at, title: title,
            rows: rows, done: line["done"]?.whole, writer: writer, id: id, previous: previous,
            isCopied: line["copied"] == .bool(true))
        let covered = Array(message[..<(end - checkLength)])
        let body = Array(message[(end + 1)...])
        guard let parts = line["parts"]?.whole, let bytes = line["bytes"]?.whole else {
            return ReadRecord(
                envelope: envelope, check: check, parts: 0, byteCount: body.count, line: covered,
                body: body)
        }
        guard body.isEmpty, 0...MessageParts.maximumBytes ~= bytes,
            parts == MessageParts.count(ofBytes: bytes)
        else { return nil }
        return ReadRecord(
            envelope: envelope, check: check, parts: parts, byteCount: bytes, line: covered,
            body: nil)
    }

    fileprivate static func isIntact(_ line: [UInt8], _ body: [UInt8], check: UInt64) -> Bool {
        Self.check(line[...], body) == check
    }
}

/// A record that is ready to be stored.
package struct SealedRecord: Sendable, Hashable {
    /// What the list's subject gets, once the parts are stored.
    package let message: [UInt8]
    /// What is stored before; empty where the message holds the body.
    package let parts: [[UInt8]]
    /// What the next record names.
    package let check: UInt64
}

/// A record as it was read, perhaps without its body.
package struct ReadRecord: Sendable, Hashable {
    package let envelope: RecordEnvelope
    /// What the next record must name.
    package let check: UInt64
    /// How many parts the body lies in; 0 where the message holds it.
    package let parts: Int
    /// The bytes of the body.
    package let byteCount: Int
    fileprivate let line: [UInt8]
    fileprivate let body: [UInt8]?

    /// The body, if record and body are as they were written.
    ///
    /// - Parameter parts: the parts in their order, where the body lies in parts.
    package func body(parts: [[UInt8]] = []) -> [UInt8]? {
        guard parts.count == self.parts else { return nil }
        let whole = body ?? Array(parts.joined())
        guard whole.count == byteCount, RecordEnvelope.isIntact(line, whole, check: check) else {
            return nil
        }
        return whole
    }
}
