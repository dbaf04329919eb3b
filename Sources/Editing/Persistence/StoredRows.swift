import JSON
package import ListEditing
import ListProtocol

/// The rows of a stored list, read from its bytes without building JSON values of them.
///
/// Nearly all of a snapshot is rows, and nearly all rows are as `JSONWriter.stored(_:clients:)` writes
/// the usual ones: an id, a few fields with short values, perhaps an authorship. Their fields are
/// copied as they are. Every other row is read as JSON, by itself, and what stands around the rows
/// is left to be read as JSON by the caller. Where anything is not as it should be there are no rows:
/// reading the whole as JSON tells what is wrong.
package struct StoredRows {
    /// The rows of each section.
    package let sections: [[Row]]
    /// The snapshot with no rows in its sections.
    package let rest: [UInt8]

    /// Reads a snapshot: an object whose member `list` is what `ListState.write` writes.
    ///
    /// - Complexity: O(n) in the bytes.
    package init?(_ snapshot: [UInt8]) {
        var reader = StoredRowReader(snapshot)
        guard (try? reader.read()) != nil, reader.lexer.problem == nil else { return nil }
        sections = reader.sections
        var rest: [UInt8] = []
        var start = 0
        for cut in reader.cuts {
            rest.append(contentsOf: snapshot[start..<cut.lowerBound])
            start = cut.upperBound
        }
        rest.append(contentsOf: snapshot[start...])
        self.rest = rest
    }
}

/// Walks through a snapshot and reads the rows.
private struct StoredRowReader {
    private static let quote = UInt8(ascii: "\"")
    /// Containers around a row.
    private static let rowDepth = 5

    private(set) var lexer: JSONLexer
    /// Where the rows of each section are, without the brackets.
    private(set) var cuts: [Range<Int>] = []
    private(set) var sections: [[Row]] = []
    private var authors: [RowAuthor?] = []
    /// Those of the row that is being read; kept between rows for their memory.
    private var ends: [Int] = []
    private var marks: [FieldMark] = []
    private var stamps: [Int] = []

    init(_ snapshot: [UInt8]) {
        lexer = JSONLexer(snapshot)
    }

    mutating func read() throws {
        try object { reader, name in
            guard reader.lexer.isEqual(name, "list") else { return try reader.lexer.skipValue() }
            try reader.object { reader, name in
                if reader.lexer.isEqual(name, "clients") {
                    try reader.readClients()
                } else if reader.lexer.isEqual(name, "users") {
                    try reader.readUsers()
                } else if reader.lexer.isEqual(name, "sections") {
                    try reader.elements { reader in try reader.readSection() }
                } else {
                    try reader.lexer.skipValue()
                }
            }
        }
    }

    private mutating func readClients() throws {
        try elements { reader in
            guard reader.lexer.peek() == Self.quote else { throw reader.lexer.expected("a name") }
            let client = reader.lexer.string(of: try reader.lexer.string())
            reader.authors.append(StoredAuthors.author(client, user: nil))
        }
    }

    /// Reads the users of the clients, which stand after those.
    private mutating func readUsers() throws {
        var index = 0
        try elements { reader in
            defer { index += 1 }
            let first = reader.lexer.peek()
            if first == UInt8(ascii: "n"), reader.lexer.takeLiteral("null") { return }
            guard first == Self.quote, reader.authors.indices.contains(index) else {
                throw reader.lexer.expected("the user of a client")
            }
            let user = reader.lexer.string(of: try reader.lexer.string())
            reader.authors[index] = reader.authors[index].map {
                RowAuthor(client: $0.client, user: user)
            }
        }
    }

    private mutating func readSection() throws {
        try object { reader, name in
            guard reader.lexer.isEqual(name, "rows") else { return try reader.lexer.skipValue() }
            var rows: [Row] = []
            _ = reader.lexer.peek()
            let start = reader.lexer.position + 1
            try reader.elements { reader in rows.append(try reader.row()) }
            reader.cuts.append(start..<reader.lexer.position - 1)
            reader.sections.append(rows)
        }
    }

    // MARK: Rows

    private mutating func row() throws -> Row {
        _ = lexer.peek()
        let start = lexer.position
        if let row = try plainRow() { return row }
        lexer.position = start
        try lexer.skipValue()
        // json-c takes longer for a short text than the rest of the row does.
        let json = try JSONReader.parse(
            Array(lexer.bytes[start..<lexer.position]),
            maximumDepth: JSONReader.ownDepth - Self.rowDepth, treeValues: 0)
        if let problem = json.problem { throw problem }
        return try ValueReader.unbounded.storedRow(Members(json.value), authors: authors)
    }

    /// Reads a row of `id`, `fields` and perhaps `by`, in this order; nil: it is another one.
    private mutating func plainRow() throws -> Row? {
        guard lexer.take(UInt8(ascii: "{")), lexer.isEqual(try lexer.name(), "id"),
            let id = try identifier(), lexer.take(UInt8(ascii: ",")),
            lexer.isEqual(try lexer.name(), "fields"), let fields = try fields()
        else { return nil }
        if lexer.take(UInt8(ascii: "}")) { return Row(id: id, fields: fields) }
        guard lexer.take(UInt8(ascii: ",")), lexer.isEqual(try lexer.name(), "by"),
            let authorship = try authorship(), lexer.take(UInt8(ascii: "}"))
        else { return nil }
        return Row(id: id, fields: fields, authorship: authorship)
    }

    private mutating func identifier() throws -> RowID? {
        guard let text = try text(), Identifier.isValid(lexer.bytes[text.range]) else { return nil }
        return RowID(lexer.string(of: text))
    }

    /// Reads a string that has no escapes.
    private mutating func text() throws -> JSONText? {
        guard lexer.peek() == Self.quote else { return nil }
        let text = try lexer.string()
        return text.hasEscapes ? nil : text
    }

    /// Reads fields that are canonical: without escapes and spaces, their names ascending, their
    /// values no containers.
    private mutating func fields() throws -> Fields? {
        guard lexer.peek() == UInt8(ascii: "{") else { return nil }
        let start = lexer.position
        lexer.position += 1
        ends.removeAll(keepingCapacity: true)
        var length = 1
        var previous = 0..<0
        repeat {
            guard let name = try text(), lexer.take(UInt8(ascii: ":")),
                ends.isEmpty || precedes(previous, name.range)
            else { return nil }
            let first = lexer.peek()
            let valueStart = lexer.position
            switch first {
            case Self.quote: guard try text() != nil else { return nil }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try lexer.number()
            case UInt8(ascii: "t") where lexer.takeLiteral("true"): break
            case UInt8(ascii: "f") where lexer.takeLiteral("false"): break
            default: return nil
            }
            length += name.range.count + lexer.position - valueStart + 4
            ends.append(lexer.position - start)
            previous = name.range
        } while lexer.take(UInt8(ascii: ","))
        guard lexer.take(UInt8(ascii: "}")), lexer.position - start == length else { return nil }
        return unsafe lexer.bytes.withUnsafeBytes { bytes in
            unsafe Fields(
                canonical: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]),
                ends: ends)
        }
    }

    private func precedes(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        for offset in 0..<min(one.count, other.count) {
            let (left, right) = (
                lexer.bytes[one.lowerBound + offset], lexer.bytes[other.lowerBound + offset]
            )
            if left != right { return left < right }
        }
        return one.count < other.count
    }

    /// Reads what `Authorship.write` wrote.
    private mutating func authorship() throws -> Authorship? {
        guard lexer.take(UInt8(ascii: "[")), let revision = try whole(),
            let number = try nextWhole(), authors.indices.contains(number),
            let otherRevision = try nextWhole(), let placed = try nextWhole()
        else { return nil }
        let author = authors[number]
        marks.removeAll(keepingCapacity: true)
        stamps.removeAll(keepingCapacity: true)
        while lexer.take(UInt8(ascii: ",")) {
            if marks.isEmpty, lexer.peek() != Self.quote {
                guard let number = try whole() else { return nil }
                stamps.append(number)
                continue
            }
            guard let name = try text(), let mark = try nextWhole() else { return nil }
            marks.append(FieldMark(name: lexer.string(of: name), revision: mark))
        }
        guard lexer.take(UInt8(ascii: "]")),
            let (at, added) = Authorship.stamps(stamps, revision, author, authors)
        else { return nil }
        return Authorship(
            revision: revision, author: author, at: at, added: added,
            otherRevision: otherRevision, marks: marks, placed: placed)
    }

    private mutating func nextWhole() throws -> Int? {
        lexer.take(UInt8(ascii: ",")) ? try whole() : nil
    }

    private mutating func whole() throws -> Int? {
        switch lexer.peek() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
        default: return nil
        }
        guard case .integer(let number) = try lexer.number() else { return nil }
        return number
    }

    // MARK: Containers

    private mutating func object(
        _ member: (inout StoredRowReader, JSONText) throws -> Void
    ) throws {
        guard lexer.take(UInt8(ascii: "{")) else { throw lexer.expected("an object") }
        if lexer.take(UInt8(ascii: "}")) { return }
        repeat { try member(&self, try lexer.name()) } while lexer.take(UInt8(ascii: ","))
        guard lexer.take(UInt8(ascii: "}")) else { throw lexer.expected("the end of an object") }
    }

    private mutating func elements(_ element: (inout StoredRowReader) throws -> Void) throws {
        guard lexer.take(UInt8(ascii: "[")) else { throw lexer.expected("an array") }
        if lexer.take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while lexer.take(UInt8(ascii: ","))
        guard lexer.take(UInt8(ascii: "]")) else { throw lexer.expected("the end of an array") }
    }
}
