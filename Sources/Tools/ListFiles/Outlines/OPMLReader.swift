import ListEditing
import ListProtocol
import TextBytes

/// Reads OPML 2.0 (opml.org/spec2.opml) as Workflowy, OmniOutliner and Dynalist write it.
struct OPMLReader {
    /// Attributes that are about the program itself.
    private static let ignored: Set<TextKey> = [
        "type", "created", "color", "colour", "expansionState", "isComment", "isBreakpoint", "id",
        "_id", "listStyle", "modified", "version",
    ]

    private var builder: ContentsBuilder
    private var path: [String] = []
    private var title: [UInt8] = []
    /// How many outlines are open.
    private var depth = 0

    /// Reads a whole document in UTF-8.
    ///
    /// - Parameter title: That of a list whose head has none.
    /// - Complexity: O(n).
    static func read(
        _ text: [UInt8], title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var reader = OPMLReader(builder: ContentsBuilder(limits: limits))
        reader.builder.beginList(title, kind: .plain)
        try XMLReader.read(text) { (event) throws(ListFileError) in try reader.read(event) }
        return reader.builder.contents(.opml)
    }

    private init(builder: ContentsBuilder) {
        self.builder = builder
    }

    private mutating func read(_ event: XMLReader.Event) throws(ListFileError) {
        switch event {
        case .start(let name, let attributes, let line):
            if path.isEmpty, !name.isSame(as: "opml") {
                throw ListFileError(
                    line: line, column: 1,
                    "this XML is no OPML: it begins with <\(name.prefix(40))>")
            }
            // Only whether an element is in the head or the body matters.
            path.append(path.count < 3 ? name.word : "")
            if name.isSame(as: "outline") {
                try builder.add(entry(of: attributes, line: line), depth: depth)
                depth += 1
            }
        case .text(let bytes):
            if isInTitle, title.count < 65_536 {
                title += bytes
            }
        case .end(let name):
            if name.isSame(as: "outline") { depth = max(0, depth - 1) }
            if isInTitle, !title.trimmed.isEmpty {
                builder.rename(String(decoding: title, as: UTF8.self))
            }
            _ = path.popLast()
        }
    }

    private var isInTitle: Bool { areSame(path, ["opml", "head", "title"]) }

    private func entry(of attributes: [(name: String, value: String)], line: Int) -> FileEntry {
        var entry = FileEntry(line: line)
        var titles: (text: String, title: String) = ("", "")
        var link: String?
        func plain(_ html: String) -> String {
            let plain = MarkupText.plain(html)
            link = link ?? plain.link
            return plain.text
        }
        for (name, value) in attributes {
            // Canonical equivalence: a word has at most 32 bytes.
            switch name.word {
            case "text": titles.text = plain(value)
            case "title": titles.title = plain(value)
            case "_note", "note": entry.notes.append(plain(value))
            case "_complete", "complete", "_status", "checked":
                entry.done = Self.isDone(value)
            case "_due", "due", "dueDate", "_dueDate": entry.due = DayWords.due(value)
            case "priority":
                if let priority = PriorityWords.value(value) {
                    entry.priority = priority
                } else {
                    entry.others.append((name, plain(value)))
                }
            case "category": entry.labels += Self.categories(value)
            case "assignee": entry.assignee = plain(value).trimmedBlanks
            case "url", "xmlUrl", "htmlUrl": if entry.url.isEmpty { entry.url = value }
            default:
                if !Self.ignored.contains(TextKey(name)) {
                    entry.others.append((name, plain(value)))
                }
            }
        }
        if let link, entry.url.isEmpty { entry.url = link }
        entry.title = titles.text.trimmedBlanks.isEmpty ? titles.title : titles.text
        return entry
    }

    /// "Comma-separated slash-delimited category strings": nothing else separates them.
    private static func categories(_ value: String) -> [String] {
        value.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isDone(_ value: String) -> Bool? {
        // Canonical equivalence: a word has at most 32 bytes.
        switch value.word.lowercased() {
        case "checked", "true": true
        case "unchecked", "indeterminate", "false": false
        default: TruthWords.value(value)
        }
    }
}
