import ListEditing
import ListProtocol
import TextBytes

/// A list written in a format, and what the format cannot hold.
package struct WrittenFile: Hashable, Sendable {
    package var bytes: [UInt8]
    /// What is not in the file, one loss of each kind, in the order of the kinds.
    package var lost: [Loss]
}

// Canonical equivalence: the words are texts of this program.
/// Something of a list that is not in a file of it, or comes back from the file as something else.
package struct Loss: Hashable, Sendable {
    // Canonical equivalence: nothing reads these words.
    /// What it is that a format cannot hold.
    package enum Kind: String, CaseIterable, Sendable {
        /// The title of the list, where it is not the list's id, by which files are called.
        case title
        /// The rules of list, sections and rows.
        case rules
        /// Which rows are in which section.
        case sections
        /// Sections without rows.
        case emptySections
        /// Rows without a title, which are left out.
        case rows
        /// Values of fields, which are left out.
        case fields
        /// That values are no texts; they become texts.
        case types
        /// How deep rows stand where no row stands above them one step less deep.
        case indents
        /// That rows have no field `done`; they become open ones.
        case undone
        /// Times of day, zones and fractions of seconds.
        case times
        /// Labels that are left out or written otherwise.
        case labels
        /// Line breaks in texts of one line; they become spaces.
        case lineBreaks
        /// Spaces and tabs at the ends of texts and lines, and repeated ones.
        case blanks
        /// Control characters; they become U+FFFD, a carriage return a line feed.
        case controlCharacters
    }

    package var kind: Kind
    /// The number of what is lost: things with rules, sections, rows, values, texts or characters.
    package var count: Int
    /// What is lost, for people: "12 values of 3 fields".
    package var words: String
}

/// Counts what a file does not hold while the file is written.
struct LossTally {
    /// What becomes of line breaks in a text.
    enum LineBreaks {
        /// They stay as they are.
        case kept
        /// Each is one line feed.
        case lineFeeds
        /// Each is a space, which is reported for a text.
        case spaces
    }

    private var counts: [Loss.Kind: Int] = [:]
    private var fields: Set<TextKey> = []
    /// What has rules: the list, 0 or 1, sections, rows.
    private var ruled = (lists: 0, sections: 0, rows: 0)

    /// What was counted, in the order of the kinds.
    var losses: [Loss] {
        Loss.Kind.allCases.compactMap { kind in
            guard let count = counts[kind], count > 0 else { return nil }
            return Loss(kind: kind, count: count, words: words(of: kind, count))
        }
    }

    /// Counts losses of a kind.
    mutating func add(_ kind: Loss.Kind, _ count: Int = 1) {
        counts[kind, default: 0] += count
    }

    /// Counts the value of a field.
    mutating func loseValue(of field: String) {
        fields.insert(TextKey(field))
        add(.fields)
    }

    /// Counts all rules.
    mutating func loseRules(of state: ListState) {
        ruled.lists = state.rules == Rules() ? 0 : 1
        for section in state.sections {
            if section.rules != Rules() { ruled.sections += 1 }
            ruled.rows += section.rows.count { $0.rules != RowRules() }
        }
        add(.rules, ruled.lists + ruled.sections + ruled.rows)
    }

    /// Counts the title of a list whose file names none: reading takes it from the file's name.
    mutating func loseTitle(of list: ListID, _ state: ListState) {
        if !state.title.isSame(as: list.text) { add(.title) }
    }

    /// Counts all sections, but for a single one without a title, which is what a file without sections
    /// is read as where it has rows.
    mutating func loseSections(of state: ListState) {
        guard let first = state.sections.first else { return }
        if state.sections.count > 1 || !first.title.isEmpty {
            add(.sections, state.sections.count)
        } else if first.rows.isEmpty {
            add(.emptySections)
        }
    }

    /// The UTF-8 of a text without control characters but tabs and, where they are kept, line breaks.
    ///
    /// U+FFFD takes the place of each, and of U+FFFE and U+FFFF, which XML 1.0 (section 2.2) forbids too.
    ///
    /// - Complexity: O(n) in the bytes.
    mutating func cleaned(_ text: String, _ breaks: LineBreaks) -> [UInt8] {
        let source = Array(text.utf8)
        guard source.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xEF }) else {
            return source
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var hasBreak = false
        var place = 0
        while place < source.count {
            let byte = source[place]
            let next = place + 1 < source.count ? source[place + 1] : 0
            var length = 1
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                hasBreak = true
                switch breaks {
                case .kept: bytes.append(byte)
                case .lineFeeds, .spaces:
                    let isPair = byte == UInt8(ascii: "\r") && next == UInt8(ascii: "\n")
                    if isPair { length = 2 }
                    if breaks == .lineFeeds, byte == UInt8(ascii: "\r") { add(.controlCharacters) }
                    bytes.append(UInt8(ascii: breaks == .spaces ? " " : "\n"))
                }
            case UInt8(ascii: "\t"): bytes.append(byte)
            default:
                if byte < 0x20 || byte == 0x7F {
                    replace()
                } else if byte == 0xC2, 0x80..<0xA0 ~= next {
                    length = 2
                    replace()
                } else if byte == 0xEF, next == 0xBF, source[place + 2] >= 0xBE {
                    length = 3
                    replace()
                } else {
                    bytes.append(byte)
                }
            }
            place += length
        }
        func replace() {
            bytes.append(contentsOf: "\u{FFFD}".utf8)
            add(.controlCharacters)
        }
        if hasBreak, breaks == .spaces { add(.lineBreaks) }
        return bytes
    }

    private func words(of kind: Loss.Kind, _ count: Int) -> String {
        func of(_ one: String, _ several: String) -> String {
            "\(count) \(count == 1 ? one : several)"
        }
        switch kind {
        case .title: return "the title of the list"
        case .rules: return "the rules of \(ruledWords)"
        case .sections: return of("section", "sections")
        case .emptySections: return of("empty section", "empty sections")
        case .rows: return of("row", "rows") + " without a title"
        case .fields:
            let names = fields.count == 1 ? "1 field" : "\(fields.count) fields"
            return of("value", "values") + " of \(names)"
        case .types: return "the " + (count == 1 ? "type of 1 value" : "types of \(count) values")
        case .indents: return "the indent of " + of("row", "rows")
        case .undone: return "the lack of a checkbox in " + of("row", "rows")
        case .times: return "the exact time of " + of("date", "dates")
        case .labels: return of("label as it is", "labels as they are")
        case .lineBreaks: return "line breaks in " + of("title", "titles")
        case .blanks: return "some blanks of " + of("text", "texts")
        case .controlCharacters: return of("control character", "control characters")
        }
    }

    private var ruledWords: String {
        var parts: [String] = []
        if ruled.lists > 0 { parts.append("the list") }
        if ruled.sections > 0 {
            parts.append(ruled.sections == 1 ? "1 section" : "\(ruled.sections) sections")
        }
        if ruled.rows > 0 { parts.append(ruled.rows == 1 ? "1 row" : "\(ruled.rows) rows") }
        guard let last = parts.popLast() else { return "" }
        return parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    }
}
