import ListEditing
import ListProtocol
import TextBytes

/// Reads what Todoist exports: a record a task, section or note, in the order of the project.
struct TodoistTable {
    // Canonical equivalence: foreign words are read by `init(word:)`.
    private enum Name: String, CaseIterable {
        case type = "TYPE"
        case content = "CONTENT"
        case description = "DESCRIPTION"
        case priority = "PRIORITY"
        case indent = "INDENT"
        case responsible = "RESPONSIBLE"
        case date = "DATE"
        case duration = "DURATION"
        case durationUnit = "DURATION_UNIT"
        case author = "AUTHOR"
        case dateLanguage = "DATE_LANG"
        case timeZone = "TIMEZONE"
        case deadlineLanguage = "DEADLINE_LANG"
        case isCollapsed = "IS_COLLAPSED"
    }

    private let names: [Name?]
    private let header: [String]
    private var builder: ContentsBuilder
    /// The task that was read last; its notes may follow.
    private var task: (entry: FileEntry, depth: Int)?

    /// Reads all records, of which the first names the columns.
    static func read(
        _ records: [CSVReader.Record], title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        guard let header = records.first(where: { $0.cells.contains { !$0.isEmpty } }) else {
            throw ListFileError("the file is empty")
        }
        var table = TodoistTable(header, title: title, limits: limits)
        for record in records.drop(while: { $0.line <= header.line }) { try table.read(record) }
        try table.finishTask()
        return table.builder.contents(.todoist)
    }

    private init(_ header: CSVReader.Record, title: String, limits: ProtocolLimits) {
        names = header.cells.map { Name(word: $0) }
        self.header = header.cells
        builder = ContentsBuilder(limits: limits)
        // Whether a task is done is not in the file: those that are, are not either.
        builder.beginList(title, kind: .check)
    }

    private mutating func read(_ record: CSVReader.Record) throws(ListFileError) {
        var cells: [Name: String] = [:]
        var others: [(name: String, text: String)] = []
        for (index, cell) in record.cells.enumerated() where !cell.utf8.trimmed.isEmpty {
            guard index < names.count else {
                throw ListFileError(
                    line: record.line, "cell \(index + 1) is in a column without a name")
            }
            if let name = names[index] {
                cells[name] = cell.trimmedBlanks
            } else if !header[index].isEmpty {
                others.append((header[index], cell))
            }
        }
        let content = cells[.content] ?? ""
        // Canonical equivalence: a word has at most 32 bytes.
        switch (cells[.type] ?? "").word.lowercased() {
        case "task":
            try finishTask()
            task = (entry(cells, others, line: record.line), Int(cells[.indent] ?? "") ?? 1)
        case "section":
            try finishTask()
            try builder.beginSection(content, line: record.line)
        case "note":
            if task == nil { builder.leaveOut(.listNote, line: record.line) }
            task?.entry.notes.append(content)
        case "meta": break
        default: if !content.isEmpty { builder.leaveOut(.unknownRecord, line: record.line) }
        }
    }

    private mutating func finishTask() throws(ListFileError) {
        guard let task else { return }
        self.task = nil
        try builder.add(task.entry, depth: task.depth)
    }

    private func entry(
        _ cells: [Name: String], _ others: [(name: String, text: String)], line: Int
    ) -> FileEntry {
        var entry = FileEntry(line: line)
        (entry.title, entry.labels) = Self.labels(of: cells[.content] ?? "")
        entry.notes = [cells[.description] ?? ""]
        let priority = Int(cells[.priority] ?? "") ?? 4
        entry.priority = 1...3 ~= priority ? priority : 0
        entry.due = DayWords.due(cells[.date] ?? "")
        entry.assignee = Self.withoutNumber(cells[.responsible] ?? "")
        if let duration = cells[.duration] {
            let unit = cells[.durationUnit].map { " " + $0 } ?? ""
            entry.others.append((Name.duration.rawValue, duration + unit))
        }
        entry.others += others
        return entry
    }

    /// The content of a task without the labels that Todoist writes after it, and these.
    private static func labels(of content: String) -> (title: String, labels: [String]) {
        var labels: [String] = []
        var rest = content.utf8[...]
        while true {
            rest = rest.trimmed
            let word = rest.suffix(while: { $0 > 0x20 })
            guard word.first == UInt8(ascii: "@"), word.count > 1, word.count < rest.count else {
                break
            }
            labels.append(String(decoding: word.dropFirst(), as: UTF8.self))
            rest = rest.dropLast(word.count)
        }
        return (String(decoding: rest, as: UTF8.self), labels.reversed())
    }

    /// A person's name without the number in brackets: `Lou (102)`.
    private static func withoutNumber(_ name: String) -> String {
        guard name.utf8.last == UInt8(ascii: ")"),
            let open = name.utf8.lastIndex(of: UInt8(ascii: "("))
        else { return name }
        let number = name.utf8[open...].dropFirst().dropLast()
        guard !number.isEmpty, number.allSatisfy({ 0x30...0x39 ~= $0 }) else { return name }
        return String(decoding: name.utf8[..<open], as: UTF8.self).trimmedBlanks
    }
}

extension BidirectionalCollection {
    /// The longest end of which every element is so.
    func suffix(while isSo: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, isSo(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
