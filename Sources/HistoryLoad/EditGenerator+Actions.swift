import HistoryChecking
import JSON
import ListEditing

extension EditMaker {
    mutating func insertRow(_ view: PlainState, _ alone: Bool) -> JSONValue {
        let fields = JSONValue.members(("title", .string(name())), ("n", .whole(number())))
        var action = JSONValue.members(("op", .string("insertRow")), ("fields", fields))
        if dice.chance(60) { action = action.with(("row", .string(name()))) }
        if dice.chance(8) { action = action.with(("pinned", .string(pin()))) }
        return placed(action, rowPlace(view, alone: alone))
    }

    private mutating func pin() -> String { dice.chance(50) ? "top" : "bottom" }

    mutating func updateRow(_ view: PlainState) -> JSONValue {
        let action = JSONValue.members(
            ("op", .string("updateRow")), ("row", .string(row(view))))
        switch dice.below(20) {
        case 0: return action.with(("pinned", .string(pin())))
        case 1: return action.with(("pinned", .null))
        case 2: return action.with(("movable", .bool(false)))
        case 3: return action.with(("movable", .null))
        default:
            let field = ["title", "detail", "done"][dice.below(3)]
            let values: [JSONValue] = [
                .null, .bool(true), .string(name()),
                .members(("deep", .array([.whole(1), .number(.written("2.50")), .string("ä")]))),
            ]
            return action.with(("fields", .members((field, values[dice.below(values.count)]))))
        }
    }

    mutating func deleteRows(_ view: PlainState) -> JSONValue {
        .members(
            ("op", .string("deleteRows")), ("rows", .texts(Set([row(view), row(view)]).sorted())))
    }

    /// Every row of every section whose number is greater than some.
    mutating func deleteGreater(_ view: PlainState) -> JSONValue {
        let numbered = view.sections.flatMap(\.rows).compactMap { row in
            row.fields["n"].flatMap { Int($0.json) }.map { (id: row.id.text, number: $0) }
        }
        let numbers = numbered.map(\.number).sorted()
        let bound = numbers.isEmpty ? 0 : numbers[numbers.count * 4 / 5]
        return .members(
            ("op", .string("deleteRows")),
            ("rows", .texts(numbered.filter { $0.number > bound }.map(\.id))))
    }

    mutating func moveRows(_ view: PlainState, _ alone: Bool) -> JSONValue {
        let rows = Set((0..<dice.below(3) + 2).map { _ in row(view) }).sorted()
        return placed(
            .members(("op", .string("moveRows")), ("rows", .texts(rows))),
            rowPlace(view, alone: alone))
    }

    mutating func moveSection(_ view: PlainState, _ alone: Bool) -> JSONValue {
        .members(
            ("op", .string("moveSection")), ("section", .string(section(view).id.text)),
            ("to", sectionPlace(view, alone: alone)))
    }

    mutating func insertSection(_ view: PlainState, _ alone: Bool) -> JSONValue {
        .members(
            ("op", .string("insertSection")), ("section", .string(name())),
            ("title", .string("New")), ("to", sectionPlace(view, alone: alone)))
    }

    mutating func updateSection(_ view: PlainState) -> JSONValue {
        let action = JSONValue.members(
            ("op", .string("updateSection")), ("section", .string(section(view).id.text)))
        switch dice.below(8) {
        case 0: return action.with(("rules", .members(("reorderable", .bool(false)))))
        case 1, 2: return action.with(("rules", .members()))
        default: return action.with(("title", .string(name())))
        }
    }

    mutating func deleteSections(_ view: PlainState) -> JSONValue {
        .members(("op", .string("deleteSections")), ("sections", .texts([section(view).id.text])))
    }

    /// What must be refused.
    mutating func wrong() -> JSONValue {
        switch dice.below(5) {
        case 0: .members(("op", .string("moveRow")), ("row", .string("no-such-row")))
        case 1:
            .members(
                ("op", .string("updateRow")), ("row", .string("no-such-row")),
                ("fields", .members(("title", .string("lost")))))
        case 2: .members(("op", .string("insertRow")), ("fields", .whole(7)))
        case 3:
            .members(
                ("op", .string("insertRow")), ("row", .string(name())), ("fields", .members()),
                ("to", .members(("section", .string("nowhere")))))
        default: .members(("op", .string("fly")))
        }
    }
}
