import JSON
import ListEditing
import TextBytes

/// The members of one action, in the order in which `FastEditReader` reads them.
struct FastActionMembers {
    private enum Operation { case updateRow, moveRow, insertRow, deleteRows }

    /// The most fields of an action that are read here: each is compared with those before it.
    private static let mostNames = 32

    private var operation: Operation?
    private var row: String?
    private var rows: [RowID]?
    /// A nil value removes the field, which only `updateRow` does.
    private var fields: [FieldChange]?
    private let fieldsBytes: Int
    private var target: RowTarget?

    /// - Parameter fieldsBytes: the most bytes of fields.
    init(fieldsBytes: Int) {
        self.fieldsBytes = fieldsBytes
    }

    /// Reads the value of a member; false where it is not one of those above.
    mutating func read(_ name: JSONText, _ cursor: inout FastCursor) -> Bool {
        if cursor.isEqual(name, "op"), operation == nil {
            operation = Self.operation(&cursor)
            return operation != nil
        } else if cursor.isEqual(name, "row"), row == nil {
            row = cursor.identifier()
            return row != nil
        } else if cursor.isEqual(name, "to"), target == nil {
            target = Self.target(&cursor)
            return target != nil
        } else if cursor.isEqual(name, "fields"), fields == nil {
            fields = fields(&cursor)
            return fields != nil
        } else if cursor.isEqual(name, "rows"), rows == nil {
            rows = Self.rows(&cursor)
            return rows != nil
        }
        return false
    }

    /// The action; nil where members are missing, or others are given.
    func action() -> Action? {
        switch operation {
        case .updateRow?:
            guard let row, let fields, target == nil, rows == nil else { return nil }
            return .updateRow(
                row: RowID(row), fields: fields, rules: RowRulesChange(), ifRevision: nil)
        case .moveRow?:
            guard let row, fields == nil, rows == nil else { return nil }
            return .moveRow(RowID(row), to: target ?? .unspecified)
        case .insertRow?:
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
        case .deleteRows?:
            guard let rows, row == nil, fields == nil, target == nil else { return nil }
            return .deleteRows(rows)
        case nil: return nil
        }
    }

    private static func operation(_ cursor: inout FastCursor) -> Operation? {
        guard let text = cursor.text() else { return nil }
        if cursor.isEqual(text, "updateRow") { return .updateRow }
        if cursor.isEqual(text, "moveRow") { return .moveRow }
        if cursor.isEqual(text, "insertRow") { return .insertRow }
        if cursor.isEqual(text, "deleteRows") { return .deleteRows }
        return nil
    }

    private static func rows(_ cursor: inout FastCursor) -> [RowID]? {
        var rows: [RowID] = []
        let isRead = cursor.array { cursor in
            guard let row = cursor.identifier() else { return false }
            rows.append(RowID(row))
            return true
        }
        return isRead ? rows : nil
    }

    /// Reads `fields`, up to the limits of bytes and of names.
    private func fields(_ cursor: inout FastCursor) -> [FieldChange]? {
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

    private static func target(_ cursor: inout FastCursor) -> RowTarget? {
        var section: String?
        var index: Int?
        var before: String?
        var after: String?
        var edge: String?
        let isRead = cursor.object { cursor, name in
            if cursor.isEqual(name, "section"), section == nil {
                section = cursor.identifier()
                return section != nil
            } else if cursor.isEqual(name, "index"), index == nil {
                index = cursor.integer()
                return index != nil
            } else if cursor.isEqual(name, "before"), before == nil {
                before = cursor.identifier()
                return before != nil
            } else if cursor.isEqual(name, "after"), after == nil {
                after = cursor.identifier()
                return after != nil
            } else if cursor.isEqual(name, "at"), edge == nil {
                edge = cursor.string()
                return edge != nil
            }
            return false
        }
        guard isRead else { return nil }
        switch (section, index, before, after, edge.map { TextKey($0) }) {
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
