import JSON
import ListEditing
import ListProtocol
import SeededRandom
import TestSeeds
import Testing
import TextBytes

@testable import ListFiles

/// What the writers write is read again with all that the format can hold; the seed of a failure is its
/// argument.
@Suite struct RoundTripTests {
    @Test(arguments: ExportFormat.allCases, TestSeeds.range(1))
    func randomLists_comeBack(format: ExportFormat, seed: Int) throws {
        var random = RandomList(seed: UInt64(seed))
        for number in 0..<150 {
            let state = random.state()
            let written = format.write(ListID("l"), state)
            let expected = ExpectedList(state, in: format)
            // A file without anything in it is none.
            if format == .todotxt, expected.lines.count == 1 { continue }
            let contents: FileContents
            do throws(ListFileError) {
                contents = try FileReader.read(
                    written.bytes, name: "l.\(format.ending)", limits: ProtocolLimits())
            } catch {
                Issue.record("list \(number): \(error)\n\(written.text)")
                continue
            }
            let list = try #require(contents.lists.first)
            let read = ExpectedList(list, in: format)
            if contents.lists.count > 1 || !areSame(read.lines, expected.lines) {
                let difference = zip(read.lines + [""], expected.lines + [""])
                    .first { !$0.isSame(as: $1) }
                Issue.record(
                    """
                    list \(number), as \(contents.format)
                    read:     \(difference?.0.debugDescription ?? "")
                    expected: \(difference?.1.debugDescription ?? "")
                    \(written.text)
                    """)
                return
            }
            let lost = written.lost.filter { $0.kind == .fields }.reduce(0) { $0 + $1.count }
            if lost != expected.lostFields {
                Issue.record("list \(number): \(lost) values are told, not \(expected.lostFields)")
            }
        }
    }

    /// JSON and CSV are the same bytes again, ids and all.
    @Test(arguments: [ExportFormat.json, .csv], TestSeeds.range(1))
    func ownFormats_areTheSameWhenTheyAreWrittenAgain(format: ExportFormat, seed: Int) throws {
        var random = RandomList(seed: UInt64(seed))
        for number in 0..<150 {
            let state = random.state()
            let written = format.write(ListID("l"), state)
            let contents = try FileReader.read(
                written.bytes, name: "l.\(format.ending)", limits: ProtocolLimits())
            let list = try #require(contents.lists.first)
            let made = CreateList(
                list: list.id ?? ListID("l"), title: list.title, rules: list.rules,
                sections: list.sections)
            var read = ListState(
                revision: state.revision, title: made.title, rules: made.rules,
                sections: made.states { "made" })
            #expect(
                format.write(made.list, read).bytes == written.bytes, "list \(number)")
            guard format == .csv else { continue }
            // The same rows in JSON, too, so that it is no matter of the table's own form.
            var kept = state
            kept.title = "l"
            kept.rules = Rules()
            kept.sections = state.sections.filter { !$0.rows.isEmpty }.map { section in
                SectionState(
                    id: section.id, title: section.title,
                    rows: section.rows.map { Row(id: $0.id, fields: $0.fields) })
            }
            read.rules = Rules()
            #expect(
                ListDocument.encode(ListID("l"), read) == ListDocument.encode(ListID("l"), kept),
                "list \(number)")
        }
    }
}

extension WrittenFile {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Lists of texts that have a meaning in one of the formats.
private struct RandomList {
    private static let pieces: [String] = [
        "a", "B", "x", "X", "1", "12", "1234567890", "2026-12-05", "2026-99-99", "(A)", "(a)", "-",
        "*", "+", "#", "##", "\\", "\\\\", ".", ")", "[", "]", "[ ]", "[]", "[x]", ":", "=", "==",
        "---", "***", "```", "~~~", "<", ">", "<b>", "</b>", "<br>", "<a href=\"u\">", "<!--",
        "-->", "<?", "&", "&amp;", "&lt;", "&#39;", "&nbsp;", "&copy;", "&#x41;", "|", "_", "`",
        "@", "@home", "+p", "due:2026-01-01", "a:b", "http://x.y/z", "pri:A", ";", ",", "\"", "'",
        "''", "=1", "-5", "TRUE", "1.50", "•", "–", "◦", "▪", "☐", "⬜", "☑", "☒", "✅", "✓", "✔",
        "\u{FE0F}", "é", "e\u{301}", "\u{301}", "🍎", "👩‍👩‍👧", "\u{2028}", "\u{A0}",
        "\u{200B}", "\u{202E}", "\t", " ", "  ", "\u{1}", "\u{7F}", "\u{85}", "\u{FFFF}",
        "n:json", "field:n", "{\"", "{}", "[{", "BEGIN:VTODO", "END:VCALENDAR", "sep=;", "sep=",
        "sectionTitle", "row,title", "Milk", "Äpfel und Birnen", "C:\\temp", "10:30",
        String(repeating: "Straße ", count: 15),
    ]
    private static let breaks = ["\n", "\r\n", "\r", "\n\n"]
    private static let names = [
        "n", "assignee", "Größe", "é", "e\u{301}", "a-b", "x.y", "1bad", "with space", "a:b",
        "field:x", "x:json", "", "🍎", "ǆ", "Status", "xmlfoo", "tags", "𝒳", "note", "type", "row",
        "ключ", "鍵", "ĳ", "\u{2F00}",
    ]
    static let dues = [
        "2026-12-05", "2026-12-04T10:30:00+01:00", "20261205T100000Z", "2026-12-05T10:00:00",
        "2026-12-05T10:00", "some day", "2026-02-29", "20261205", "next <b>&amp;",
    ]

    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func state() -> ListState {
        var sections: [SectionState] = []
        for number in 0..<random.below(4) {
            let rows = (0..<random.below(7)).map { row("r\(number)-\($0)") }
            sections.append(
                SectionState(id: SectionID("s\(number)"), title: title(), rows: rows))
        }
        var rules = Rules()
        if random.chance(20) { rules.kind = .check }
        return ListState(
            revision: random.below(100), title: random.chance(15) ? "" : text(), rules: rules,
            sections: sections)
    }

    private mutating func title() -> String { random.chance(30) ? "" : text() }

    private mutating func row(_ id: String) -> Row {
        var fields: [Field] = []
        func add(_ name: String, _ json: String) {
            fields.append(Field(name: name, value: FieldValue(json: json)))
        }
        if random.chance(95) {
            add("title", random.chance(95) ? json(text(hasBreaks: random.chance(5))) : value())
        }
        if random.chance(60) { add("done", random.chance(50) ? "true" : "false") }
        if random.chance(40) {
            add("detail", random.chance(95) ? json(text(hasBreaks: true)) : value())
        }
        if random.chance(30) { add("due", json(Self.dues[random.below(Self.dues.count)])) }
        if random.chance(30) { add("priority", "\(1 + random.below(3))") }
        if random.chance(30) {
            let labels = (0..<random.below(4)).map { _ in JSONValue.string(text()) }
            add("labels", JSONValue.array(labels).canonicalText)
        }
        if random.chance(20) {
            add("url", json(random.chance(70) ? "https://example.org/?a=1&b=(2);,#c" : text()))
        }
        if random.chance(40) { add("indent", "\(random.below(12))") }
        for name in Self.names where random.chance(6) { add(name, value()) }
        return Row(id: RowID(id), fields: Fields(fields))
    }

    private mutating func value() -> String {
        if random.chance(60) { return json(text(hasBreaks: true)) }
        let values = ["1.50", "-7", "true", "{\"a\":[1,\"<b>\"]}", "[]", "\"\"", "[\"x\"]"]
        return values[random.below(values.count)]
    }

    private func json(_ text: String) -> String { JSONValue.string(text).canonicalText }

    private mutating func text(hasBreaks: Bool = false) -> String {
        let space = random.chance(50) ? " " : ""
        let pieces = (0...random.below(6)).map { _ in
            if hasBreaks, random.chance(25) { return Self.breaks[random.below(Self.breaks.count)] }
            return Self.pieces[random.below(Self.pieces.count)]
        }
        return pieces.joined(separator: space)
    }
}

/// A list as a format holds it, a line for each thing in it.
private struct ExpectedList {
    private(set) var lines: [String] = []
    /// The values that are left out of the file.
    private(set) var lostFields = 0
    private let format: ExportFormat

    /// What a file in the format holds of a list, by its documentation.
    init(_ state: ListState, in format: ExportFormat) {
        self.format = format
        let hasTitle = [.json, .markdown].contains(format) || !title(state.title).isEmpty
        let isNamed = [.csv, .todotxt].contains(format) || !hasTitle
        lines = ["list " + (isNamed ? "l" : title(state.title))]
        for section in state.sections {
            let hasSections = [.json, .csv, .markdown].contains(format)
            if hasSections, format != .csv || !section.rows.isEmpty {
                lines.append("section " + title(section.title))
            }
            let name = title(section.title)
            let isAbove = format == .opml && !name.isEmpty
            if isAbove { add(Fields([field("title", name)])) }
            var above: [Int] = []
            for row in section.rows { add(row, below: &above, isAbove ? 1 : 0) }
        }
    }

    /// What was read.
    init(_ list: FileList, in format: ExportFormat) {
        self.format = format
        lines = ["list " + list.title]
        let hasSections = [.json, .csv, .markdown].contains(format)
        for section in list.sections {
            if hasSections || !section.title.isEmpty { lines.append("section " + section.title) }
            for row in section.rows { add(row.fields) }
        }
    }

    private mutating func add(_ row: Row, below above: inout [Int], _ start: Int) {
        if format == .json || format == .csv { return add(row.fields) }
        let texts = Dictionary(
            uniqueKeysWithValues: row.fields.entries.map { (TextKey($0.name), text(of: $0.value)) })
        // Spaces, tabs and line breaks are no title; a control character is one.
        let isTitled =
            !(row.fields["title"]?.json.isSame(as: "[]") ?? true)
            && (texts["title"]?.utf8.contains { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? false)
        guard isTitled else { return }
        var kept: [Field] = []
        var indent = 0
        for entry in row.fields.entries where !["\"\"", "[]"].contains(entry.value.json.word) {
            let text = text(of: entry.value)
            switch entry.name.word {
            case "indent": indent = min(Int(text) ?? 0, 8)
            case "title": kept.append(field("title", title(text)))
            default:
                let value = value(of: entry, text)
                if let value { kept.append(value) }
            }
        }
        while let last = above.last, last >= indent { above.removeLast() }
        let depth = min(start + above.count, 8)
        above.append(indent)
        if format != .todotxt, depth > 0 {
            kept.append(Field(name: "indent", value: FieldValue(json: "\(depth)")))
        }
        if [.todotxt, .icalendar].contains(format), texts["done"] == nil {
            kept.append(Field(name: "done", value: FieldValue(json: "false")))
        }
        add(Fields(kept))
    }

    /// What becomes of a field that is neither title nor indent; nil: it is not in the file.
    private mutating func value(of entry: Field, _ text: String) -> Field? {
        switch entry.name.word {
        case "done": return entry
        case "detail" where format != .todotxt: return field("detail", detail(text))
        case "priority" where format != .markdown: return entry
        case "labels" where format != .markdown: return labels(entry.value)
        case "due" where format != .markdown:
            if let due = due(text) { return field("due", due) }
        case "url" where format == .opml: return field("url", clean(text))
        case "url" where format == .icalendar && isAddress(text): return entry
        default:
            if format == .opml, !isLost(entry.name) {
                return field(entry.name, clean(text).trimmedBlanks)
            }
        }
        lostFields += 1
        return nil
    }

    private func isLost(_ name: String) -> Bool { !OutlineNames.canBeAttribute(name) }

    /// Whether a text has a scheme, and no character that a URI cannot have (RFC 3986, appendix A).
    private func isAddress(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:[A-Za-z0-9\-._~:\/?#\[\]@!$&'()*+,;=%]*/)
            != nil
    }

    private func due(_ due: String) -> String? {
        if format == .opml { return DayWords.due(due) }
        guard let time = WrittenTime(due) else { return nil }
        return format == .todotxt ? time.date : DayWords.due(time.calendarText)
    }

    private func labels(_ value: FieldValue) -> Field? {
        let given = (try? JSONReader.read(Array(value.json.utf8)))?.array?.compactMap(\.string)
        var seen: Set<TextKey> = []
        let labels = (given ?? []).map { label in
            switch format {
            case .opml:
                let ends = [label.utf8.first, label.utf8.last].compactMap { $0 }
                let isLost = label.utf8.contains(UInt8(ascii: ",")) || ends.contains { $0 <= 0x20 }
                return isLost ? "" : clean(label)
            case .todotxt:
                let bytes = clean(label).utf8.map { [0x20, 0x09].contains($0) ? 0x5F : $0 }
                return String(decoding: bytes, as: UTF8.self)
            default: return clean(label).trimmedBlanks
            }
        }.filter { !$0.isEmpty && seen.insert(TextKey($0)).inserted }
        guard !labels.isEmpty else { return nil }
        let json = JSONValue.array(labels.map(JSONValue.string)).canonicalText
        return Field(name: "labels", value: FieldValue(json: json))
    }

    /// Details end where their text does; in Markdown that is so of each line.
    private func detail(_ text: String) -> String {
        let text = clean(text).withPlainLineEnds
        guard format == .markdown else { return text.trimmedBlanks }
        return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0.trimmed, as: UTF8.self) }
            .joined(separator: "\n").trimmedBlanks
    }

    private func title(_ text: String) -> String {
        format == .json || format == .csv ? text : line(clean(text))
    }

    /// A text in one line: writing or reading makes it one.
    private func line(_ text: String) -> String {
        let lines = text.withPlainLineEnds
        switch format {
        case .markdown:
            let bytes = lines.utf8.map { $0 == 0x0A ? 0x20 : $0 }
            return String(decoding: bytes, as: UTF8.self).trimmedBlanks
        case .todotxt:
            return lines.utf8.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
                .joined(separator: " ")
        default: return lines.inOneLine
        }
    }

    private func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: scalar
            case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: "\u{FFFD}"
            default: scalar
            }
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private func text(of value: FieldValue) -> String {
        (try? JSONReader.read(Array(value.json.utf8)))?.string ?? value.json
    }

    private func field(_ name: String, _ text: String) -> Field {
        Field(name: name, value: FieldValue(json: JSONValue.string(text).canonicalText))
    }

    private mutating func add(_ fields: Fields) {
        let kept = fields.entries.filter {
            format == .json || format == .csv || !$0.value.json.isSame(as: "\"\"")
        }
        lines.append(
            "row " + kept.map { $0.name + "=" + $0.value.json }.joined(separator: " "))
    }
}
