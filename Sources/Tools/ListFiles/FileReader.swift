import JSON
package import ListProtocol
import TextBytes

/// Reads the files that Lockstep writes, that people write, and that other programs export.
package enum FileReader {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - name: The name of the file; without its ending it is the title of a list that has none.
    ///   - format: The format; nil: what the file holds says it.
    ///   - titleColumn: Of a table: the name of the column that has the titles; nil: the names of the
    ///     columns say it.
    /// - Throws: `ListFileError` with line and column where the file cannot be read to its end, or has
    ///   more rows than one list may have.
    /// - Complexity: O(n) in the bytes, but for sorting what has positions.
    package static func read(
        _ bytes: [UInt8], name: String, format: FileFormat? = nil, titleColumn: String? = nil,
        limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        let text = try TextDecoding.utf8(bytes)
        guard !text.trimmed.isEmpty else { throw ListFileError("the file is empty") }
        try checkParts(of: text)
        let title = FileTitle.of(name)
        switch format.flatMap(kind(of:)) ?? FormatDetection.kind(of: text, name: name) {
        case .json: return try json(text, title: title, format: format, limits: limits)
        case .xml, .format(.opml): return try OPMLReader.read(text, title: title, limits: limits)
        case .table:
            var contents = try TableReader.read(
                text, name: name, titleColumn: titleColumn, limits: limits)
            if let format, format != .csv { contents.format = format }
            return contents
        case .format(.iCalendar):
            return try CalendarReader.read(text, title: title, limits: limits)
        case .format(.taskPaper):
            return try TaskPaperReader.read(text, title: title, limits: limits)
        case .format(.todoTxt): return try TodoTxtReader.read(text, title: title, limits: limits)
        case .format(.markdown):
            let isPage = FileTitle.isOfNotion(name)
            return try MarkdownReader.read(
                text, title: title, format: isPage ? .notion : .markdown, limits: limits)
        case .format: return try PlainTextReader.read(text, title: title, limits: limits)
        }
    }

    /// The title that the name of a file gives to a list: without folders and ending.
    package static func title(ofFile name: String) -> String { FileTitle.of(name) }

    /// The most bytes of a file that part it into lines, cells, values and elements: each part takes many times its
    /// bytes while it is read.
    package static let mostParts = 2_000_000

    private static func checkParts(of text: [UInt8]) throws(ListFileError) {
        var parts = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: ";"),
                UInt8(ascii: "\t"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"),
                UInt8(ascii: "<"):
                parts += 1
            default: break
            }
        }
        guard parts <= mostParts else {
            throw ListFileError("the file has more than \(mostParts) lines, cells or values")
        }
    }

    /// How a format that the user names is read; nil where it has several forms.
    private static func kind(of format: FileFormat) -> FormatDetection.Kind? {
        switch format {
        case .csv, .todoist, .tickTick, .asana, .outlook, .linear, .gitHub: .table
        case .json, .trello, .keep, .googleTasks, .wunderlist, .taskwarrior, .microsoftToDo,
            .jsonRecords:
            .json
        case .opml: .xml
        case .markdown, .text, .iCalendar, .taskPaper, .todoTxt: .format(format)
        case .notion: nil
        }
    }

    private static func json(
        _ text: [UInt8], title: String, format: FileFormat?, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        let value: JSONValue
        if let lines = try ForeignJSON.lines(text) {
            value = .array(lines)
        } else {
            value = try ForeignJSON.value(text)
        }
        guard let shape = format ?? JSONShape.format(of: value) else {
            throw ListFileError("this JSON is of no program that is known here")
        }
        if shape == .json {
            if let lists = try ListBundle.decode(value, limits: limits) {
                return FileContents(format: .json, lists: lists)
            }
            return try document(text, value, title: title, limits: limits)
        }
        let object = value.object
        switch (shape, object) {
        case (.trello, let board?): return try TrelloBoard.read(board, title: title, limits: limits)
        case (.googleTasks, let lists?):
            return try GoogleTaskLists.read(lists, title: title, limits: limits)
        case (.keep, _): return try KeepNotes.read(value, title: title, limits: limits)
        default:
            if let data = object?["data"]?.object, shape == .wunderlist {
                return try WunderlistBackup.read(data, title: title, limits: limits)
            }
            return try TaskRecords.read(value, as: shape, title: title, limits: limits)
        }
    }

    /// A list as Lockstep writes it; without an id it gets one when it is made.
    private static func document(
        _ text: [UInt8], _ value: JSONValue, title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        let hasID = value.object?["list"] != nil
        var text = text
        if !hasID, let brace = text.firstIndex(of: UInt8(ascii: "{")) {
            let isEmpty = value.object?.members.isEmpty ?? true
            text.insert(
                contentsOf: (isEmpty ? "\"list\":\"file\"" : "\"list\":\"file\",").utf8,
                at: brace + 1)
        }
        let list = try ListDocument.decode(text, limits: limits)
        let isTitled = hasID || value.object?["title"] != nil
        return FileContents(
            format: .json,
            lists: [
                FileList(
                    id: hasID ? list.list : nil, title: isTitled ? list.title : title,
                    rules: list.rules, sections: list.sections)
            ])
    }
}
