import ListEditing

/// Writes a list as Markdown (CommonMark 0.31, task lists of GitHub Flavored Markdown 0.29).
///
/// `# title` is the list, `## title` a section, `- [ ] title` or `- [x] title` a row, `- title` a row
/// without `done`; a first section without a title that has rows has no heading. A row stands four
/// spaces to the right of the row that it is below. Its detail follows on lines of its own, two spaces
/// to the right of its marker.
///
/// Texts are written as they are, with marks of emphasis and links. `MarkdownEscaping` keeps the start of
/// a line from being read as something else.
struct MarkdownWriter {
    private var bytes: [UInt8] = []
    private var tally = LossTally()

    /// The file of a list, in UTF-8 with line feeds.
    ///
    /// - Complexity: O(n) in the bytes.
    static func write(_ state: ListState) -> WrittenFile {
        var writer = MarkdownWriter()
        writer.tally.loseRules(of: state)
        writer.heading("#", state.title)
        for (index, section) in state.sections.enumerated() {
            writer.bytes.append(UInt8(ascii: "\n"))
            let hasRows = section.rows.contains { WrittenRow($0).hasTitle }
            if index > 0 || !section.title.isEmpty || !hasRows {
                writer.heading("##", section.title)
                if hasRows { writer.bytes.append(UInt8(ascii: "\n")) }
            }
            var depths = WrittenDepths()
            for row in section.rows { writer.row(row, &depths) }
        }
        return WrittenFile(bytes: writer.bytes, lost: writer.tally.losses)
    }

    private mutating func heading(_ marker: String, _ title: String) {
        bytes.append(contentsOf: marker.utf8)
        let text = line(title)
        if !text.isEmpty {
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: MarkdownEscaping.heading(text))
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func row(_ row: Row, _ depths: inout WrittenDepths) {
        guard let row = tally.taken(row) else { return }
        let margin = 4 * depths.next(row, &tally)
        indent(by: margin)
        let title = line(row.title)
        if let isDone = row.isDone {
            bytes.append(contentsOf: (isDone ? "- [x] " : "- [ ] ").utf8)
            bytes.append(contentsOf: MarkdownEscaping.text(title))
        } else {
            bytes.append(contentsOf: "- ".utf8)
            bytes.append(contentsOf: MarkdownEscaping.block(title))
        }
        bytes.append(UInt8(ascii: "\n"))
        if let detail = row.detail { self.detail(detail, margin: margin + 2) }
        if row.due != nil { tally.loseValue(of: "due") }
        if row.priority != nil { tally.loseValue(of: "priority") }
        if !row.labels.isEmpty { tally.loseValue(of: "labels") }
        if row.url != nil { tally.loseValue(of: "url") }
        for field in row.others { tally.loseValue(of: field.name) }
    }

    private mutating func detail(_ detail: String, margin: Int) {
        let text = tally.cleaned(detail, .lineFeeds)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map(MarkdownEscaping.withoutBlankEnds)
        let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
        let last = lines.lastIndex { !$0.isEmpty } ?? first - 1
        let kept = first > last ? [] : lines[first...last]
        if kept.reduce(kept.count - 1, { $0 + $1.count }) != text.count { tally.add(.blanks) }
        for line in kept {
            if !line.isEmpty {
                indent(by: margin)
                bytes.append(contentsOf: MarkdownEscaping.block(line))
            }
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    /// A text in one line without blanks at its ends.
    private mutating func line(_ text: String) -> ArraySlice<UInt8> {
        let line = tally.cleaned(text, .spaces)
        let kept = MarkdownEscaping.withoutBlankEnds(line[...])
        if kept.count != line.count { tally.add(.blanks) }
        return kept
    }

    private mutating func indent(by margin: Int) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: margin))
    }
}

/// Backslashes that keep the start of a text from being read as something else (CommonMark 0.31, section
/// 2.4), and the end of a heading.
///
/// Reading removes one backslash at the start of a title and of a line of detail, where ASCII punctuation or
/// a sign follows it, and one of those between up to nine digits and a full stop or a parenthesis. In a
/// heading it removes one of those before the number signs at its end, where they stand after a
/// space or alone. Writing adds one more where there is one of these already, so that all texts
/// come back.
enum MarkdownEscaping {
    private typealias Text = ArraySlice<UInt8>
    private static let backslash = UInt8(ascii: "\\")
    /// Signs that people use for bullets and boxes, which is what they are read as.
    private static let signs = [
        "•", "–", "◦", "▪", "☐", "⬜", "☑", "☒", "✅", "✓", "✔",
    ].map { Array($0.utf8) }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    static func withoutBlankEnds(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = text.drop(while: isBlank)
        let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
        return text[..<end]
    }

    /// The text of a heading.
    static func heading(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let signs = text.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        let rest = text.dropLast(signs)
        let letter = rest.last { $0 != backslash }
        guard signs > 0, letter.map(isBlank) ?? true else { return Array(text) }
        return rest + [backslash] + text.suffix(signs)
    }

    /// A text where no block of Markdown can begin: only what reading removes is doubled.
    static func text(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard let place = readPlace(in: text) else { return Array(text) }
        return text[..<place] + [backslash] + text[place...]
    }

    /// A text at the start of a list item or a line, without blanks before it.
    static func block(_ text: ArraySlice<UInt8>) -> [UInt8] {
        if readPlace(in: text) != nil { return self.text(text) }
        if let mark = orderMark(in: text), isMarkerEnd(text.dropFirst(mark - text.startIndex + 1)) {
            return text[..<mark] + [backslash] + text[mark...]
        }
        return isSpecial(text) ? [backslash] + text : Array(text)
    }

    /// Where reading removes a backslash; nil: nowhere.
    private static func readPlace(in text: Text) -> Int? {
        if text.first == backslash {
            let rest = text.dropFirst()
            let isMarked = rest.first.map(isPunctuation) ?? false || beginsWithSign(rest)
            return isMarked ? text.startIndex : nil
        }
        let digits = text.prefix(10).prefix { isDigit($0) }
        guard 1...9 ~= digits.count, text[digits.endIndex...].first == backslash,
            let mark = text[digits.endIndex...].first(where: { $0 != backslash })
        else { return nil }
        return isOrderMark(mark) ? digits.endIndex : nil
    }

    /// The place of the full stop or parenthesis after up to nine digits.
    private static func orderMark(in text: Text) -> Int? {
        let digits = text.prefix(10).prefix { isDigit($0) }
        guard 1...9 ~= digits.count, let mark = text[digits.endIndex...].first, isOrderMark(mark)
        else { return nil }
        return digits.endIndex
    }

    /// Whether a text, which does not begin with a number, begins a block: a heading, a quotation, a list, a
    /// checkbox, a definition of a link, a fence, a table, a comment, a line across or under a heading.
    private static func isSpecial(_ text: Text) -> Bool {
        guard let first = text.first else { return false }
        let rest = text.dropFirst()
        switch first {
        case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "|"): return true
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"),
            UInt8(ascii: "="):
            return isMarkerEnd(rest) || text.allSatisfy { $0 == first || isBlank($0) }
        case UInt8(ascii: "`"), UInt8(ascii: "~"):
            return text.prefix(3).count == 3 && text.prefix(3).allSatisfy { $0 == first }
        case UInt8(ascii: "<"):
            return rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "?")
        case UInt8(ascii: "["):
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let inside = rest[..<end]
            return inside.isEmpty || inside.elementsEqual(" ".utf8)
                || (inside.count == 1 && inside.allSatisfy { $0 | 0x20 == UInt8(ascii: "x") })
                || text[(end + 1)...].first == UInt8(ascii: ":")
        default: return beginsWithSign(text)
        }
    }

    private static func beginsWithSign(_ text: Text) -> Bool {
        // All of them have three bytes, the first of which is E2.
        text.first == 0xE2 && signs.contains { text.starts(with: $0) }
    }

    private static func isMarkerEnd(_ rest: Text) -> Bool {
        rest.first.map(isBlank) ?? true
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func isOrderMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: ")")
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
