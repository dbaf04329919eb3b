/// Checks a text against RFC 8259 and the limits of the protocol, in one pass, without building
/// a value.
///
/// json-c accepts more than JSON, so it only reads texts that were checked here.
struct JSONScanner {
    /// A number whose text json-c does not keep.
    struct LostNumber {
        /// Which number of the text it is, from 0.
        let ordinal: Int
        /// Where its text is.
        let range: Range<Int>
    }

    /// The most containers inside one another.
    private let maximumDepth: Int
    private var lexer: JSONLexer
    private var nesting = NestingStack()
    private var numberCount = 0
    /// The members of all objects together, duplicates counted.
    private(set) var memberCount = 0
    /// The values of all kinds: containers and what is in them.
    private(set) var valueCount = 0
    /// The depth of the innermost container.
    private(set) var depth = 0
    private(set) var lostNumbers: [LostNumber] = []

    /// The first thing outside the limits.
    var problem: JSONError? { lexer.problem }

    init(_ text: [UInt8], maximumDepth: Int) {
        lexer = JSONLexer(text)
        self.maximumDepth = maximumDepth
    }

    /// Scans the whole text.
    ///
    /// Complexity: O(n) in the bytes, without recursion.
    /// - Throws: `JSONError` of the kind `notJSON`. What is only outside the limits is kept in
    ///   `problem`, and the scan continues.
    mutating func scan() throws(JSONError) {
        repeat {
            try scanValue()
        } while try moveToNextValue()
        _ = lexer.peek()
        guard lexer.isAtEnd else { throw lexer.expected("the end of the text") }
    }

    /// Scans a scalar, or enters containers up to their first scalar or the end of an empty one.
    private mutating func scanValue() throws(JSONError) {
        while true {
            switch lexer.peek() {
            case UInt8(ascii: "{"):
                valueCount += 1
                open(object: true)
                if lexer.peek() == UInt8(ascii: "}") { return }
                try scanName()
            case UInt8(ascii: "["):
                valueCount += 1
                open(object: false)
                if lexer.peek() == UInt8(ascii: "]") { return }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                valueCount += 1
                return try scanNumber()
            default:
                valueCount += 1
                return try lexer.skipScalar()
            }
        }
    }

    /// Closes the containers that end here; false once the outermost value has ended.
    private mutating func moveToNextValue() throws(JSONError) -> Bool {
        while nesting.depth > 0 {
            let isInObject = nesting.isInObject
            if lexer.take(UInt8(ascii: ",")) {
                if isInObject { try scanName() }
                return true
            }
            guard lexer.take(isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                if lexer.isAtEnd {
                    throw lexer.expected("a comma or the end")
                }
                throw lexer.expected(isInObject ? "',' or '}'" : "',' or ']'")
            }
            nesting.close()
        }
        return false
    }

    private mutating func scanName() throws(JSONError) {
        _ = try lexer.name()
        memberCount += 1
    }

    private mutating func scanNumber() throws(JSONError) {
        let start = lexer.position
        if case .inexactInteger = try lexer.number() {
            lostNumbers.append(LostNumber(ordinal: numberCount, range: start..<lexer.position))
        }
        numberCount += 1
    }

    private mutating func open(object: Bool) {
        nesting.open(object: object)
        if nesting.depth > depth {
            depth = nesting.depth
            if depth == maximumDepth + 1 {
                lexer.note("nesting deeper than \(maximumDepth)", at: lexer.position)
            }
        }
        lexer.position += 1
    }
}

/// The kinds of the containers that are open at a place of a JSON text, one bit each.
///
/// A text can open as many as it has bytes, so an array takes the bits of more than 64.
private struct NestingStack {
    private var bits: UInt64 = 0
    private var spilled: [UInt64] = []
    private(set) var depth = 0

    /// Whether the innermost container is an object; false where none is open.
    var isInObject: Bool { depth > 0 && bits & 1 == 1 }

    /// Opens a container.
    ///
    /// Complexity: O(1) amortized.
    mutating func open(object: Bool) {
        if depth > 0 && depth % 64 == 0 {
            spilled.append(bits)
            bits = 0
        }
        bits = bits << 1 | (object ? 1 : 0)
        depth += 1
    }

    /// Closes the innermost container, of which there must be one.
    ///
    /// Complexity: O(1).
    mutating func close() {
        depth -= 1
        bits >>= 1
        if depth > 0 && depth % 64 == 0, let outer = spilled.popLast() {
            bits = outer
        }
    }
}
