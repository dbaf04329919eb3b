import TextBytes

/// A line of an outline as a row: its marker, its box, its title.
enum OutlineItem {
    private static let bullets: [[UInt8]] = ["-", "*", "+", "•", "–", "◦", "▪"].map {
        Array($0.utf8)
    }
    private static let boxes: [(mark: [UInt8], isDone: Bool)] = [
        ("[ ]", false), ("[]", false), ("[x]", true), ("[X]", true), ("☐", false), ("⬜", false),
        ("☑", true), ("☒", true), ("✅", true), ("✓", true), ("✔", true),
    ].map { (Array($0.0.utf8), $0.1) }
    /// The bullets and boxes that are no ASCII.
    private static let signs = (bullets + boxes.map(\.mark)).filter { $0[0] >= 0x80 }
    /// U+FE0E and U+FE0F, which choose how a sign looks.
    private static let variations: [[UInt8]] = [[0xEF, 0xB8, 0x8E], [0xEF, 0xB8, 0x8F]]

    /// What stands after the marker of an item, `-` or `1.`; nil where the line has none.
    static func content(of line: some StringProtocol) -> String? {
        let bytes = Array(line.utf8)
        var end: Int?
        if let bullet = bullets.first(where: { bytes.starts(with: $0) }) {
            end = bullet.count
        } else {
            let digits = bytes.prefix { 0x30...0x39 ~= $0 }.count
            if 1...9 ~= digits, bytes.count > digits, [0x2E, 0x29].contains(bytes[digits]) {
                end = digits + 1
            }
        }
        guard let end, end == bytes.count || isBlank(bytes[end]) else { return nil }
        return String(decoding: bytes[end...].trimmed, as: UTF8.self)
    }

    /// The title of a row and whether it is ticked off: `[x] Milk`; nil: it has no box.
    static func row(of text: String) -> (title: String, done: Bool?) {
        let bytes = Array(text.utf8)
        for (mark, isDone) in boxes where bytes.starts(with: mark) {
            var rest = bytes[mark.count...]
            for variation in variations where rest.starts(with: variation) {
                rest = rest.dropFirst(variation.count)
            }
            guard rest.isEmpty || isBlank(rest[rest.startIndex]) else { continue }
            return (unescaped(String(decoding: rest.trimmed, as: UTF8.self)), isDone)
        }
        return (unescaped(text.trimmedBlanks), nil)
    }

    /// The text without the backslash by which its beginning is no markup.
    ///
    /// `MarkdownEscaping` writes it: before ASCII punctuation (CommonMark 0.31, section 2.4) or one of the
    /// signs for bullets and boxes, and between a number and what would make it a marker.
    static func unescaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let backslash = UInt8(ascii: "\\")
        let digits = bytes.prefix { 0x30...0x39 ~= $0 }.count
        guard bytes.count > digits, bytes[digits] == backslash else { return text }
        let rest = bytes[(digits + 1)...]
        let isEscape =
            if digits == 0 {
                rest.first.map(isPunctuation) ?? false || signs.contains { rest.starts(with: $0) }
            } else {
                digits <= 9
                    && rest.first { $0 != backslash }.map { [0x2E, 0x29].contains($0) } ?? false
            }
        return isEscape ? String(decoding: bytes[..<digits] + rest, as: UTF8.self) : text
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
