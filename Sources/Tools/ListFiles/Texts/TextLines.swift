/// The lines of a text in UTF-8, one after the other; they end with LF, CR LF or CR.
struct TextLines: Sequence, IteratorProtocol {
    /// A line without its end.
    struct Line {
        /// From 1.
        var number: Int
        var bytes: ArraySlice<UInt8>

        /// The width of the blanks before the text; a tab is four wide.
        var indent: Int {
            bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                .reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 4 : 1) }
        }
        /// The text without blanks around it and without NUL characters.
        var text: String {
            let trimmed = bytes.trimmed
            return trimmed.contains(0)
                ? String(decoding: trimmed.filter { $0 != 0 }.trimmed, as: UTF8.self)
                : String(decoding: trimmed, as: UTF8.self)
        }
        /// Whether it has blanks only.
        var isBlank: Bool { bytes.trimmed.isEmpty }
    }

    private var rest: ArraySlice<UInt8>
    private var number = 0

    init(_ text: some Collection<UInt8>) {
        rest = Array(text)[...]
    }

    mutating func next() -> Line? {
        guard !rest.isEmpty else { return nil }
        number += 1
        let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let end else {
            defer { rest = [] }
            return Line(number: number, bytes: rest)
        }
        let line = Line(number: number, bytes: rest[..<end])
        let isPair =
            rest[end] == UInt8(ascii: "\r") && end + 1 < rest.endIndex
            && rest[end + 1] == UInt8(ascii: "\n")
        rest = rest[(end + (isPair ? 2 : 1))...]
        return line
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without blanks, line breaks and NUL characters around them.
    var trimmed: SubSequence {
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}

extension String {
    /// The text without blanks and line breaks around it.
    ///
    /// - Complexity: O(n) in the bytes; a text of combining marks costs no more.
    var trimmedBlanks: String {
        let trimmed = utf8.trimmed
        return trimmed.count == utf8.count ? self : String(decoding: trimmed, as: UTF8.self)
    }

    /// The text in one line: each run of blanks and line breaks with a break in it is one blank.
    var inOneLine: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
            return trimmedBlanks
        }
        let lines = TextLines(utf8).map(\.text)
        return lines.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The text without NUL characters, which fields cannot have.
    var withoutNUL: String {
        utf8.contains(0) ? String(decoding: utf8.filter { $0 != 0 }, as: UTF8.self) : self
    }
}
