extension JSONScanner {
    /// Scans a string, from its opening quote to behind its closing one.
    mutating func scanString(_ text: borrowing Span<UInt8>) throws(JSONError) {
        position += 1
        while position < text.count {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): try scanEscape(text)
            case 0x20..<0x80: position += 1
            case 0x80...: try scanMultibyte(text)
            default: throw JSONError(.notJSON, "raw control character in a string", at: position)
            }
        }
        throw unexpected(text, "the end of a string")
    }

    private mutating func scanEscape(_ text: borrowing Span<UInt8>) throws(JSONError) {
        guard position + 1 < text.count else {
            position = text.count
            throw unexpected(text, "an escaped character")
        }
        switch text[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"): try scanUnicodeEscape(text)
        default: throw JSONError(.notJSON, "unknown escape", at: position)
        }
    }

    private mutating func scanUnicodeEscape(_ text: borrowing Span<UInt8>) throws(JSONError) {
        let unit = try codeUnit(text, at: position)
        switch unit {
        case 0:
            note("NUL character", at: position)
            position += 6
        case 0xD800..<0xDC00:
            let isFollowed =
                position + 7 < text.count && text[position + 6] == UInt8(ascii: "\\")
                && text[position + 7] == UInt8(ascii: "u")
            if isFollowed, 0xDC00..<0xE000 ~= (try codeUnit(text, at: position + 6)) {
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
    private func codeUnit(
        _ text: borrowing Span<UInt8>, at start: Int
    ) throws(JSONError) -> UInt32 {
        guard start + 6 <= text.count else {
            throw JSONError(.notJSON, "four hexadecimal digits expected", at: start)
        }
        var unit: UInt32 = 0
        for index in start + 2..<start + 6 {
            let digit: UInt8
            switch text[index] {
            case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
                digit = byte - UInt8(ascii: "0")
            case let byte where byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"):
                digit = byte - UInt8(ascii: "a") + 10
            case let byte where byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"):
                digit = byte - UInt8(ascii: "A") + 10
            default: throw JSONError(.notJSON, "four hexadecimal digits expected", at: start)
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// Scans one character of two to four bytes (RFC 3629: no overlong forms, no surrogates,
    /// nothing above U+10FFFF).
    private mutating func scanMultibyte(_ text: borrowing Span<UInt8>) throws(JSONError) {
        let lead = text[position]
        let count: Int
        let second: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: throw JSONError(.notJSON, "invalid UTF-8", at: position)
        }
        guard position + count <= text.count, second.contains(text[position + 1]) else {
            throw JSONError(.notJSON, "invalid UTF-8", at: position)
        }
        for index in position + 2..<position + count where text[index] & 0xC0 != 0x80 {
            throw JSONError(.notJSON, "invalid UTF-8", at: position)
        }
        position += count
    }
}
