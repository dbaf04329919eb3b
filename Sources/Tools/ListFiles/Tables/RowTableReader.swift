import JSON
import ListEditing
import ListProtocol
import TextBytes

/// Reads sections and rows from the records of a CSV file.
struct RowTableReader {
    private let columns: [Column?]
    private(set) var sections: [SectionSeed] = []
    /// The index of each section, by its cell in the column `section`.
    private var known: [TextKey: Int] = [:]
    private var latest: String?

    /// Reads the columns from the first record.
    ///
    /// - Throws: `ListFileError` where a column occurs twice, no column is a field's, or a name has a NUL
    ///   character.
    init(header: CSVReader.Record) throws(ListFileError) {
        guard header.cells.allSatisfy({ !$0.utf8.contains(0) }) else {
            throw ListFileError(
                line: header.line, "there is a NUL character in the name of a column")
        }
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
            guard !cell.utf8.contains(0) else {
                throw ListFileError(
                    line: record.line, "there is a NUL character in \(column.header)")
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
        if let index = known[TextKey(name)] { return index }
        let id = Identifier.isValid(name) ? SectionID(name) : nil
        known[TextKey(name)] = sections.count
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
            let lower = text.word.lowercased()
            let isBoolean = lower.isSame(as: "true") || lower.isSame(as: "false")
            let source = isBoolean ? lower : text
            let value = try? JSONReader.read(
                Array(source.utf8), maximumDepth: JSONReader.ownDepth)
            if let value, value != .null {
                guard !value.nests(deeperThan: ProtocolLimits.fieldDepth) else {
                    throw ListFileError(
                        line: line, "\(name) nests deeper than \(ProtocolLimits.fieldDepth)")
                }
                return FieldValue(json: value.canonicalText)
            }
        } else if name.isSame(as: "done") {
            // Canonical equivalence: a word has at most 32 bytes.
            switch text.word.lowercased() {
            case "true", "yes", "1", "x": return FieldValue(json: "true")
            case "false", "no", "0": return FieldValue(json: "false")
            default:
                throw ListFileError(line: line, "done is TRUE or FALSE, not \"\(text)\"")
            }
        }
        return FieldValue(json: JSONValue.string(text).canonicalText)
    }
}
