/// Holds a text against RFC 8259 and the limits of the protocol, in one pass, without building
/// anything.
///
/// json-c takes a good deal more than JSON, so it only ever sees texts that have passed here.
struct JSONScanner {
    /// A number whose text json-c does not keep.
    struct LostNumber {
        /// Which number of the text it is, from 0.
        let ordinal: Int
        /// Where its text stands.
        let range: Range<Int>
    }

    /// Containers that may stand inside one another.
    private let maximumDepth: Int
    /// The first thing outside the limits.
    private(set) var problem: JSONError?
    /// Members of all objects together, duplicates counted.
    private(set) var memberCount = 0
    /// Values of all kinds, containers and what is in them.
    private(set) var valueCount = 0
    /// The most containers inside one another.
    private(set) var depth = 0
    private(set) var lostNumbers: [LostNumber] = []
    var numberCount = 0
    var position = 0
    private var nesting = NestingStack()

    init(maximumDepth: Int) {
        self.maximumDepth = maximumDepth
    }

    /// Scans a whole text.
    ///
    /// Complexity: O(n) in the bytes, whatever they are.
    /// - Throws: `JSONError` of the kind `notJSON`. What is only outside the limits is noted in
    ///   `problem`, and the scan goes on.
    mutating func scan(_ text: borrowing Span<UInt8>) throws(JSONError) {
        skipSpace(text)
        repeat {
            try scanValue(text)
        } while try moveToNextValue(text)
        skipSpace(text)
        guard position == text.count else { throw unexpected(text, "the end of the text") }
    }

    /// Scans a scalar, or steps into containers up to their first scalar or the end of an empty
    /// one.
    private mutating func scanValue(_ text: borrowing Span<UInt8>) throws(JSONError) {
        while true {
            guard position < text.count else { throw unexpected(text, "a value") }
            valueCount += 1
            switch text[position] {
            case UInt8(ascii: "{"):
                open(object: true)
                skipSpace(text)
                if position < text.count, text[position] == UInt8(ascii: "}") { return }
                try scanName(text)
            case UInt8(ascii: "["):
                open(object: false)
                skipSpace(text)
                if position < text.count, text[position] == UInt8(ascii: "]") { return }
            case UInt8(ascii: "\""): return try scanString(text)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                return try scanNumber(text)
            case UInt8(ascii: "t"): return try scanWord("true", text)
            case UInt8(ascii: "f"): return try scanWord("false", text)
            case UInt8(ascii: "n"): return try scanWord("null", text)
            default: throw unexpected(text, "a value")
            }
        }
    }

    /// Closes what ends here; false once the outermost value is over.
    private mutating func moveToNextValue(
        _ text: borrowing Span<UInt8>
    ) throws(JSONError) -> Bool {
        while nesting.depth > 0 {
            skipSpace(text)
            let isInObject = nesting.isInObject
            let end = isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
            guard position < text.count else { throw unexpected(text, "a comma or the end") }
            switch text[position] {
            case UInt8(ascii: ","):
                position += 1
                skipSpace(text)
                if isInObject { try scanName(text) }
                return true
            case end:
                position += 1
                nesting.close()
            default:
                throw unexpected(text, isInObject ? "',' or '}'" : "',' or ']'")
            }
        }
        return false
    }

    private mutating func scanName(_ text: borrowing Span<UInt8>) throws(JSONError) {
        guard position < text.count, text[position] == UInt8(ascii: "\"") else {
            throw unexpected(text, "a name")
        }
        try scanString(text)
        memberCount += 1
        skipSpace(text)
        guard position < text.count, text[position] == UInt8(ascii: ":") else {
            throw unexpected(text, "':'")
        }
        position += 1
        skipSpace(text)
    }

    private mutating func scanWord(
        _ word: StaticString, _ text: borrowing Span<UInt8>
    ) throws(JSONError) {
        let count = word.utf8CodeUnitCount
        guard text.count - position >= count else { throw unexpected(text, "a value") }
        for index in 0..<count {
            guard unsafe text[position + index] == word.utf8Start[index] else {
                throw unexpected(text, "a value")
            }
        }
        position += count
    }

    private mutating func open(object: Bool) {
        nesting.open(object: object)
        if nesting.depth > depth {
            depth = nesting.depth
            if depth == maximumDepth + 1 {
                note("nesting deeper than \(maximumDepth)", at: position)
            }
        }
        position += 1
    }

    @inline(__always)
    mutating func skipSpace(_ text: borrowing Span<UInt8>) {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    /// Notes something outside the limits; only the first counts.
    mutating func note(_ reason: String, at offset: Int) {
        if problem == nil {
            problem = JSONError(.outsideLimits, reason, at: offset)
        }
    }

    /// Keeps a number that json-c would change.
    mutating func keepNumber(in range: Range<Int>) {
        lostNumbers.append(LostNumber(ordinal: numberCount, range: range))
    }

    func unexpected(_ text: borrowing Span<UInt8>, _ wanted: String) -> JSONError {
        position < text.count
            ? JSONError(.notJSON, "\(wanted) expected", at: position)
            : JSONError(.notJSON, "the text ends where \(wanted) is expected", at: position)
    }
}
