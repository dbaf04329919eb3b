package import ListEditing
package import ListProtocol
import TextBytes

/// The rows of a list as a CSV file for spreadsheets; the file holds no rules and no empty sections.
package enum RowTable {
    /// The file of a list's rows.
    ///
    /// - Complexity: O(n) in the rows, times the number of different fields.
    package static func encode(_ state: ListState) -> [UInt8] {
        let columns = [.section, .sectionTitle, .row] + fields(of: state)
        var writer = CSVWriter()
        writer.record(columns.map { CellEscaping.escaped($0.header) })
        for section in state.sections {
            for row in section.rows {
                writer.record(
                    columns.map { column in
                        switch column {
                        case .section: CellEscaping.escaped(section.id.text)
                        case .sectionTitle: CellEscaping.escaped(section.title)
                        case .row: CellEscaping.escaped(row.id.text)
                        case .field(let name, let json):
                            cell(row.fields[name], of: name, json: json)
                        }
                    })
            }
        }
        return writer.bytes
    }

    /// The list that consists of the rows of a file.
    ///
    /// - Parameters:
    ///   - list: The new list's id, which is also its title.
    ///   - titles: The name of the column that has the rows' titles; nil: it is `title`.
    /// - Throws: `ListFileError`, which names the line.
    package static func decode(
        _ bytes: [UInt8], as list: ListID, titles: String? = nil, limits: ProtocolLimits
    ) throws(ListFileError) -> CreateList {
        let records = try CSVReader.read(bytes)
        let sections = try sections(of: records, titles: titles, limits: limits)
        return CreateList(list: list, title: list.text, sections: sections)
    }

    /// What a table in Lockstep's own form holds.
    ///
    /// - Throws: `ListFileError`, which names the line.
    static func contents(
        _ records: [CSVReader.Record], title: String, titles: String?, limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        let sections = try sections(of: records, titles: titles, limits: limits)
        var builder = ContentsBuilder(limits: limits)
        builder.beginList(title, kind: nil)
        for section in sections { try builder.add(section) }
        let names = records.first?.cells.map { CellEscaping.unescaped($0) } ?? []
        let table = TableColumns(
            names: names.filter { !$0.isEmpty }, title: titles ?? "title", isGuess: false)
        return builder.contents(.csv, table: table)
    }

    private static func sections(
        of records: [CSVReader.Record], titles: String?, limits: ProtocolLimits
    ) throws(ListFileError) -> [SectionSeed] {
        guard var first = records.first else { throw ListFileError("the file is empty") }
        if let titles {
            let names = first.cells.map { CellEscaping.unescaped($0) }
            guard let index = names.firstIndex(where: { $0.isSame(as: titles) }) else {
                throw ListFileError(line: 1, "there is no column \(titles)")
            }
            first.cells[index] = "title"
        }
        var reader = try RowTableReader(header: first)
        for record in records.dropFirst() { try reader.read(record, limits: limits) }
        return reader.sections
    }

    /// The names of the columns that may have the rows' titles, where no column says that it does.
    ///
    /// - Returns: Nil where there is a column `title`.
    /// - Throws: `ListFileError`, which names the line.
    package static func untitledColumns(_ bytes: [UInt8]) throws(ListFileError) -> [String]? {
        guard let first = try CSVReader.read(bytes).first else { return nil }
        let columns = first.cells.map { ($0, Column(header: CellEscaping.unescaped($0))) }
        var names: [String] = []
        for (cell, column) in columns where !cell.isEmpty {
            guard case .field(let name, _) = column else { continue }
            if name.isSame(as: "title") { return nil }
            names.append(CellEscaping.unescaped(cell))
        }
        return names
    }

    /// The columns of all fields in the list; the fields that clients show come first.
    private static func fields(of state: ListState) -> [Column] {
        var plain: [TextKey: Bool] = [:]
        for section in state.sections {
            for row in section.rows {
                for field in row.fields.entries {
                    let key = TextKey(field.name)
                    plain[key] = plain[key, default: true] && isPlain(field)
                }
            }
        }
        let shown = Column.shownFields.map { TextKey($0) }
        let others = plain.keys.filter { !shown.contains($0) }.sorted()
        return (shown + others).map { name in
            .field(name.text, json: !(plain[name] ?? true) || name.text.ends(with: ":json"))
        }
    }

    /// Whether reading the plain text of a value returns that value.
    private static func isPlain(_ field: Field) -> Bool {
        if field.name.isSame(as: "done") {
            // Canonical equivalence: a word has at most 32 bytes.
            return ["true", "false"].contains(field.value.json.word)
        }
        guard let text = field.value.stringText else { return false }
        return !text.isEmpty
    }

    private static func cell(_ value: FieldValue?, of name: String, json: Bool) -> String {
        guard let value else { return "" }
        if json { return CellEscaping.escaped(value.json) }
        if name.isSame(as: "done") { return value.json.uppercased() }
        return CellEscaping.escaped(value.stringText ?? value.json)
    }
}
