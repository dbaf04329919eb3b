/// The characters of a JSON string, as a range of the bytes that a `JSONLexer` reads.
@usableFromInline
package struct JSONText {
    /// The bytes between the quotes.
    @usableFromInline
    package let range: Range<Int>
    /// Whether all bytes are ASCII.
    package let isASCII: Bool
    /// Whether some characters are escaped.
    package let hasEscapes: Bool

    /// Creates the text of a range that has no escapes.
    package init(range: Range<Int>, isASCII: Bool) {
        self.init(range: range, isASCII: isASCII, hasEscapes: false)
    }

    fileprivate init(range: Range<Int>, isASCII: Bool, hasEscapes: Bool) {
        self.range = range
        self.isASCII = isASCII
        self.hasEscapes = hasEscapes
    }
}

extension JSONLexer {
    /// Reads a string that has no escapes, from its opening quote.
    ///
    /// - Returns: its characters, which are not known to be UTF-8 unless they are ASCII; nil where
    ///   the string has escapes, or no string comes next. `position` is unchanged then.
    package mutating func unescapedString() -> JSONText? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let start = position + 1
        let run = unescapedRun(from: start)
        guard run.end < bytes.count, bytes[run.end] == UInt8(ascii: "\"") else { return nil }
        position = run.end + 1
        return JSONText(range: start..<run.end, isASCII: run.isASCII, hasEscapes: false)
    }

    /// Reads a string, from its opening quote.
    ///
    /// Lone surrogates and NUL characters are noted in `problem`.
    /// - Throws: `JSONError` of the kind `notJSON`, also for bytes that are not UTF-8.
    package mutating func string() throws(JSONError) -> JSONText {
        position += 1
        let start = position
        var isASCII = true
        var hasEscapes = false
        while true {
            let run = unescapedRun(from: position)
            if run.isASCII {
                position = run.end
            } else {
                isASCII = false
                try skipUTF8(to: run.end)
            }
            guard position < bytes.count else { throw expected("the end of a string") }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return JSONText(
                    range: start..<position - 1, isASCII: isASCII, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            default: throw JSONError(.notJSON, "raw control character in a string", at: position)
            }
        }
    }

    /// The string of a text that `string` has read.
    ///
    /// A lone surrogate becomes U+FFFD. Complexity: O(n) in the bytes.
    package func string(of text: JSONText) -> String {
        text.hasEscapes ? unescaped(bytes[text.range]) : string(of: text.range)
    }

    /// The string of a text that `unescapedString` has read; nil where it is not UTF-8.
    ///
    /// Complexity: O(n) in the bytes.
    package func validString(of text: JSONText) -> String? {
        guard text.isASCII else { return String(validating: bytes[text.range], as: UTF8.self) }
        return string(of: text.range)
    }

    /// Whether a text without escapes is the same as an ASCII text.
    @inlinable @inline(__always)
    package func isEqual(_ text: JSONText, _ other: StaticString) -> Bool {
        guard text.range.count == other.utf8CodeUnitCount else { return false }
        for offset in 0..<text.range.count {
            guard unsafe bytes[text.range.lowerBound + offset] == other.utf8Start[offset] else {
                return false
            }
        }
        return true
    }

    @inline(__always)
    private func unescapedRun(from start: Int) -> UnescapedRun {
        unsafe bytes.withUnsafeBytes { unsafe UnescapedRun(in: $0, from: start) }
    }

    // MARK: Escapes

    private mutating func skipEscape() throws(JSONError) {
        guard position + 1 < bytes.count else {
            position = bytes.count
            throw expected("an escaped character")
        }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"): try skipUnicodeEscape()
        default: throw JSONError(.notJSON, "unknown escape", at: position)
        }
    }

    private mutating func skipUnicodeEscape() throws(JSONError) {
        switch try codeUnit(at: position) {
        case 0:
            note("NUL character", at: position)
            position += 6
        case 0xD800..<0xDC00:
            let isFollowed =
                position + 7 < bytes.count && bytes[position + 6] == UInt8(ascii: "\\")
                && bytes[position + 7] == UInt8(ascii: "u")
            if isFollowed, 0xDC00..<0xE000 ~= (try codeUnit(at: position + 6)) {
                position += 12
            } else {
                note("lone surrogate", at: position)
                position += 6
            }
        case 0xDC00..<0xE000:
            note("lone surrogate", at: position)
            position += 6
        default: position += 6
        }
    }

    /// The UTF-16 code unit of the escape `\uXXXX` at `start`.
    private func codeUnit(at start: Int) throws(JSONError) -> UInt32 {
        guard start + 6 <= bytes.count else {
            throw JSONError(.notJSON, "four hexadecimal digits expected", at: start)
        }
        var unit: UInt32 = 0
        for index in start + 2..<start + 6 {
            guard let digit = Self.hexDigit(bytes[index]) else {
                throw JSONError(.notJSON, "four hexadecimal digits expected", at: start)
            }
            unit = unit << 4 | digit
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// The string of characters that `string` has read, some of them escaped.
    private func unescaped(_ characters: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(characters.count)
        var rest = characters
        while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
            text.append(contentsOf: rest[..<escape])
            rest = rest[(escape + 2)...]
            switch characters[escape + 1] {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                let (scalar, end) = scalar(at: escape, before: characters.endIndex)
                text.append(contentsOf: scalar.utf8)
                rest = characters[end...]
            case let byte: text.append(byte)
            }
        }
        text.append(contentsOf: rest)
        return String(decoding: text, as: UTF8.self)
    }

    /// The character of the escape `\uXXXX` at `start`, or of a pair of them, and where it ends.
    private func scalar(at start: Int, before limit: Int) -> (Unicode.Scalar, end: Int) {
        let unit = (try? codeUnit(at: start)) ?? 0xFFFD
        let next = start + 6
        if 0xD800..<0xDC00 ~= unit, next + 6 <= limit, bytes[next] == UInt8(ascii: "\\"),
            bytes[next + 1] == UInt8(ascii: "u"), let second = try? codeUnit(at: next),
            0xDC00..<0xE000 ~= second
        {
            let both = 0x1_0000 + (unit - 0xD800) << 10 + (second - 0xDC00)
            return (Unicode.Scalar(both) ?? "\u{FFFD}", next + 6)
        }
        return (Unicode.Scalar(unit) ?? "\u{FFFD}", next)
    }

    // MARK: UTF-8

    /// Skips characters as far as `end`, which no character crosses.
    private mutating func skipUTF8(to end: Int) throws(JSONError) {
        while position < end {
            if bytes[position] < 0x80 { position += 1 } else { try skipMultibyte() }
        }
    }

    /// Skips one character of two to four bytes (RFC 3629: no overlong forms, no surrogates,
    /// nothing above U+10FFFF).
    private mutating func skipMultibyte() throws(JSONError) {
        let count: Int
        let second: ClosedRange<UInt8>
        switch bytes[position] {
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: throw JSONError(.notJSON, "invalid UTF-8", at: position)
        }
        guard position + count <= bytes.count, second.contains(bytes[position + 1]) else {
            throw JSONError(.notJSON, "invalid UTF-8", at: position)
        }
        for index in position + 2..<position + count where bytes[index] & 0xC0 != 0x80 {
            throw JSONError(.notJSON, "invalid UTF-8", at: position)
        }
        position += count
    }
}
