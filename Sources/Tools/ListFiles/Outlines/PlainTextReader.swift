import ListEditing
import ListProtocol
import TextBytes

/// Reads plain lines: a line is a row, and what is indented below it its notes; a line that ends with a
/// colon, after an empty one, is a section.
struct PlainTextReader {
    private var builder: ContentsBuilder
    private var row: FileEntry?

    /// Reads a whole text in UTF-8.
    ///
    /// - Complexity: O(n).
    static func read(
        _ text: [UInt8], title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var reader = PlainTextReader(builder: ContentsBuilder(limits: limits))
        reader.builder.beginList(title, kind: .check)
        var isBehindEmpty = true
        for line in TextLines(text) {
            try reader.read(line, isBehindEmpty: isBehindEmpty)
            isBehindEmpty = line.isBlank
        }
        try reader.finishRow()
        return reader.builder.contents(.text)
    }

    private init(builder: ContentsBuilder) {
        self.builder = builder
    }

    private mutating func read(
        _ line: TextLines.Line, isBehindEmpty: Bool
    ) throws(ListFileError) {
        let text = line.text
        if text.isEmpty {
            row?.notes.append("")
        } else if isBehindEmpty, line.indent == 0, text.utf8.last == UInt8(ascii: ":") {
            try finishRow()
            let title = String(decoding: text.utf8.dropLast().trimmed, as: UTF8.self)
            try builder.beginSection(title, line: line.number)
        } else if line.indent >= 2, row != nil {
            row?.notes.append(OutlineItem.unescaped(text))
        } else {
            try finishRow()
            let (title, done) = OutlineItem.row(of: OutlineItem.content(of: text) ?? text)
            row = FileEntry(title: title, done: done, line: line.number)
        }
    }

    private mutating func finishRow() throws(ListFileError) {
        guard var entry = row else { return }
        row = nil
        entry.notes = [entry.notes.joined(separator: "\n")]
        try builder.add(entry)
    }
}
