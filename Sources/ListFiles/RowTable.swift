import JSON
package import ListEditing
package import ListProtocol

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
        guard var first = records.first else { throw ListFileError("the file is empty") }
        if let titles {
            let names = first.cells.map { CellEscaping.unescaped($0) }
            guard let index = names.firstIndex(of: titles) else {
                throw ListFileError(line: 1, "there is no column \(titles)")
            }
            first.cells[index] = "title"
        }
        var reader = try RowTableReader(header: first)
        for record in records.dropFirst() { try reader.read(record, limits: limits) }
        return CreateList(list: list, title: list.text, sections: reader.sections)
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
            if name == "title" { return nil }
            names.append(CellEscaping.unescaped(cell))
        }
        return names
    }

    /// The columns of all fields in the list; the fields that clients show come first.
    private static func fields(of state: ListState) -> [Column] {
        var plain: [String: Bool] = [:]
        for section in state.sections {
            for row in section.rows {
                for field in row.fields.entries {
                    plain[field.name, default: true] =
                        plain[field.name, default: true] && isPlain(field)
                }
            }
        }
        let others = plain.keys.filter { !Column.shownFields.contains($0) }.sorted()
        return (Column.shownFields + others).map { name in
            .field(name, json: !(plain[name] ?? true) || name.hasSuffix(":json"))
        }
    }

    /// Whether reading the plain text of a value returns that value.
    private static func isPlain(_ field: Field) -> Bool {
        if field.name == "done" { return ["true", "false"].contains(field.value.json) }
        guard let text = text(of: field.value) else { return false }
        return !text.isEmpty
    }

    private static func cell(_ value: FieldValue?, of name: String, json: Bool) -> String {
        guard let value else { return "" }
        if json { return CellEscaping.escaped(value.json) }
        if name == "done" { return value.json.uppercased() }
        return CellEscaping.escaped(text(of: value) ?? value.json)
    }

    /// The text of a JSON string; nil for any other value.
    private static func text(of value: FieldValue) -> String? {
        // Only strings begin with a quotation mark.
        guard value.json.utf8.first == UInt8(ascii: "\"") else { return nil }
        return (try? JSONReader.read(Array(value.json.utf8)))?.string
    }
}

/// Reads sections and rows from the records of a CSV file.
private struct RowTableReader {
    private let columns: [Column?]
    private(set) var sections: [SectionSeed] = []
    /// The index of each section, by its cell in the column `section`.
    private var known: [String: Int] = [:]
    private var latest: String?

    /// Reads the columns from the first record.
    ///
    /// - Throws: `ListFileError` where a column occurs twice, or no column is a field's.
    init(header: CSVReader.Record) throws(ListFileError) {
        columns = header.cells.map { cell in
            cell.isEmpty ? nil : Column(header: CellEscaping.unescaped(cell))
        }
        var seen: Set<Column> = []
        var hasField = false
        for case .some(var column) in columns {
            if case .field(let name, _) = column {
                column = .field(name, json: false)
                hasField = true
            }
            guard seen.insert(column).inserted else {
                throw ListFileError(line: 1, "the column \(column.header) occurs twice")
            }
        }
        guard hasField else {
            throw ListFileError(
                line: 1, "the first line must name the columns, such as section,title,detail,done")
        }
    }

    /// Reads one record; a record of empty cells is skipped.
    ///
    /// - Throws: `ListFileError`, which names the line.
    mutating func read(
        _ record: CSVReader.Record, limits: ProtocolLimits
    ) throws(ListFileError) {
        guard record.cells.contains(where: { !$0.isEmpty }) else { return }
        var section: String?
        var title: String?
        var row: RowID?
        var fields: [Field] = []
        for (index, cell) in record.cells.enumerated() where !cell.isEmpty {
            guard index < columns.count, let column = columns[index] else {
                throw ListFileError(
                    line: record.line, "cell \(index + 1) is in a column without a name")
            }
            switch column {
            case .section: section = CellEscaping.unescaped(cell)
            case .sectionTitle: title = CellEscaping.unescaped(cell)
            case .row:
                let id = CellEscaping.unescaped(cell)
                guard Identifier.isValid(id) else {
                    throw ListFileError(
                        line: record.line,
                        "the row's id \"\(id)\" is not 1 to 64 of A-Za-z0-9._~- "
                            + "(leave it empty to have one made)")
                }
                row = RowID(id)
            case .field(let name, let json):
                let value = try value(of: cell, in: name, json: json, line: record.line)
                fields.append(Field(name: name, value: value))
            }
        }
        let seed = RowSeed(id: row, fields: Fields(fields))
        guard seed.fields.byteCount <= limits.fieldsBytes else {
            throw ListFileError(
                line: record.line, "the fields are over \(limits.fieldsBytes) bytes")
        }
        sections[index(of: section, titled: title)].rows.append(seed)
    }

    /// The index of the section of a record; a record that names none belongs to the last one's.
    private mutating func index(of section: String?, titled title: String?) -> Int {
        let name = section ?? latest ?? ""
        latest = name
        if let index = known[name] { return index }
        let id = Identifier.isValid(name) ? SectionID(name) : nil
        known[name] = sections.count
        // With a column for titles, no title means an empty one; but a name that cannot be an id is
        // kept as the title.
        let untitled = id != nil && columns.contains(.sectionTitle) ? "" : name
        sections.append(SectionSeed(id: id, title: title ?? untitled, rows: []))
        return sections.count - 1
    }

    private func value(
        of cell: String, in name: String, json: Bool, line: Int
    ) throws(ListFileError) -> FieldValue {
        let text = CellEscaping.unescaped(cell)
        if json {
            // Spreadsheets write Booleans in capitals. A cell that is no JSON is taken as text.
            let lower = text.lowercased()
            let source = lower == "true" || lower == "false" ? lower : text
            let value = try? JSONReader.read(
                Array(source.utf8), maximumDepth: JSONReader.ownDepth)
            if let value, value != .null {
                guard !value.nests(deeperThan: ProtocolLimits.fieldDepth) else {
                    throw ListFileError(
                        line: line, "\(name) nests deeper than \(ProtocolLimits.fieldDepth)")
                }
                return FieldValue(json: value.canonicalText)
            }
        } else if name == "done" {
            switch text.lowercased() {
            case "true", "yes", "1", "x": return FieldValue(json: "true")
            case "false", "no", "0": return FieldValue(json: "false")
            default:
                throw ListFileError(line: line, "done is TRUE or FALSE, not \"\(text)\"")
            }
        }
        guard !text.utf8.contains(0) else {
            throw ListFileError(line: line, "there is a NUL character in \(name)")
        }
        return FieldValue(json: JSONValue.string(text).canonicalText)
    }
}
