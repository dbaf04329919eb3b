import ListEditing
import ListProtocol
import TextBytes

/// Writes a list as an outline (OPML 2.0, http://opml.org/spec2.opml).
///
/// Each row is an `outline` inside that of the row which it is below: its title `text`, its detail `_note`,
/// its `done` `_complete`, "true" or "false"; labels are the `category`, parted by commas. Every other field
/// whose name can be an attribute's has that attribute. OPML has no sections: the rows of one with a title
/// stand inside an outline with that title.
///
/// `text` and `_note` are HTML in OPML, and so are the other fields here: `&lt;` stands for a `<` that would begin a tag, and `&amp;` for
/// the `&` of what would be a reference, before the XML around them is escaped.
struct OutlineWriter {
    private var bytes: [UInt8] = []
    private var tally = LossTally()
    /// The number of outlines that are open.
    private var open = 0

    /// The file of a list, in UTF-8 with line feeds.
    ///
    /// - Complexity: O(n) in the bytes.
    static func write(_ state: ListState) -> WrittenFile {
        var writer = OutlineWriter()
        writer.tally.loseRules(of: state)
        writer.tally.loseSections(of: state)
        writer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n")
        writer.append("<head>\n<title>")
        writer.escape(writer.tally.cleaned(state.title, .kept))
        writer.append("</title>\n</head>\n<body>\n")
        for section in state.sections { writer.section(section) }
        writer.append("</body>\n</opml>\n")
        return WrittenFile(bytes: writer.bytes, lost: writer.tally.losses)
    }

    private mutating func section(_ section: SectionState) {
        let isTitled = !section.title.isEmpty
        if isTitled {
            append("<outline")
            attribute("text", section.title, isHTML: true)
            append(">\n")
            open = 1
        }
        // A row is written once the next one tells whether it has some inside.
        var waiting: (row: WrittenRow, depth: Int)?
        var depths = WrittenDepths()
        for row in section.rows {
            guard let row = tally.taken(row) else { continue }
            let depth = depths.next(row, &tally) + (isTitled ? 1 : 0)
            if depth > WrittenDepths.greatest { tally.add(.indents) }
            if let (before, above) = waiting { outline(before, at: above, hasRows: depth > above) }
            waiting = (row, depth)
        }
        if let (last, above) = waiting { outline(last, at: above, hasRows: false) }
        close(to: 0)
    }

    private mutating func outline(_ row: WrittenRow, at depth: Int, hasRows: Bool) {
        close(to: depth)
        append("<outline")
        attribute("text", row.title, isHTML: true)
        if let detail = row.detail { attribute("_note", detail, isHTML: true) }
        if let isDone = row.isDone { attribute("_complete", isDone ? "true" : "false") }
        if let due = row.due { attribute("due", due) }
        if let priority = row.priority { attribute("priority", String(priority)) }
        if let url = row.url { attribute("url", url) }
        category(row.labels)
        for field in row.others { other(field) }
        append(hasRows ? ">\n" : "/>\n")
        if hasRows { open += 1 }
    }

    private mutating func close(to depth: Int) {
        while open > depth {
            append("</outline>\n")
            open -= 1
        }
    }

    /// "Comma-separated slash-delimited category strings": a comma and blanks at the ends are no part of one.
    private mutating func category(_ labels: [String]) {
        let kept = labels.filter { label in
            let ends = [label.utf8.first, label.utf8.last]
            return !label.isEmpty && !label.utf8.contains(UInt8(ascii: ","))
                && !ends.contains { $0 == nil || $0.map { $0 <= 0x20 } == true }
        }
        tally.add(.labels, labels.count - kept.count)
        if !kept.isEmpty { attribute("category", kept.joined(separator: ",")) }
    }

    private mutating func other(_ field: Field) {
        guard OutlineNames.canBeAttribute(field.name) else {
            return tally.loseValue(of: field.name)
        }
        let text = field.value.stringText
        if text == nil { tally.add(.types) }
        attribute(field.name, text ?? field.value.json, isHTML: true)
    }

    private mutating func attribute(_ name: String, _ value: String, isHTML: Bool = false) {
        append(" " + name + "=\"")
        let text = tally.cleaned(value, .kept)
        escape(isHTML ? OutlineNames.html(text) : text)
        append("\"")
    }

    /// Escapes a text for an attribute's value or an element (XML 1.0, sections 2.4, 2.11 and 3.3.3).
    private mutating func escape(_ text: [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case UInt8(ascii: "\t"): append("&#9;")
            case UInt8(ascii: "\n"): append("&#10;")
            case UInt8(ascii: "\r"): append("&#13;")
            default: bytes.append(byte)
            }
        }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

/// Names of attributes, and HTML in their values.
enum OutlineNames {
    /// Attributes that have another meaning in OPML 2.0 ("outline") or in the outlines of programs.
    private static let taken: Set<TextKey> = [
        "text", "type", "isComment", "isBreakpoint", "created", "category", "title", "note",
        "_note",
        "complete", "_complete", "_status", "checked", "_due", "dueDate", "_dueDate", "xmlUrl",
        "htmlUrl", "color", "colour", "expansionState", "id", "_id", "listStyle", "modified",
        "version", "detail", "done", "indent", "labels", "xmlns",
    ]

    /// Whether a field can have an attribute of its name: one without a colon that has no meaning yet.
    ///
    /// XML 1.0 allowed fewer characters up to its fourth edition (appendix B), to which expat keeps, and
    /// other readers too: a file with others cannot be read at all.
    static func canBeAttribute(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, isStart(first),
            !taken.contains(TextKey(name))
        else { return false }
        let start = Array(name.utf8.prefix(3)).map { $0 | 0x20 }
        guard !start.elementsEqual("xml".utf8) else { return false }
        return name.unicodeScalars.allSatisfy { isStart($0) || isInside($0) }
    }

    /// Escapes what HTML would read as a tag or a reference, and nothing else.
    static func html(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return text
        }
        let lastEnd = text.lastIndex(of: UInt8(ascii: ">")) ?? 0
        var html: [UInt8] = []
        html.reserveCapacity(text.count + 16)
        for (place, byte) in text.enumerated() {
            let next = place + 1 < text.count ? text[place + 1] : 0
            switch byte {
            case UInt8(ascii: "<")
            where place < lastEnd && (isLetter(next) || "!/?".utf8.contains(next)):
                html.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: "&") where isReference(text[(place + 1)...]):
                html.append(contentsOf: "&amp;".utf8)
            default: html.append(byte)
            }
        }
        return html
    }

    /// Whether a text goes on, after an `&`, as a reference: `lt;`, `#60;`.
    private static func isReference(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.first == UInt8(ascii: "#") ? text.dropFirst() : text
        let rest = name.prefix(40).drop { isLetter($0) || 0x30...0x39 ~= $0 }
        return rest.first == UInt8(ascii: ";") && rest.startIndex > name.startIndex
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Letters of scripts in use, and `_`.
    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x131, 0x134...0x13E,
            0x141...0x148, 0x14A...0x17E, 0x1E00...0x1E9B, 0x1EA0...0x1EF9,  // Latin
            0x388...0x38A, 0x38C, 0x38E...0x3A1, 0x3A3...0x3CE,  // Greek
            0x401...0x40C, 0x40E...0x44F, 0x451...0x45C, 0x490...0x4C4,  // Cyrillic
            0x531...0x556, 0x561...0x586, 0x10D0...0x10F6,  // Armenian, Georgian
            0x5D0...0x5EA, 0x621...0x63A, 0x641...0x64A,  // Hebrew, Arabic
            0x905...0x939, 0xE01...0xE2E,  // Devanagari, Thai
            0x3041...0x3094, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3:  // East Asia
            true
        default: false
        }
    }

    /// What can stand after the first letter: digits, marks, vowel signs.
    private static func isInside(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x345, 0x64B...0x652, 0x93E...0x94D,
            0xE30...0xE3A, 0xE40...0xE4E, 0x3099...0x309A, 0x30FC...0x30FE:
            true
        default: false
        }
    }
}
