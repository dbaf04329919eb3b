import ListEditing

/// The members of one action, as `PlainEditReader` comes upon them.
struct PlainActionParts {
    /// The most fields of an action that are read here.
    private static let mostNames = 32

    private var kind: String?
    private var row: String?
    private var rows: [RowID]?
    /// Nil values remove the field: in updates alone.
    private var fields: [FieldChange]?
    private let fieldsBytes: Int
    private var target: RowTarget?

    /// - Parameter fieldsBytes: the most bytes of fields.
    init(fieldsBytes: Int) {
        self.fieldsBytes = fieldsBytes
    }

    /// Reads the value of a member; false: it is none for this reader.
    mutating func read(_ name: PlainText, _ cursor: inout PlainCursor) -> Bool {
        if cursor.isSame(name, "op"), kind == nil {
            kind = cursor.string()
            return kind != nil
        } else if cursor.isSame(name, "row"), row == nil {
            row = cursor.identifier()
            return row != nil
        } else if cursor.isSame(name, "to"), target == nil {
            target = Self.target(&cursor)
            return target != nil
        } else if cursor.isSame(name, "fields"), fields == nil {
            fields = fields(&cursor)
            return fields != nil
        } else if cursor.isSame(name, "rows"), rows == nil {
            rows = Self.rows(&cursor)
            return rows != nil
        }
        return false
    }

    /// The action, where these are just its members.
    func action() -> Action? {
        switch kind {
        case "updateRow"?:
            guard let row, let fields, target == nil, rows == nil else { return nil }
            return .updateRow(
                row: RowID(row), fields: fields, rules: RowRulesChange(), ifRevision: nil)
        case "moveRow"?:
            guard let row, fields == nil, rows == nil else { return nil }
            return .moveRow(RowID(row), to: target ?? .unspecified)
        case "insertRow"?:
            guard let fields, rows == nil else { return nil }
            var values: [Field] = []
            values.reserveCapacity(fields.count)
            for field in fields {
                guard let value = field.value else { return nil }
                values.append(Field(name: field.name, value: value))
            }
            return .insertRow(
                row: row.map(RowID.init), fields: Fields(values), rules: RowRules(),
                to: target ?? .unspecified)
        case "deleteRows"?:
            guard let rows, row == nil, fields == nil, target == nil else { return nil }
            return .deleteRows(rows)
        default: return nil
        }
    }

    private static func rows(_ cursor: inout PlainCursor) -> [RowID]? {
        var rows: [RowID] = []
        let isRead = cursor.array { cursor in
            guard let row = cursor.identifier() else { return false }
            rows.append(RowID(row))
            return true
        }
        return isRead ? rows : nil
    }

    /// Reads `fields` as far as they may go: more bytes, or more names than are quickly looked
    /// through, are left to the reader for all JSON.
    private func fields(_ cursor: inout PlainCursor) -> [FieldChange]? {
        var fields: [FieldChange] = []
        var bytes = 1
        let isRead = cursor.object { cursor, text in
            guard fields.count < Self.mostNames, let name = cursor.string(of: text),
                !fields.contains(where: { $0.name.utf8.elementsEqual(name.utf8) })
            else { return false }
            var value: FieldValue?
            if !cursor.null() {
                guard let text = cursor.canonicalText() else { return false }
                value = FieldValue(json: text)
            }
            fields.append(FieldChange(name: name, value: value))
            bytes += ValueReader.bytes(name, value)
            return bytes <= fieldsBytes
        }
        return isRead && bytes <= fieldsBytes ? fields : nil
    }

    private static func target(_ cursor: inout PlainCursor) -> RowTarget? {
        var section: String?
        var index: Int?
        var before: String?
        var after: String?
        var edge: String?
        let isRead = cursor.object { cursor, name in
            if cursor.isSame(name, "section"), section == nil {
                section = cursor.identifier()
                return section != nil
            } else if cursor.isSame(name, "index"), index == nil {
                index = cursor.whole()
                return index != nil
            } else if cursor.isSame(name, "before"), before == nil {
                before = cursor.identifier()
                return before != nil
            } else if cursor.isSame(name, "after"), after == nil {
                after = cursor.identifier()
                return after != nil
            } else if cursor.isSame(name, "at"), edge == nil {
                edge = cursor.string()
                return edge != nil
            }
            return false
        }
        guard isRead else { return nil }
        switch (section, index, before, after, edge) {
        case (let section?, let index?, nil, nil, nil): return .index(SectionID(section), index)
        case (nil, nil, let row?, nil, nil): return .before(RowID(row))
        case (nil, nil, nil, let row?, nil): return .after(RowID(row))
        case (let section?, nil, nil, nil, "start"?): return .start(SectionID(section))
        case (let section?, nil, nil, nil, "end"?), (let section?, nil, nil, nil, nil):
            return .end(SectionID(section))
        default: return nil
        }
    }
}
