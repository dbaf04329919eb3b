import JSON
package import ListEditing
package import ListProtocol

/// The rows of a list as a CSV file for spreadsheets; rules and empty sections are not in it.
package enum RowTable {
    /// The file of a list's rows.
    ///
    /// - Complexity: O(n) in the rows, times the number of different fields.
    package static func encode(_ state: ListState) -> [UInt8] {
        let columns = [.section, .sectionTitle, .row] + fields(of: state)
        var writer = CSVWriter()
        writer.record(columns.map { CellText.guarded($0.header) })
        for section in state.sections {
            for row in section.rows {
                writer.record(
                    columns.map { column in
                        switch column {
                        case .section: CellText.guarded(section.id.text)
                        case .sectionTitle: CellText.guarded(section.title)
                        case .row: CellText.guarded(row.id.text)
                        case .field(let name, let json):
                            cell(row.fields[name], of: name, json: json)
                        }
                    })
            }
        }
        return writer.bytes
    }

    /// The list that the rows of a file make.
    ///
    /// - Parameter list: The new list's id, and its title.
    /// - Throws: `ListFileError`, naming the line.
    package static func decode(
        _ bytes: [UInt8], as list: ListID, limits: Limits
    ) throws(ListFileError) -> CreateList {
        let records = try CSVReader.read(bytes)
        guard let first = records.first else { throw ListFileError("the file is empty") }
        var reader = try RowTableReader(header: first)
        for record in records.dropFirst() { try reader.take(record, limits: limits) }
        return CreateList(list: list, title: list.text, sections: reader.sections)
    }

    /// The columns of all fields there are, those that clients show in front.
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

    /// Whether a value can be told from its plain text alone.
    private static func isPlain(_ field: Field) -> Bool {
        if field.name == "done" { return ["true", "false"].contains(field.value.json) }
        guard let text = text(of: field.value) else { return false }
        return !text.isEmpty
    }

    private static func cell(_ value: FieldValue?, of name: String, json: Bool) -> String {
        guard let value else { return "" }
        if json { return CellText.guarded(value.json) }
        if name == "done" { return value.json.uppercased() }
        return CellText.guarded(text(of: value) ?? value.json)
    }

    private static func text(of value: FieldValue) -> String? {
        // No other value begins with a quote.
        guard value.json.utf8.first == UInt8(ascii: "\"") else { return nil }
        return (try? JSONReader.read(Array(value.json.utf8)))?.string
    }
}
