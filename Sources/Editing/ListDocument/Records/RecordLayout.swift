import JSON
package import ListEditing
import ListProtocol
import Persistence
import TextBytes

/// A stored set that was found in its record and is not decoded yet.
package struct StoredChange: Sendable {
    package let revision: Int
    /// As every session gets it.
    package let encoded: [UInt8]
    /// A part of the record, which stays in memory for as long as this does; nil where not wanted.
    private let inverse: ArraySlice<UInt8>?
    private let list: String

    package init(_ cut: RecordLayout, of body: [UInt8], list: String, withInverse: Bool) {
        revision = cut.revision
        encoded = Array(body[cut.set])
        inverse = withInverse ? body[cut.inverse] : nil
        self.list = list
    }

    /// The set as the history of a list takes it.
    ///
    /// - Throws: `ListUnreadable`.
    /// - Complexity: O(n) in the bytes of the set and its inverse.
    package func decoded() throws(ListUnreadable) -> (
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
package struct RecordLayout: Hashable, Sendable {
    package let revision: Int
    /// The set, a JSON object.
    package let set: Range<Int>
    /// Its inverse, a JSON array.
    package let inverse: Range<Int>

    /// Every set of a record, in order.
    ///
    /// - Complexity: O(n) in the bytes.
    package static func all(in body: [UInt8]) throws(StoredJSONError) -> [RecordLayout] {
        var layouts: [RecordLayout] = []
        var lexer = JSONLexer(body)
        do throws(JSONError) {
            try lexer.eachMember { (lexer, name) throws(JSONError) in
                guard name.isSame(as: "steps") else { return try lexer.skipValue() }
                try lexer.eachElement { (lexer) throws(JSONError) in
                    if let layout = try step(&lexer) { layouts.append(layout) }
                }
            }
        } catch {
            throw StoredJSONError(member: "the whole")
        }
        return layouts
    }

    /// The revision of the first set, where the first step made one and `body` holds its beginning.
    package static func firstRevision(inBeginning body: [UInt8]) -> Int? {
        let start = Array(#"{"steps":[{"set":{"revision":"#.utf8)
        guard body.starts(with: start) else { return nil }
        var lexer = JSONLexer(body, at: start.count)
        guard let revision = try? lexer.revision(), !lexer.isAtEnd else { return nil }
        return revision
    }

    private static func step(_ lexer: inout JSONLexer) throws(JSONError) -> RecordLayout? {
        var set: Range<Int>?
        var inverse: Range<Int>?
        var revision: Int?
        try lexer.eachMember { (lexer, name) throws(JSONError) in
            _ = lexer.peek()
            let start = lexer.position
            if name.isSame(as: "set") {
                try lexer.eachMember { (lexer, name) throws(JSONError) in
                    if name.isSame(as: "revision") {
                        revision = try lexer.revision()
                    } else {
                        try lexer.skipValue()
                    }
                }
                set = start..<lexer.position
            } else {
                try lexer.skipValue()
                if name.isSame(as: "inverse") { inverse = start..<lexer.position }
            }
        }
        guard let set else { return nil }
        guard let revision, let inverse else {
            throw lexer.expected("a set with its revision and inverse")
        }
        return RecordLayout(revision: revision, set: set, inverse: inverse)
    }
}

extension JSONLexer {
    /// Reads an object; `read` is given each name, and reads the value.
    fileprivate mutating func eachMember(
        _ read: (inout JSONLexer, String) throws(JSONError) -> Void
    ) throws(JSONError) {
        try each(from: "{", to: "}") { (lexer) throws(JSONError) in
            let name = try lexer.name()
            try read(&lexer, lexer.string(of: name))
        }
    }

    /// Reads an array; `read` reads each element.
    fileprivate mutating func eachElement(
        _ read: (inout JSONLexer) throws(JSONError) -> Void
    ) throws(JSONError) {
        try each(from: "[", to: "]", read)
    }

    fileprivate mutating func revision() throws(JSONError) -> Int {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek()),
            case .integer(let number) = try number()
        else { throw expected("a revision") }
        return number
    }

    private mutating func each(
        from open: Unicode.Scalar, to close: Unicode.Scalar,
        _ read: (inout JSONLexer) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard take(UInt8(ascii: open)) else { throw expected("'\(open)'") }
        if take(UInt8(ascii: close)) { return }
        repeat { try read(&self) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: close)) else { throw expected("'\(close)'") }
    }
}

// Canonical equivalence: tests alone compare them.
/// Why a list that is there cannot be read: what is stored of it is damaged, and stays so until it is
/// mended.
///
/// A store that cannot be read at all just now is a `JournalError` instead, and is asked again.
package struct ListUnreadable: Error, Hashable, Sendable, CustomStringConvertible {
    let list: String
    /// Where in the list's history the damage is.
    package let revision: Int
    package let reason: String

    package var description: String {
        "the list \(list) cannot be read at revision \(revision): \(reason)"
    }
}
