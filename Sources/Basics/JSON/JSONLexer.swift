/// Reads the tokens of a JSON text (RFC 8259), each when its caller asks for it.
///
/// `JSONScanner` checks a whole text with it, `JSONValueBuilder` makes a value of a checked text, and
/// the fast reader of edits in `ListProtocol` reads the members that it knows.
///
/// `peek` skips white space; `string`, `number` and `takeLiteral` begin at `position`, so `peek` is
/// called before them. What is JSON but outside the limits of the protocol is kept in `problem`.
@usableFromInline
package struct JSONLexer {
    /// A number, as far as its digits decide how it is kept.
    package enum Number {
        /// An integer in its shortest form, within ±(2⁵³ − 1).
        case integer(Int)
        /// `-0`, or an integer beyond ±(2⁵³ − 1): only its text keeps it.
        case inexactInteger
        /// A number with a fraction or an exponent.
        case fraction
    }

    @usableFromInline
    package let bytes: [UInt8]
    /// The offset of the next byte.
    @usableFromInline
    package var position: Int
    /// The first thing outside the limits.
    package private(set) var problem: JSONError?

    /// Creates a lexer of a text.
    ///
    /// - Parameter position: the offset of the first byte to read.
    package init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Whether `position` is behind the last byte.
    package var isAtEnd: Bool { position == bytes.count }

    // MARK: Punctuation

    /// Skips white space and returns the next byte without taking it; 0 at the end of the text.
    ///
    /// A NUL byte in the text gives 0, too; no token begins with it.
    @inlinable @inline(__always)
    package mutating func peek() -> UInt8 {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                return byte
            }
            position &+= 1
        }
        return 0
    }

    /// Takes `byte`, white space before it skipped; false where another byte comes next.
    @inlinable @inline(__always)
    package mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position &+= 1
        return true
    }

    /// Takes `true`, `false` or `null`; false where another text comes next.
    package mutating func takeLiteral(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for offset in 0..<count {
            guard unsafe bytes[position + offset] == literal.utf8Start[offset] else { return false }
        }
        position += count
        return true
    }

    /// Reads the name of a member and the colon after it.
    ///
    /// - Throws: `JSONError` of the kind `notJSON`.
    package mutating func name() throws(JSONError) -> JSONText {
        guard peek() == UInt8(ascii: "\"") else { throw expected("a name") }
        let name = try string()
        guard take(UInt8(ascii: ":")) else { throw expected("':'") }
        return name
    }

    /// Skips a value of a checked text.
    ///
    /// Complexity: O(n) in its bytes, without recursion.
    /// - Throws: `JSONError` of the kind `notJSON`, if the text was not checked.
    package mutating func skipValue() throws(JSONError) {
        var depth = 0
        repeat {
            switch peek() {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}") where depth > 0, UInt8(ascii: "]") where depth > 0:
                depth -= 1
                position += 1
            case UInt8(ascii: ",") where depth > 0, UInt8(ascii: ":") where depth > 0:
                position += 1
            default: try skipScalar()
            }
        } while depth > 0
    }

    /// Skips a string, a number or a literal.
    ///
    /// - Throws: `JSONError` of the kind `notJSON`.
    mutating func skipScalar() throws(JSONError) {
        switch peek() {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
        case UInt8(ascii: "t"): guard takeLiteral("true") else { throw expected("a value") }
        case UInt8(ascii: "f"): guard takeLiteral("false") else { throw expected("a value") }
        case UInt8(ascii: "n"): guard takeLiteral("null") else { throw expected("a value") }
        default: throw expected("a value")
        }
    }

    // MARK: Problems

    /// Keeps a reason why the text is outside the limits, unless there is an earlier one.
    mutating func note(_ reason: String, at offset: Int) {
        if problem == nil { problem = JSONError(.outsideLimits, reason, at: offset) }
    }

    /// An error at `position`, where `wanted` is required.
    package func expected(_ wanted: String) -> JSONError {
        position < bytes.count
            ? JSONError(.notJSON, "\(wanted) expected", at: position)
            : JSONError(.notJSON, "the text ends where \(wanted) is expected", at: position)
    }

    // MARK: Numbers

    /// Reads a number, from its sign or first digit.
    ///
    /// A number that is not finite, and an integer beyond ±(2⁵³ − 1), is noted in `problem`.
    /// - Throws: `JSONError` of the kind `notJSON`.
    package mutating func number() throws(JSONError) -> Number {
        let start = position
        let isNegative = bytes[start] == UInt8(ascii: "-")
        let firstDigit = isNegative ? start + 1 : start
        var place = firstDigit
        var magnitude = 0
        while place < bytes.count, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10 {
            // More than 16 digits are beyond 2⁵³, whatever they are.
            if place &- firstDigit < 16 { magnitude = magnitude &* 10 &+ Int(digit) }
            place &+= 1
        }
        position = place
        let digitCount = place - firstDigit
        guard digitCount > 0 else { throw expected("a digit") }
        guard digitCount == 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
            throw JSONError(.notJSON, "leading zero", at: firstDigit)
        }
        if place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
                try finishFraction(from: start, digitCount: digitCount)
                return .fraction
            }
        }
        guard digitCount <= 16, magnitude <= JSONNumber.largestWhole else {
            note("whole number beyond 2^53 - 1", at: start)
            return .inexactInteger
        }
        if isNegative { return magnitude == 0 ? .inexactInteger : .integer(-magnitude) }
        return .integer(magnitude)
    }

    /// Reads a fraction and an exponent, and checks that the number is finite.
    private mutating func finishFraction(
        from start: Int, digitCount: Int
    ) throws(JSONError) {
        if bytes[position] == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        var exponent = 0
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            exponent = try self.exponent()
        }
        // With fewer digits in front of the point the number is below 10^300.
        guard digitCount + exponent > 300 else { return }
        if Double(string(of: start..<position))?.isFinite != true {
            note("number that is not finite", at: start)
        }
    }

    /// Reads an exponent, from its letter: 0 where it is negative, 100,000,000 where it is larger.
    private mutating func exponent() throws(JSONError) -> Int {
        position += 1
        var isNegative = false
        if position < bytes.count,
            bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
        {
            isNegative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        let start = position
        try skipDigits()
        var exponent = 0
        for index in start..<position {
            exponent = min(exponent * 10 + Int(bytes[index] &- UInt8(ascii: "0")), 100_000_000)
        }
        return isNegative ? 0 : exponent
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw expected("a digit") }
    }

    /// The text of bytes that are UTF-8; others become U+FFFD.
    func string(of range: Range<Int>) -> String {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
    }
}
