import HistoryChecking
import JSON
import ListEditing

extension EditMaker {
    /// Any row; the list must have some.
    mutating func row(_ view: PlainState) -> String {
        let rows = view.sections.flatMap(\.rows)
        return rows.isEmpty ? "no-such-row" : rows[dice.below(rows.count)].id.text
    }

    mutating func section(_ view: PlainState) -> PlainSection {
        view.sections[dice.below(view.sections.count)]
    }

    /// The action with its place, if it has one.
    func placed(_ action: JSONValue, _ to: JSONValue?) -> JSONValue {
        to.map { action.with(("to", $0)) } ?? action
    }

    /// Any `to` for rows: by index, outside too, only where that is allowed; nil: none is given.
    mutating func rowPlace(_ view: PlainState, alone: Bool) -> JSONValue? {
        let section = section(view)
        let name = JSONValue.string(section.id.text)
        switch dice.below(7) {
        case 0 where alone, 1 where alone:
            let index = dice.below(section.rows.count + 4) - 1
            return .members(("section", name), ("index", .whole(index)))
        case 2:
            return .members(("section", name), ("at", .string(dice.chance(50) ? "start" : "end")))
        case 3: return .members(("section", name))
        case 4: return nil
        default: return .members((dice.chance(50) ? "before" : "after", .string(row(view))))
        }
    }

    /// Any `to` for sections.
    mutating func sectionPlace(_ view: PlainState, alone: Bool) -> JSONValue {
        switch dice.below(4) {
        case 0 where alone:
            return .members(("index", .whole(dice.below(view.sections.count + 3) - 1)))
        case 1 where !view.sections.isEmpty, 2 where !view.sections.isEmpty:
            let name = JSONValue.string(section(view).id.text)
            return .members((dice.chance(50) ? "before" : "after", name))
        default: return .members(("at", .string(dice.chance(50) ? "start" : "end")))
        }
    }
}
