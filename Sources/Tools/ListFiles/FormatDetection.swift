import TextBytes

/// Finds the format of a text by what it holds; the ending of its file's name is asked only where that
/// says nothing.
enum FormatDetection {
    /// What a text is read as, before all of it is read.
    enum Kind: Hashable {
        case json
        case xml
        case table
        case format(FileFormat)
    }

    /// How much is looked at.
    private static let headBytes = 20_000
    private static let headRecords = 12

    /// The kind of a text in UTF-8.
    ///
    /// - Complexity: O(1): at most 20,000 bytes are looked at.
    static func kind(of text: [UInt8], name: String) -> Kind {
        let head = text.prefix(headBytes)
        // No other file has this ending, and a task can begin as a file of any format.
        if FileTitle.isOfTodoTxt(name.utf8[...]) { return .format(.todoTxt) }
        if let kind = markedKind(of: head) { return kind }
        let records = CSVReader.head(of: head, records: headRecords)
        if TableForm(records[...]).isCertain || hasSeparatorLine(head) { return .table }
        let hint = FileFormat(path: name)
        switch hint {
        case .csv: return .table
        case .markdown: return .format(.markdown)
        case .taskPaper: return .format(.taskPaper)
        case .iCalendar: return .format(.iCalendar)
        case .opml: return .xml
        case .json: return .json
        default: break
        }
        let lines = TextLines(head).prefix(200).map { $0 }
        if isTaskPaper(lines) { return .format(.taskPaper) }
        if isTable(records, firstLine: lines.first { !$0.isBlank }) { return .table }
        if isTodoTxt(lines, isHinted: hint == .todoTxt) { return .format(.todoTxt) }
        return .format(isMarkdown(lines) ? .markdown : .text)
    }

    /// The kind that the first characters leave no doubt of.
    private static func markedKind(of head: ArraySlice<UInt8>) -> Kind? {
        let start = head.drop { $0 <= 0x20 }
        let second = start.dropFirst().first { $0 > 0x20 }
        switch start.first {
        case UInt8(ascii: "{"):
            if second == UInt8(ascii: "\"") || second == UInt8(ascii: "}") { return .json }
        case UInt8(ascii: "["):
            // `[ ] Milk` and `[x] Bread` are rows.
            let isEmpty = start.trimmed.filter { $0 > 0x20 } == Array("[]".utf8)
            if second == UInt8(ascii: "{") || second == UInt8(ascii: "\"") || isEmpty {
                return .json
            }
        case UInt8(ascii: "<"):
            // A page of the web is no list of lines, either.
            let tag = String(decoding: start.prefix(14), as: UTF8.self).lowercased()
            let isXML = ["<?xml", "<opml", "<!doctype", "<!--", "<html"].contains {
                tag.begins(with: $0)
            }
            if isXML { return .xml }
        default:
            let words = String(decoding: start.prefix(15), as: UTF8.self).uppercased()
            if words.begins(with: "BEGIN:VCALENDAR") { return .format(.iCalendar) }
        }
        return nil
    }

    private static func hasSeparatorLine(_ head: ArraySlice<UInt8>) -> Bool {
        let words = head.prefix(8).filter { $0 != UInt8(ascii: "\"") }
        let start = String(decoding: words.prefix(4), as: UTF8.self).lowercased()
        return start.isSame(as: "sep=") && words.count > 5 && [0x0A, 0x0D].contains(words[5])
    }

    /// Whether the first line names known columns, or lines have equally many cells between tabs, as a
    /// spreadsheet copies them.
    private static func isTable(
        _ records: [CSVReader.Record], firstLine: TextLines.Line?
    ) -> Bool {
        guard let names = records.first?.cells, names.count > 1, let firstLine else { return false }
        // An item of an outline is no header, whatever commas are in it.
        if OutlineItem.content(of: firstLine.text) != nil { return false }
        let roles = names.compactMap { ColumnNames.role(of: $0)?.role }
        let isKnown = roles.contains(.title) || roles.count * 2 > names.count
        let looked = records.prefix(5)
        if isKnown, looked.dropFirst().allSatisfy({ $0.cells.count <= names.count }) { return true }
        let tabs = firstLine.bytes.count { $0 == UInt8(ascii: "\t") }
        return tabs + 1 == names.count && looked.count > 1
            && looked.allSatisfy { $0.cells.count == names.count }
    }

    /// Whether a project with tasks below it, or tags as only TaskPaper has them, are there.
    private static func isTaskPaper(_ lines: [TextLines.Line]) -> Bool {
        var isBelowProject = false
        var isTask = false
        for line in lines where !line.isBlank {
            let text = line.text
            if MarkdownReader.heading(text) != nil { return false }
            let isItem = text.begins(with: "- ")
            if isItem, line.bytes.first == UInt8(ascii: "\t"), isBelowProject { isTask = true }
            if isItem, !text.begins(with: "- ["), hasTag(text) { isTask = true }
            isBelowProject = !isItem && text.utf8.last == UInt8(ascii: ":")
        }
        return isTask
    }

    private static func hasTag(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: " ")).contains { word in
            let name = word.dropFirst().prefix { 0x61...0x7A ~= $0 }
            let end = word.dropFirst(1 + name.count).first
            return word.first == UInt8(ascii: "@") && name.count > 1
                && (end == UInt8(ascii: "(") || end == nil && name.elementsEqual("done".utf8))
        }
    }

    /// Whether lines have days, priorities with labels, or `due:` as only todo.txt has them.
    private static func isTodoTxt(_ lines: [TextLines.Line], isHinted: Bool) -> Bool {
        var isSure = isHinted
        var hasPriority = false
        var hasLabel = false
        for line in lines where !line.isBlank {
            let text = line.text
            guard line.indent == 0,
                OutlineItem.content(of: text) == nil,
                MarkdownReader.heading(text) == nil, OutlineItem.row(of: text).done == nil
            else { return false }
            var words = text.utf8.split(separator: UInt8(ascii: " "))[...]
            if words.first?.elementsEqual("x".utf8) == true {
                words.removeFirst()
                if let next = words.first, TodoTxtReader.isDay(next) { isSure = true }
            }
            if let next = words.first, TodoTxtReader.priority(next) != nil {
                words.removeFirst()
                hasPriority = true
                if let next = words.first, TodoTxtReader.isDay(next) { isSure = true }
            }
            for word in words {
                if let mark = word.first, [0x2B, 0x40].contains(mark), word.count > 1 {
                    hasLabel = true
                }
                if let (name, value) = TodoTxtReader.named(word), name.isSame(as: "due"),
                    TodoTxtReader.isDay(value.utf8)
                {
                    isSure = true
                }
            }
        }
        return isSure || hasPriority && hasLabel
    }

    /// Whether one of the lines is a heading, or most are items.
    private static func isMarkdown(_ lines: [TextLines.Line]) -> Bool {
        let lines = lines.filter { !$0.isBlank }
        let texts = lines.map(\.text)
        let items = texts.count { OutlineItem.content(of: $0) != nil }
        let outer = lines.count { $0.indent == 0 }
        return texts.contains { MarkdownReader.heading($0) != nil } || items * 2 > outer
    }
}
