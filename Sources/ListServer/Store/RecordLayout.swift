import JSON
import ListEditing
import ListProtocol
import Persistence

/// A stored set that was found in its record and is not decoded yet.
struct StoredChange: Sendable {
    let revision: Int
    /// As every session gets it.
    let encoded: [UInt8]
    /// A part of the record, which stays in memory for as long as this does; nil where not wanted.
    private let inverse: ArraySlice<UInt8>?
    private let list: String

    init(_ cut: RecordLayout, of body: [UInt8], list: String, withInverse: Bool) {
        revision = cut.revision
        encoded = Array(body[cut.set])
        inverse = withInverse ? body[cut.inverse] : nil
        self.list = list
    }

    /// The set as the history of a list takes it.
    ///
    /// - Throws: `ListUnreadable`.
    /// - Complexity: O(n) in the bytes of the set and its inverse.
    func decoded() throws(ListUnreadable) -> (
        revision: Int, changes: ChangeSet, inverse: Inverse?
    ) {
        do {
            let set = try PublishedChange(
                json: JSONReader.read(encoded, maximumDepth: JSONReader.ownDepth))
            let steps = try inverse.map {
                try Inverse(
                    json: JSONReader.read(Array($0), maximumDepth: JSONReader.ownDepth))
            }
            return (revision, set.changes, steps)
        } catch {
            throw ListUnreadable(
                list: list, revision: revision, reason: "the set cannot be read: \(error)")
        }
    }
}

/// The places of a set and its inverse in the bytes of a stored record.
///
/// The server wrote the record and its checksum holds, so the sets are cut out without building values,
/// in a fiftieth of the time that reading the record takes.
struct RecordLayout: Hashable, Sendable {
    let revision: Int
    /// The set, a JSON object.
    let set: Range<Int>
    /// Its inverse, a JSON array.
    let inverse: Range<Int>

    /// Every set of a record, in order.
    ///
    /// - Complexity: O(n) in the bytes.
    static func all(in body: [UInt8]) throws(StoredJSONError) -> [RecordLayout] {
        var cuts: [RecordLayout] = []
        var cursor = RecordCursor(body)
        try cursor.eachMember { (cursor, name) throws(StoredJSONError) in
            guard cursor.text(name, is: "steps") else { return try cursor.skipValue() }
            try cursor.eachElement { (cursor) throws(StoredJSONError) in
                if let cut = try step(&cursor) { cuts.append(cut) }
            }
        }
        return cuts
    }

    /// The revision of the first set, where the first step made one and `body` holds its beginning.
    static func firstRevision(inBeginning body: [UInt8]) -> Int? {
        let start = Array(#"{"steps":[{"set":{"revision":"#.utf8)
        guard body.starts(with: start) else { return nil }
        var cursor = RecordCursor(body, at: start.count)
        guard let revision = try? cursor.whole(), cursor.position < body.count else { return nil }
        return revision
    }

    private static func step(_ cursor: inout RecordCursor) throws(StoredJSONError) -> RecordLayout?
    {
        var set: Range<Int>?
        var inverse: Range<Int>?
        var revision: Int?
        try cursor.eachMember { (cursor, name) throws(StoredJSONError) in
            let start = cursor.position
            if cursor.text(name, is: "set") {
                try cursor.eachMember { (cursor, name) throws(StoredJSONError) in
                    if cursor.text(name, is: "revision") {
                        revision = try cursor.whole()
                    } else {
                        try cursor.skipValue()
                    }
                }
                set = start..<cursor.position
            } else {
                try cursor.skipValue()
                if cursor.text(name, is: "inverse") { inverse = start..<cursor.position }
            }
        }
        guard let set else { return nil }
        guard let revision, let inverse else { throw StoredJSONError(member: "set") }
        return RecordLayout(revision: revision, set: set, inverse: inverse)
    }
}

/// Walks over the bytes of a JSON text that was written without spaces.
private struct RecordCursor {
    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Steps into an object; `visit` is given the place of each name and moves behind its value.
    mutating func eachMember(
        _ visit: (inout RecordCursor, Range<Int>) throws(StoredJSONError) -> Void
    ) throws(StoredJSONError) {
        try each(from: "{", to: "}") { (cursor) throws(StoredJSONError) in
            let start = cursor.position
            try cursor.skipValue()
            let name = start..<cursor.position
            try cursor.take(UInt8(ascii: ":"))
            try visit(&cursor, name)
        }
    }

    /// Steps into an array; `visit` moves behind each element.
    mutating func eachElement(
        _ visit: (inout RecordCursor) throws(StoredJSONError) -> Void
    ) throws(StoredJSONError) {
        try each(from: "[", to: "]", visit)
    }

    /// Whether the string at this place, with its quotes, is `text`, which needs no escapes.
    func text(_ place: Range<Int>, is text: String) -> Bool {
        bytes[place].dropFirst().dropLast().elementsEqual(text.utf8)
    }

    mutating func whole() throws(StoredJSONError) -> Int {
        var number = 0
        let start = position
        while position < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position] {
            number = number * 10 + Int(bytes[position] - UInt8(ascii: "0"))
            position += 1
            guard position - start <= 16 else { throw StoredJSONError(member: "revision") }
        }
        guard position > start else { throw StoredJSONError(member: "revision") }
        return number
    }

    mutating func skipValue() throws(StoredJSONError) {
        var depth = 0
        var place = position
        let body = bytes
        let text = body.span
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\""):
                place += 1
                while place < text.count, text[place] != UInt8(ascii: "\"") {
                    place += text[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                place += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // At depth 0, the end of the container of a number or word.
                if depth > 0 {
                    depth -= 1
                    place += 1
                }
            case UInt8(ascii: ",") where depth == 0: break
            default:
                place += 1
                continue
            }
            guard depth > 0 else {
                position = place
                return
            }
        }
        throw StoredJSONError(member: "the whole")
    }

    private mutating func each(
        from open: Unicode.Scalar, to close: Unicode.Scalar,
        _ visit: (inout RecordCursor) throws(StoredJSONError) -> Void
    ) throws(StoredJSONError) {
        try take(UInt8(ascii: open))
        if position < bytes.count, bytes[position] == UInt8(ascii: close) {
            position += 1
            return
        }
        while true {
            try visit(&self)
            guard position < bytes.count else { throw StoredJSONError(member: "the whole") }
            position += 1
            if bytes[position - 1] == UInt8(ascii: close) { return }
            guard bytes[position - 1] == UInt8(ascii: ",") else {
                throw StoredJSONError(member: "the whole")
            }
        }
    }

    private mutating func take(_ byte: UInt8) throws(StoredJSONError) {
        guard position < bytes.count, bytes[position] == byte else {
            throw StoredJSONError(member: "the whole")
        }
        position += 1
    }
}
