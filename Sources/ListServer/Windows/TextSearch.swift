/// Looks for a text in the values of fields, letter case folded simply.
///
/// Two texts are equal where the simple case foldings of their characters are (Unicode, CaseFolding.txt,
/// status C and S). The search is that of Knuth, Morris and Pratt over the UTF-8 of the folded text: no text
/// makes it take longer than its own bytes and those of the value together.
struct TextSearch: Sendable {
    private let pattern: [UInt8]
    /// For each length of a part of the pattern that matched, the length to go on with where the next
    /// byte does not.
    private let fallback: [Int32]

    init(_ text: String) {
        var pattern: [UInt8] = []
        for scalar in text.unicodeScalars { pattern.append(contentsOf: Self.folded(scalar).utf8) }
        var fallback: [Int32] = [0]
        fallback.reserveCapacity(pattern.count)
        var length = 0
        for byte in pattern.dropFirst() {
            while length > 0, pattern[length] != byte { length = Int(fallback[length - 1]) }
            if pattern[length] == byte { length += 1 }
            fallback.append(Int32(length))
        }
        self.pattern = pattern
        self.fallback = fallback
    }

    /// Whether a value, the UTF-8 of canonical JSON, is a string that has the text in it.
    ///
    /// - Complexity: O(n) in its bytes.
    func isIn(_ json: some Sequence<UInt8>) -> Bool {
        var bytes = json.makeIterator()
        guard bytes.next() == UInt8(ascii: "\"") else { return false }
        return isIn(&bytes, isJSON: true)
    }

    /// Whether a text has the text in it.
    ///
    /// - Complexity: O(n) in its bytes.
    func isIn(plain text: String) -> Bool {
        var bytes = text.utf8.makeIterator()
        return isIn(&bytes, isJSON: false)
    }

    /// - Parameter isJSON: A quotation mark ends the text, and a backslash escapes.
    @inline(__always)
    private func isIn(_ bytes: inout some IteratorProtocol<UInt8>, isJSON: Bool) -> Bool {
        guard !pattern.isEmpty else { return true }
        var matched = 0
        while let byte = bytes.next(), !isJSON || byte != UInt8(ascii: "\"") {
            if byte >= 0x80 {
                let scalar = Self.folded(Self.scalar(byte, &bytes))
                for part in scalar.utf8 where matches(part, &matched) { return true }
            } else {
                let isEscape = isJSON && byte == UInt8(ascii: "\\")
                let character = isEscape ? Self.escaped(&bytes) : Self.folded(byte)
                if matches(character, &matched) { return true }
            }
        }
        return false
    }

    /// Takes the next byte; true where it completes the pattern.
    @inline(__always)
    private func matches(_ byte: UInt8, _ matched: inout Int) -> Bool {
        while matched > 0, pattern[matched] != byte { matched = Int(fallback[matched - 1]) }
        if pattern[matched] == byte { matched += 1 }
        return matched == pattern.count
    }

    // MARK: Reading

    /// The character of an escape, of which the backslash has been taken; canonical JSON escapes ASCII only.
    private static func escaped(_ bytes: inout some IteratorProtocol<UInt8>) -> UInt8 {
        switch bytes.next() {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "u"):
            var value: UInt32 = 0
            for _ in 0..<4 {
                let digit = bytes.next().flatMap { Character(UnicodeScalar($0)).hexDigitValue }
                value = value << 4 | UInt32(digit ?? 0)
            }
            return UInt8(truncatingIfNeeded: value)
        case let byte?: return byte
        case nil: return 0
        }
    }

    /// The character that begins with a byte above 0x7F.
    private static func scalar(
        _ first: UInt8, _ bytes: inout some IteratorProtocol<UInt8>
    ) -> Unicode.Scalar {
        let rest = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
        var value = UInt32(first) & (0x3F >> UInt32(rest))
        for _ in 0..<rest { value = value << 6 | UInt32(bytes.next() ?? 0) & 0x3F }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    // MARK: Folding

    @inline(__always)
    private static func folded(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// The simple case folding of a character.
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return Unicode.Scalar(folded(UInt8(scalar.value))) }
        let properties = scalar.properties
        guard properties.changesWhenCaseFolded else { return scalar }
        let upper = only(properties.uppercaseMapping) ?? scalar
        let lower = only(upper.properties.lowercaseMapping) ?? upper
        // Cherokee folds to its capitals.
        let isFolded = !lower.properties.changesWhenCaseFolded
        return isFolded || upper.properties.changesWhenCaseFolded ? lower : upper
    }

    private static func only(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}
