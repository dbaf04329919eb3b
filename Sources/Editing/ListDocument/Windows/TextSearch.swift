/// Looks for a text in the values of fields, both folded by ``TextFolder``.
///
/// The search is that of Knuth, Morris and Pratt over the characters of the folded text: no text makes it take
/// longer than its own length and that of the value together. A value of ASCII, where folding changes
/// a letter's case at most, is searched as it is read.
package struct TextSearch: Sendable {
    private let pattern: [Int32]
    /// For each length of a part of the pattern that matched, the length to go on with where the next
    /// character does not.
    private let fallback: [Int32]

    package init(_ text: String) {
        let pattern = Self.folded(text)
        var fallback: [Int32] = [0]
        fallback.reserveCapacity(pattern.count)
        var length = 0
        for character in pattern.dropFirst() {
            while length > 0, pattern[length] != character { length = Int(fallback[length - 1]) }
            if pattern[length] == character { length += 1 }
            fallback.append(Int32(length))
        }
        self.pattern = pattern
        self.fallback = fallback
    }

    /// The characters of a folded text.
    ///
    /// - Complexity: O(n) in its bytes.
    static func folded(_ text: String) -> [Int32] {
        var folder = TextFolder()
        var folded = FoldedText()
        for scalar in text.unicodeScalars { _ = folder.add(Int32(scalar.value), &folded) }
        _ = folder.end(&folded)
        return folded.characters
    }

    /// Whether a value, the UTF-8 of canonical JSON, is a string that has the text in it.
    ///
    /// - Parameter work: What folding took is added, 0 for ASCII: ``TextFolder/work``.
    /// - Complexity: O(n) in its bytes.
    func isIn(_ json: some Sequence<UInt8>, work: inout Int) -> Bool {
        var bytes = json.makeIterator()
        guard bytes.next() == UInt8(ascii: "\"") else { return false }
        return isIn(&bytes, isJSON: true, &work)
    }

    /// Whether a text has the text in it.
    ///
    /// - Complexity: O(n) in its bytes.
    package func isIn(plain text: String) -> Bool {
        var bytes = text.utf8.makeIterator()
        var work = 0
        return isIn(&bytes, isJSON: false, &work)
    }

    /// - Parameter isJSON: A quotation mark ends the text, and a backslash escapes.
    @inline(__always)
    private func isIn(
        _ bytes: inout some IteratorProtocol<UInt8>, isJSON: Bool, _ work: inout Int
    ) -> Bool {
        guard !pattern.isEmpty else { return true }
        var matched = 0
        // A mark may follow and change the last character: it counts once the next one is there.
        var (last, before) = (Int32(-1), 0)
        while let byte = bytes.next(), !isJSON || byte != UInt8(ascii: "\"") {
            guard byte < 0x80 else {
                return isInFolded(byte, &bytes, isJSON: isJSON, last, before, &work)
            }
            guard matched < pattern.count else { return true }
            let isEscape = isJSON && byte == UInt8(ascii: "\\")
            last = Int32(isEscape ? Self.escaped(&bytes) : Self.folded(byte))
            before = matched
            advance(&matched, last)
        }
        return matched == pattern.count
    }

    /// Goes on where a character is not of ASCII.
    ///
    /// - Parameters:
    ///   - first: the first byte of the character.
    ///   - last: the character before it; -1: it is the first one.
    ///   - matched: as much of the pattern as matches before `last`.
    @inline(never)
    private func isInFolded(
        _ first: UInt8, _ bytes: inout some IteratorProtocol<UInt8>, isJSON: Bool, _ last: Int32,
        _ matched: Int, _ work: inout Int
    ) -> Bool {
        var folder = TextFolder()
        var match = Match(search: self, matched: matched)
        defer { work += folder.work }
        if last >= 0 { _ = folder.addASCII(last, &match) }
        if folder.add(Self.scalar(first, &bytes), &match) { return true }
        while let byte = bytes.next(), !isJSON || byte != UInt8(ascii: "\"") {
            let isFound =
                if byte >= 0x80 {
                    folder.add(Self.scalar(byte, &bytes), &match)
                } else if isJSON, byte == UInt8(ascii: "\\") {
                    folder.addASCII(Int32(Self.escaped(&bytes)), &match)
                } else {
                    folder.addASCII(Int32(Self.folded(byte)), &match)
                }
            if isFound { return true }
        }
        return folder.end(&match)
    }

    /// Takes the next character into what matched, which is less than the pattern.
    @inline(__always)
    private func advance(_ matched: inout Int, _ character: Int32) {
        while matched > 0, pattern[matched] != character { matched = Int(fallback[matched - 1]) }
        if pattern[matched] == character { matched += 1 }
    }

    /// The search in a text that is folded.
    private struct Match: FoldedTextTaker {
        let search: TextSearch
        var matched: Int

        @inline(__always)
        mutating func take(_ character: Int32) -> Bool {
            search.advance(&matched, character)
            return matched == search.pattern.count
        }
    }

    /// A text that is folded.
    private struct FoldedText: FoldedTextTaker {
        var characters: [Int32] = []

        mutating func take(_ character: Int32) -> Bool {
            characters.append(character)
            return false
        }
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
    ) -> Int32 {
        let rest = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
        var value = UInt32(first) & (0x3F >> UInt32(rest))
        for _ in 0..<rest { value = value << 6 | UInt32(bytes.next() ?? 0) & 0x3F }
        return Int32((Unicode.Scalar(value) ?? "\u{FFFD}").value)
    }

    @inline(__always)
    private static func folded(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
