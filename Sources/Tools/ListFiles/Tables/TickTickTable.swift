import ListProtocol
import TextBytes

/// Reads what TickTick exports: a preamble, a header, and the tasks of all lists.
struct TickTickTable {
    // Canonical equivalence: foreign words are read by `init(word:)`.
    /// The columns that are fields with names of their own here.
    private enum Name: String, CaseIterable {
        case folder = "Folder Name"
        case list = "List Name"
        case title = "Title"
        case kind = "Kind"
        case tags = "Tags"
        case content = "Content"
        case isCheckList = "Is Check list"
        case due = "Due Date"
        case start = "Start Date"
        case priority = "Priority"
        case status = "Status"
        case isAllDay = "Is All Day"
        case column = "Column Name"
        case id = "taskId"
        case parent = "parentId"
        case created = "Created Time"
        case completed = "Completed Time"
        case order = "Order"
        case zone = "Timezone"
        case isFloating = "Is Floating"
        case columnOrder = "Column Order"
        case view = "View Mode"
    }

    private let header: CSVReader.Record
    private var rows = EntryRows()
    private var archived: (count: Int, line: Int?) = (0, nil)

    /// Reads all records, of which the first names the columns.
    static func read(
        _ records: ArraySlice<CSVReader.Record>, title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        guard let header = records.first else { throw ListFileError("the file is empty") }
        var table = TickTickTable(header: header)
        let names = header.cells.map { Name(word: $0) }
        for record in records.dropFirst() { try table.read(record, names) }
        var builder = ContentsBuilder(limits: limits)
        builder.leaveOut(.archivedTask, count: table.archived.count, line: table.archived.line)
        try table.rows.add(to: &builder, title: title)
        return builder.contents(.tickTick)
    }

    private init(header: CSVReader.Record) {
        self.header = header
    }

    private mutating func read(
        _ record: CSVReader.Record, _ names: [Name?]
    ) throws(ListFileError) {
        guard record.cells.contains(where: { !$0.utf8.trimmed.isEmpty }) else { return }
        var cells: [Name: String] = [:]
        var row = EntryRows.Row(entry: FileEntry(line: record.line))
        for (index, cell) in record.cells.enumerated() where !cell.utf8.trimmed.isEmpty {
            guard index < names.count else {
                throw ListFileError(
                    line: record.line, "cell \(index + 1) is in a column without a name")
            }
            if let name = names[index] {
                cells[name] = cell.trimmedBlanks
            } else if !header.cells[index].isEmpty {
                row.entry.others.append((header.cells[index], cell))
            }
        }
        let status = Int(cells[.status] ?? "") ?? 0
        guard status != 2 else {
            archived = (archived.count + 1, archived.line ?? record.line)
            return
        }
        row.entry.title = cells[.title] ?? ""
        row.entry.done = status != 0
        row.entry.labels = LabelWords.split(cells[.tags] ?? "")
        row.entry.priority = [5: 1, 3: 2, 1: 3][Int(cells[.priority] ?? "") ?? 0] ?? 0
        let isAllDay = TruthWords.value(cells[.isAllDay] ?? "") ?? false
        row.entry.due = Self.time(cells[.due], isAllDay: isAllDay)
        if let start = cells[.start], !areSame(start, cells[.due]) {
            row.entry.others.append((Name.start.rawValue, Self.time(start, isAllDay: isAllDay)))
        }
        row.list = cells[.list] ?? ""
        row.section = cells[.column] ?? ""
        row.id = cells[.id] ?? ""
        row.parent = cells[.parent] ?? ""
        append(row, content: cells[.content] ?? "", isCheckList: areSame(cells[.isCheckList], "Y"))
    }

    /// Adds a row, and those of its check list below it, which are lines that begin with a box.
    private mutating func append(_ row: EntryRows.Row, content: String, isCheckList: Bool) {
        var (row, items, notes): (EntryRows.Row, [FileEntry], [String]) = (row, [], [])
        for line in TextLines(content.utf8) {
            let text = line.text
            if isCheckList, let box = text.unicodeScalars.first, box == "▫" || box == "▪" {
                let title = String(text.unicodeScalars.dropFirst())
                items.append(FileEntry(title: title, done: box == "▪", line: row.entry.line))
            } else {
                notes.append(String(decoding: line.bytes, as: UTF8.self))
            }
        }
        row.entry.notes = [notes.joined(separator: "\n")]
        if !items.isEmpty, row.id.isEmpty { row.id = "line \(row.entry.line ?? 0)" }
        rows.append(row)
        for item in items {
            rows.append(EntryRows.Row(entry: item, list: row.list, parent: row.id))
        }
    }

    /// A time of the table; of an all-day task the day, in the zone that it was made in.
    private static func time(_ text: String?, isAllDay: Bool) -> String {
        guard let text else { return "" }
        return isAllDay ? DayWords.nearestDay(text) ?? text : DayWords.due(text)
    }
}
