import EditScripts
import ListEditing

/// A list of sections `s0`, `s1`, … with rows named in text: `"a b | c"`.
///
/// A leading `^` pins a row to the top, a leading `_` to the bottom, a leading `!` makes it
/// unmovable. It keeps marks for undo.
func list(_ text: String, rules: Rules = Rules()) throws -> EditableList {
    let sections = text.split(separator: "|", omittingEmptySubsequences: false).enumerated().map {
        number, part in
        SectionState(
            id: SectionID("s\(number)"), title: "t",
            rows: part.split(separator: " ").map { word in
                var row = Row(id: RowID(String(word.filter { !"^_!".contains($0) })))
                if word.hasPrefix("^") { row.rules.pinned = .top }
                if word.hasPrefix("_") { row.rules.pinned = .bottom }
                if word.hasPrefix("!") { row.rules.movable = false }
                return row
            })
    }
    let list = try EditableList.create(
        title: "list", rules: rules, sections: sections, limits: EditLimits())
    return EditableList(list.state(), marks: StoredPlaceMarks())
}

extension EditableList {
    /// Rows as text: sections parted by `|`.
    var text: String { state().text }

    /// Applies actions at a base.
    @discardableResult
    mutating func act(_ actions: Action..., base: Int? = nil, by client: String = "ana")
        throws(Rejection) -> Applied
    {
        try apply(Edit(base: base, actions: actions), context(client))
    }
}

extension Action {
    /// Inserts an empty row.
    static func insert(_ row: String, _ target: RowTarget) -> Action {
        .insertRow(row: RowID(row), fields: Fields(), rules: RowRules(), to: target)
    }

    /// Moves a row.
    static func move(_ row: String, _ target: RowTarget) -> Action {
        .moveRow(RowID(row), to: target)
    }

    /// Deletes rows.
    static func delete(_ rows: String...) -> Action { .deleteRows(rows.map { RowID($0) }) }

    /// Sets a row's title.
    static func title(_ row: String, _ json: String?, ifRevision: Int? = nil) -> Action {
        let value = json.map { FieldValue(json: $0) }
        return .updateRow(
            row: RowID(row), fields: [FieldChange(name: "title", value: value)],
            rules: RowRulesChange(), ifRevision: ifRevision)
    }

    /// Pins a row.
    static func pin(_ row: String, _ pin: Patch<Pin>) -> Action {
        var rules = RowRulesChange()
        rules.pinned = pin
        return .updateRow(row: RowID(row), fields: [], rules: rules, ifRevision: nil)
    }
}

extension RowTarget {
    static func at(_ section: Int, _ row: Int) -> RowTarget {
        .index(SectionID("s\(section)"), row)
    }
    static func before(_ row: String) -> RowTarget { .before(RowID(row)) }
    static func after(_ row: String) -> RowTarget { .after(RowID(row)) }
}
