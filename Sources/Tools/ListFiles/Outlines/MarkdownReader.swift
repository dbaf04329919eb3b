import ListEditing
import ListProtocol
import TextBytes

/// Reads Markdown: headings are sections, items are rows, items in items stand below them.
///
/// The subset of CommonMark that lists are made of. The first heading of level 1 is the title, where no
/// row and no section stands before it. What is indented below an item is its notes, also code; other
/// text is left out.
struct MarkdownReader {
    /// A line of three backticks or tildes, or more, begins code, and one that is as long ends it.
    private struct Fence {
        var mark: UInt8
        var length: Int
        var isNote: Bool
    }

    private var builder: ContentsBuilder
    private var hasTitle = false
    private var isAtStart = true
    private var fence: Fence?
    private var row: (entry: FileEntry, depth: Int)?

    /// Reads a whole text in UTF-8.
    ///
    /// - Parameter title: That of a list without a heading of level 1.
    /// - Complexity: O(n).
    static func read(
        _ text: [UInt8], title: String, format: FileFormat = .markdown, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var reader = MarkdownReader(builder: ContentsBuilder(limits: limits))
        reader.builder.beginList(title, kind: .plain)
        for line in TextLines(text) { try reader.read(line) }
        try reader.finishRow()
        return reader.builder.contents(format)
    }

    private init(builder: ContentsBuilder) {
        self.builder = builder
    }

    private mutating func read(_ line: TextLines.Line) throws(ListFileError) {
        let text = line.text
        let indent = line.indent
        if readFence(text, line, isNote: indent >= 2 && row != nil) { return }
        if text.isEmpty {
            row?.entry.notes.append("")
        } else if indent < 4, let heading = Self.heading(text) {
            try finishRow()
            if heading.level == 1, !hasTitle, isAtStart {
                hasTitle = true
                builder.rename(FileTitle.withoutNotionID(heading.title) ?? heading.title)
            } else {
                isAtStart = false
                try builder.beginSection(heading.title, line: line.number)
            }
        } else if !Self.isRule(text), let content = OutlineItem.content(of: text) {
            try finishRow()
            isAtStart = false
            let (title, done) = OutlineItem.row(of: content)
            row = (FileEntry(title: title, done: done, line: line.number), indent)
        } else if indent >= 2, row != nil {
            row?.entry.notes.append(OutlineItem.unescaped(text))
        } else if !Self.isRule(text) {
            builder.leaveOut(.looseText, line: line.number)
        }
    }

    /// Whether the line is one of code, or begins or ends it.
    private mutating func readFence(_ text: String, _ line: TextLines.Line, isNote: Bool) -> Bool {
        let mark = text.utf8.first ?? 0
        let length = text.utf8.prefix { $0 == mark }.count
        let isMark = (mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")) && length >= 3
        if let open = fence {
            let isEnd =
                isMark && mark == open.mark && length >= open.length && length == text.utf8.count
            if isEnd { fence = nil }
            keepCode(line, isNote: open.isNote)
            return true
        }
        guard isMark else { return false }
        fence = Fence(mark: mark, length: length, isNote: isNote)
        keepCode(line, isNote: isNote)
        return true
    }

    private mutating func keepCode(_ line: TextLines.Line, isNote: Bool) {
        if isNote {
            let indent = min(line.indent, (row?.depth ?? 0) + 2)
            let blanks = line.bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count
            let code = line.bytes.dropFirst(min(indent, blanks))
            row?.entry.notes.append(String(decoding: code, as: UTF8.self))
        } else {
            builder.leaveOut(.looseText, line: line.number)
        }
    }

    private mutating func finishRow() throws(ListFileError) {
        guard let finished = row else { return }
        row = nil
        var entry = finished.entry
        entry.notes = [entry.notes.joined(separator: "\n")]
        try builder.add(entry, depth: finished.depth)
    }

    /// The level and the title of a heading (CommonMark 0.31, section 4.2).
    static func heading(_ text: String) -> (level: Int, title: String)? {
        let hash = UInt8(ascii: "#")
        let level = text.utf8.prefix { $0 == hash }.count
        guard 1...6 ~= level else { return nil }
        let rest = text.utf8.dropFirst(level)
        guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return nil }
        let title = rest.trimmed
        let closing = title.suffix { $0 == hash }
        let backslashes = title.dropLast(closing.count).suffix { $0 == UInt8(ascii: "\\") }
        let before = title.dropLast(closing.count + backslashes.count)
        guard !closing.isEmpty, before.isEmpty || before.last == 0x20 || before.last == 0x09 else {
            return (level, String(decoding: title, as: UTF8.self))
        }
        if backslashes.isEmpty { return (level, String(decoding: before.trimmed, as: UTF8.self)) }
        // The first backslash says that the signs are the title's.
        return (
            level,
            String(decoding: Array(before) + backslashes.dropFirst() + closing, as: UTF8.self)
        )
    }

    /// Whether a line is a thematic break (CommonMark 0.31, section 4.1).
    static func isRule(_ text: String) -> Bool {
        let marks = text.utf8.filter { $0 != 0x20 && $0 != 0x09 }
        guard let mark = marks.first, [0x2D, 0x2A, 0x5F].contains(mark) else { return false }
        return marks.count >= 3 && marks.allSatisfy { $0 == mark }
    }
}
