package import HistoryChecking
import JSON
import ListEditing

/// The name and the initial content of a list that the run creates.
///
/// There are five kinds, by their rules: none; pinned rows; pinned rows that stay in their section;
/// a section that accepts no rows; a section with few rows allowed. Each kind has an empty section.
package struct ListPlan: Sendable {
    package let name: String
    private let kind: Int

    package init(name: String, number: Int) {
        self.name = name
        kind = number % 5
    }

    private static let rows = 6

    /// The content of the list at revision 0.
    package var content: ModelState {
        var own = Rules()
        if kind == 2 { own.moveScope = .section }
        let sections = (0..<3).map { section in
            ModelSection(
                id: SectionID("s\(section)"), title: "Section \(section)",
                rules: rules(of: section),
                rows: section == 2 ? [] : (0..<Self.rows).map { row(section, $0) })
        }
        return ModelState(title: name, rules: own, sections: sections)
    }

    private func rules(of section: Int) -> Rules {
        var rules = Rules()
        if kind == 3, section == 1 {
            rules.reorderable = false
            rules.insertable = false
        }
        if kind == 4, section == 0 { rules.maxRows = 12 }
        return rules
    }

    private func row(_ section: Int, _ number: Int) -> Row {
        var row = Row(id: RowID("r\(section)-\(number)"))
        row.fields["title"] = FieldValue(json: "\"Row \(section).\(number)\"")
        row.fields["n"] = FieldValue(json: "\(section * Self.rows + number)")
        if kind == 1 || kind == 2 {
            if number == 0 { row.rules.pinned = .top }
            if number == Self.rows - 1 { row.rules.pinned = .bottom }
        }
        return row
    }

    /// The body of `POST /api/lists` that creates the list.
    package var body: [UInt8] { value.bytes }

    /// The members of the message `create`, without its type.
    var value: JSONValue {
        let content = content
        var rules: [(String, JSONValue)] = []
        if content.rules.moveScope == .section { rules.append(("moveScope", .string("section"))) }
        return .members(
            ("list", .string(name)), ("title", .string(content.title)),
            ("rules", .members(rules)), ("sections", .array(content.sections.map(Self.value))))
    }

    private static func value(_ section: ModelSection) -> JSONValue {
        var rules: [(String, JSONValue)] = []
        if section.rules.reorderable == false { rules.append(("reorderable", .bool(false))) }
        if section.rules.insertable == false { rules.append(("insertable", .bool(false))) }
        if let most = section.rules.maxRows { rules.append(("maxRows", .whole(most))) }
        return .members(
            ("id", .string(section.id.text)), ("title", .string(section.title)),
            ("rules", .members(rules)), ("rows", .array(section.rows.map(value))))
    }

    private static func value(_ row: Row) -> JSONValue {
        let fields = row.fields.entries.map { field in
            (field.name, (try? JSONReader.read(Array(field.value.json.utf8))) ?? .null)
        }
        let value = JSONValue.members(("id", .string(row.id.text)), ("fields", .members(fields)))
        guard let pin = row.rules.pinned else { return value }
        return value.with(("pinned", .string(pin.rawValue)))
    }
}
