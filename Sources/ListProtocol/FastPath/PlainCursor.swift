import JSON

/// Goes through JSON that is written plainly: names and strings without escapes, whole numbers.
///
/// Every step gives nil, or false, at anything else, right or wrong: whoever asked then leaves the
/// text to the reader for all JSON. So a step may be stricter than JSON and never laxer.
struct PlainCursor {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Steps over `byte`, and over space before and behind it.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        skipSpace()
        return true
    }

    /// Whether `byte` comes next, space left aside.
    @inline(__always)
    mutating func isNext(_ byte: UInt8) -> Bool {
        skipSpace()
        return position < bytes.count && bytes[position] == byte
    }

    /// Reads the members of an object.
    ///
    /// - Parameter member: Reads the value of the member with this name; false where it cannot.
    @inline(__always)
    mutating func object(_ member: (inout PlainCursor, PlainText) -> Bool) -> Bool {
        guard take(UInt8(ascii: "{")) else { return false }
        if take(UInt8(ascii: "}")) { return true }
        repeat {
            guard let name = characters(), take(UInt8(ascii: ":")), member(&self, name) else {
                return false
            }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}"))
    }

    /// Reads the elements of an array.
    @inline(__always)
    mutating func array(_ element: (inout PlainCursor) -> Bool) -> Bool {
        guard take(UInt8(ascii: "[")) else { return false }
        if take(UInt8(ascii: "]")) { return true }
        repeat {
            guard element(&self) else { return false }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]"))
    }

    /// Whether these are the characters of an ASCII text.
    @inline(__always)
    func isSame(_ text: PlainText, _ other: StaticString) -> Bool {
        guard text.range.count == other.utf8CodeUnitCount else { return false }
        for offset in 0..<text.range.count {
            guard unsafe bytes[text.range.lowerBound + offset] == other.utf8Start[offset] else {
                return false
            }
        }
        return true
    }

    /// A string.
    mutating func string() -> String? {
        guard let text = characters() else { return nil }
        return string(of: text)
    }

    /// The characters as a string; nil: they are not UTF-8.
    func string(of text: PlainText) -> String? {
        guard text.isASCII else {
            return String(validating: bytes[text.range], as: UTF8.self)
        }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe String(
                decoding: UnsafeBufferPointer(rebasing: bytes[text.range]), as: UTF8.self)
        }
    }

    /// A string that is an id.
    mutating func identifier() -> String? {
        guard let text = characters(), text.isASCII, Identifier.isValid(bytes[text.range]) else {
            return nil
        }
        return string(of: text)
    }

    /// A whole number without a sign, of at most 15 digits: exact everywhere.
    mutating func whole() -> Int? {
        let start = position
        var number = 0
        while position < bytes.count, position - start < 16 {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number * 10 + Int(digit)
            position += 1
        }
        let count = position - start
        let hasLeadingZero = count > 1 && bytes[start] == UInt8(ascii: "0")
        guard 1...15 ~= count, !hasLeadingZero, position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
        default: return number
        }
    }

    /// The text of a string, a whole number or a truth value as the one who writes JSON anew would
    /// write it.
    mutating func canonicalText() -> String? {
        guard position < bytes.count else { return nil }
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "\""):
            guard let text = characters() else { return nil }
            return string(of: PlainText(range: start..<position, isASCII: text.isASCII))
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard whole() != nil else { return nil }
        case UInt8(ascii: "t"):
            guard word("true") else { return nil }
        case UInt8(ascii: "f"):
            guard word("false") else { return nil }
        default: return nil
        }
        return string(of: PlainText(range: start..<position, isASCII: true))
    }

    /// Steps over `null`.
    mutating func null() -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: "n") && word("null")
    }

    /// The bytes between two quotes; not yet known to be UTF-8.
    private mutating func characters() -> PlainText? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let start = position + 1
        let run = unsafe bytes.withUnsafeBytes { unsafe PlainRun(in: $0, from: start) }
        guard run.end < bytes.count, bytes[run.end] == UInt8(ascii: "\"") else { return nil }
        position = run.end + 1
        return PlainText(range: start..<run.end, isASCII: run.isASCII)
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        for offset in 0..<count {
            guard unsafe bytes[position + offset] == word.utf8Start[offset] else { return false }
        }
        position += count
        return true
    }

    @inline(__always)
    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}
