import ListEditing
import ListProtocol
import TextBytes

/// Reads tables with columns that have names: those of spreadsheets, and of programs that name what is
/// in a column.
struct TableReader {
    private let header: TableHeader
    private let format: FileFormat
    private let title: String
    private var rows = EntryRows()
    /// The section of the row before.
    private var latest = ""

    /// Reads a whole table in whatever form.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - name: The name of the file.
    ///   - titleColumn: The name of the column that has the titles; nil: names say it.
    /// - Throws: `ListFileError`, which names the line.
    static func read(
        _ text: [UInt8], name: String, titleColumn: String?, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        let records = try CSVReader.read(text)
        guard let first = records.first(where: { $0.cells.contains { !$0.isEmpty } }) else {
            throw ListFileError("the file is empty")
        }
        let title = FileTitle.of(name)
        let form = TableForm(records[...])
        if form.isCertain, let last = records.last, ![0x0A, 0x0D].contains(text.last),
            last.cells.count < (records.map(\.cells.count).max() ?? 0)
        {
            throw ListFileError(
                at: text.count, in: text, "the file ends in the middle of a line of the table")
        }
        switch form {
        case .lockstep:
            return try RowTable.contents(
                records, title: title, titles: titleColumn, limits: limits)
        case .todoist:
            return try TodoistTable.read(records, title: title, limits: limits)
        case .tickTick(let start):
            return try TickTickTable.read(records[start...], title: title, limits: limits)
        case .lines where titleColumn == nil:
            return try lines(records, title: title, limits: limits)
        case .lines, .other:
            let rows = records.drop { $0.line <= first.line }
            let header = try TableHeader(first, rows: rows, titleColumn: titleColumn)
            var reader = TableReader(header, name: name, title: title)
            for record in rows { try reader.read(record) }
            return try reader.contents(limits: limits)
        }
    }

    private init(_ header: TableHeader, name: String, title: String) {
        var header = header
        format = Self.program(of: header, name: name)
        if format == .linear {
            for name in ["started", "triaged", "archived"] {
                header.set(.program, ofColumnNamed: name)
            }
        }
        if format == .outlook {
            for name in [
                "reminder on/off", "private", "sensitivity", "role", "schedule+ priority", "status",
            ] { header.set(.program, ofColumnNamed: name) }
        }
        self.header = header
        self.title = title
    }

    /// Tables without a header: lines in one column.
    private static func lines(
        _ records: [CSVReader.Record], title: String, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var builder = ContentsBuilder(limits: limits)
        builder.beginList(title, kind: .plain)
        for record in records where record.cells.contains(where: { !$0.isEmpty }) {
            let text = CellEscaping.unescaped(record.cells[0])
            try builder.add(FileEntry(title: text, line: record.line))
        }
        return builder.contents(.csv)
    }

    /// The program whose columns these are.
    private static func program(of header: TableHeader, name: String) -> FileFormat {
        if header.names("section/column"), header.names("task id") { return .asana }
        if header.names("subject"), header.names("sensitivity") || header.names("% complete") {
            return .outlook
        }
        if header.names("team"), header.names("cycle number") || header.names("parent issue") {
            return .linear
        }
        if header.names("linked pull requests") || header.names("repository") && header.names("url")
        {
            return .gitHub
        }
        return FileTitle.isOfNotion(name) ? .notion : .csv
    }

    /// Reads one record; a record of empty cells is skipped.
    private mutating func read(_ record: CSVReader.Record) throws(ListFileError) {
        guard record.cells.contains(where: { !$0.utf8.trimmed.isEmpty }) else { return }
        var row = EntryRows.Row(entry: FileEntry(line: record.line))
        if header.has(.completion) { row.entry.done = false }
        var (list, project, section) = ("", "", "")
        for (index, cell) in record.cells.enumerated() {
            guard !cell.utf8.trimmed.isEmpty else { continue }
            guard index < header.columns.count else {
                throw ListFileError(
                    line: record.line, "cell \(index + 1) is in a column without a name")
            }
            let text = CellEscaping.unescaped(cell).trimmedBlanks
            let column = header.columns[index]
            guard !text.utf8.contains(0) else {
                throw ListFileError(
                    line: record.line, "there is a NUL character in \(column.name)")
            }
            switch column.role {
            case .list: list = text
            case .project: project = text
            case .section: section = text
            case .id: row.id = text
            case .parent: (row.parent, row.parentName) = (text, column.name)
            case .indent: row.depth = min(max(Int(text) ?? 0, 0), 1_000)
            default: Self.set(text, of: column, in: &row.entry)
            }
        }
        place(&row, list: list, project: project, section: section)
        if format == .gitHub, row.entry.done == nil {
            let status = row.entry.others.first { $0.name.isSame(as: "Status") }
            row.entry.done = status.map { $0.text.isSame(as: "Done") }
        }
        rows.append(row)
    }

    private static func set(
        _ text: String, of column: TableHeader.Column, in entry: inout FileEntry
    ) {
        switch column.role {
        case .title: entry.title = text
        case .done: entry.done = TruthWords.value(text)
        case .completion: entry.done = true
        case .detail: entry.notes.append(text)
        case .due: entry.due = DayWords.due(text)
        case .priority:
            entry.priority = PriorityWords.value(text) ?? (TruthWords.value(text) == true ? 1 : 0)
        case .labels: entry.labels += LabelWords.split(text)
        case .assignee: entry.assignee = text
        case .url: entry.url = text
        case .other: entry.others.append((column.name, text))
        case .program, .list, .project, .section, .parent, .id, .indent: break
        }
    }

    /// Gives a row its list and section: a project is a list where the table has sections too, and a
    /// section where it has not.
    private mutating func place(
        _ row: inout EntryRows.Row, list: String, project: String, section: String
    ) {
        row.list = list
        if header.has(.section) {
            // In tables that people make, an empty cell means the section of the line before.
            row.section = section.isEmpty && format == .csv ? latest : section
            if header.has(.list) {
                if !project.isEmpty { row.entry.others.append(("Project", project)) }
            } else {
                row.list = project
            }
        } else {
            row.section = project
        }
        latest = row.section
    }

    private consuming func contents(limits: ProtocolLimits) throws(ListFileError) -> FileContents {
        if format == .asana { rows.chooseProject() }
        var builder = ContentsBuilder(limits: limits)
        try rows.add(to: &builder, title: title)
        return builder.contents(format, table: header.shown)
    }
}

extension EntryRows {
    /// Makes the project that most rows are in the list of all of them, since Asana writes one project
    /// with those that its tasks are in besides, `Site, Garden`.
    mutating func chooseProject() {
        var counts: [TextKey: Int] = [:]
        let projects = rows.map { LabelWords.split($0.list) }
        for names in projects {
            for name in Set(names.map { TextKey($0) }) { counts[name, default: 0] += 1 }
        }
        let most = counts.values.max() ?? 0
        let all = projects.joined()
        guard let project = all.first(where: { counts[TextKey($0)] == most }) else { return }
        for (index, names) in projects.enumerated() {
            let others = names.filter { !$0.isSame(as: project) }
            setList(project, ofRow: index)
            if !others.isEmpty {
                addOther("Projects", others.joined(separator: ", "), toRow: index)
            }
        }
    }
}
