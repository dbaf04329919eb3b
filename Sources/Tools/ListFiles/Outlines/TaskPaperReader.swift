import ListEditing
import ListProtocol
import TextBytes

/// Reads TaskPaper, which Things and OmniFocus write too: projects end with a colon, tasks begin with
/// `- `, other lines are notes, tabs say what is below what, and tags are `@name` or `@name(value)`.
///
/// Projects at the top are sections; those below others are rows.
struct TaskPaperReader {
    /// Tags that are about OmniFocus itself.
    private static let ignored: Set<TextKey> = [
        "parallel", "autodone", "estimate", "created", "modified",
    ]

    private var builder: ContentsBuilder
    private var row: (entry: FileEntry, depth: Int)?

    /// Reads a whole text in UTF-8.
    ///
    /// - Complexity: O(n).
    static func read(
        _ text: [UInt8], title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var reader = TaskPaperReader(builder: ContentsBuilder(limits: limits))
        reader.builder.beginList(title, kind: .check)
        for line in TextLines(text) { try reader.read(line) }
        try reader.finishRow()
        return reader.builder.contents(.taskPaper)
    }

    private init(builder: ContentsBuilder) {
        self.builder = builder
    }

    private mutating func read(_ line: TextLines.Line) throws(ListFileError) {
        let text = line.text
        guard !text.isEmpty else {
            row?.entry.notes.append("")
            return
        }
        let isTask = text.begins(with: "- ") || text.isSame(as: "-")
        let tagged = Self.tagged(
            isTask ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text)
        let project = isTask ? nil : Self.project(tagged.title)
        guard isTask || project != nil else {
            if row == nil {
                builder.leaveOut(.listNote, line: line.number)
            } else {
                row?.entry.notes.append(text)
            }
            return
        }
        try finishRow()
        if let project, line.indent == 0 {
            try builder.beginSection(project, line: line.number)
            return
        }
        var entry = FileEntry(title: project ?? tagged.title, done: false, line: line.number)
        for tag in tagged.tags { Self.set(tag, in: &entry) }
        row = (entry, line.indent)
    }

    private mutating func finishRow() throws(ListFileError) {
        guard let finished = row else { return }
        row = nil
        var entry = finished.entry
        entry.notes = [entry.notes.joined(separator: "\n")]
        try builder.add(entry, depth: finished.depth)
    }

    private static func project(_ text: String) -> String? {
        guard text.utf8.last == UInt8(ascii: ":"), text.utf8.count > 1 else { return nil }
        return String(decoding: text.utf8.dropLast().trimmed, as: UTF8.self)
    }

    private static func set(_ tag: (name: String, value: String?), in entry: inout FileEntry) {
        let value = tag.value?.trimmedBlanks ?? ""
        // Canonical equivalence: a word has at most 32 bytes.
        switch tag.name.word.lowercased() {
        case "done", "completed": entry.done = true
        case "due", "deadline": entry.due = DayWords.due(value)
        case "flagged": if tag.value == nil || !value.isSame(as: "false") { entry.priority = 1 }
        case "priority" where PriorityWords.value(value) != nil:
            entry.priority = PriorityWords.value(value) ?? 0
        case "context", "tags": entry.labels += LabelWords.split(value)
        case "assignee" where !value.isEmpty: entry.assignee = value
        case "url" where !value.isEmpty: entry.url = value
        default:
            if ignored.contains(TextKey(tag.name)) { return }
            if value.isEmpty {
                entry.labels.append(tag.name)
            } else {
                entry.others.append((tag.name, value))
            }
        }
    }

    /// The text of a line without its tags, and these.
    ///
    /// - Complexity: O(n) in the bytes.
    private static func tagged(
        _ text: String
    ) -> (title: String, tags: [(name: String, value: String?)]) {
        let bytes = Array(text.utf8)
        var title: [UInt8] = []
        var tags: [(name: String, value: String?)] = []
        // A bracket that nothing closes is looked for once.
        var isOpen = false
        var at = 0
        while at < bytes.count {
            let isStart = bytes[at] == UInt8(ascii: "@") && (at == 0 || bytes[at - 1] <= 0x20)
            let name = isStart ? bytes[(at + 1)...].prefix(while: isOfName) : []
            guard !name.isEmpty else {
                title.append(bytes[at])
                at += 1
                continue
            }
            var end = at + 1 + name.count
            var value: String?
            if end < bytes.count, bytes[end] == UInt8(ascii: "("), !isOpen {
                if let close = bytes[end...].firstIndex(of: UInt8(ascii: ")")) {
                    value = String(decoding: bytes[(end + 1)..<close], as: UTF8.self)
                    end = close + 1
                } else {
                    isOpen = true
                }
            }
            tags.append((String(decoding: name, as: UTF8.self), value))
            at = end
            if title.last == 0x20, at < bytes.count, bytes[at] == 0x20 { at += 1 }
        }
        return (String(decoding: title.trimmed, as: UTF8.self), tags)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }
}
