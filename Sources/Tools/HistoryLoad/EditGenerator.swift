import HistoryChecking
import JSON
import ListEditing
import SeededRandom

/// Generates random edits for one client, of every kind that the protocol has.
struct EditGenerator {
    var random: SplitMix64
    /// The beginning of the ids that the client chooses.
    private let idPrefix: String
    private var lastNumber = 0
    /// In a list with more rows than this, the generator deletes more than it inserts.
    private static let manyRows = 45

    init(random: SplitMix64, idPrefix: String) {
        self.random = random
        self.idPrefix = idPrefix
    }

    /// A new id for a row or a section.
    private mutating func name() -> String { "\(idPrefix)-\(number())" }

    private mutating func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Returns an edit, undo, redo or restore, without list, id, epoch and base.
    ///
    /// - Parameters:
    ///   - view: The state that the client holds.
    ///   - alone: Whether the client has no unanswered edit, so that an index means the same row
    ///     for the server.
    ///   - newest: The revision of the state; nil: the server restores none.
    mutating func message(_ view: ModelState, alone: Bool, newest: Int?) -> JSONValue {
        switch random.below(100) {
        case 0..<8: return .members(("type", .string("undo")))
        case 8..<12: return .members(("type", .string("redo")))
        case 12: return .members(("type", .string("edit")), ("actions", .whole(7)))
        case 13:
            guard let newest else { break }
            let revision = max(0, newest - Int(random.below(60)))
            return .members(("type", .string("restore")), ("revision", .whole(revision)))
        default: break
        }
        let roll = random.below(100)
        let count = roll < 88 ? 1 : roll < 95 ? 2 : 3
        let actions = (0..<count).map { _ in action(view, alone: alone) }
        return .members(("type", .string("edit")), ("actions", .array(actions)))
    }

    /// Returns an edit that moves a row to a random place.
    mutating func move(_ row: String, in view: ModelState, alone: Bool) -> JSONValue {
        let action = placed(
            .members(("op", .string("moveRow")), ("row", .string(row))),
            rowPlace(view, alone: alone))
        return .members(("type", .string("edit")), ("actions", .array([action])))
    }

    /// Returns a random action that fits the state, or one that the server must refuse.
    private mutating func action(_ view: ModelState, alone: Bool) -> JSONValue {
        let rows = view.sections.reduce(0) { $0 + $1.rows.count }
        if view.sections.isEmpty { return insertSection(view, alone) }
        if rows == 0 { return insertRow(view, alone) }
        let many = rows > Self.manyRows
        let kind = random.pick([
            (36, ActionKind.moveRow), (many ? 8 : 22, .insertRow), (11, .updateRow),
            (many ? 16 : 5, .deleteRows), (many ? 6 : 2, .deleteGreater), (5, .moveRows),
            (3, .moveSection), (view.sections.count < 7 ? 3 : 1, .insertSection),
            (2, .updateSection), (view.sections.count > 4 ? 2 : 1, .deleteSections),
            (1, .updateList), (2, .illegal),
        ])
        switch kind {
        case .insertRow: return insertRow(view, alone)
        case .updateRow: return updateRow(view)
        case .deleteRows: return deleteRows(view)
        case .deleteGreater: return deleteGreater(view)
        case .moveRows: return moveRows(view, alone)
        case .moveSection: return moveSection(view, alone)
        case .insertSection: return insertSection(view, alone)
        case .updateSection: return updateSection(view)
        case .deleteSections: return deleteSections(view)
        case .updateList: return .members(("op", .string("updateList")), ("title", .string(name())))
        case .illegal: return illegal()
        case .moveRow, nil:
            return placed(
                .members(("op", .string("moveRow")), ("row", .string(row(view)))),
                rowPlace(view, alone: alone))
        }
    }

    private enum ActionKind {
        case moveRow, insertRow, updateRow, deleteRows, deleteGreater, moveRows, moveSection
        case insertSection, updateSection, deleteSections, updateList, illegal
    }

    // MARK: Actions

    private mutating func insertRow(_ view: ModelState, _ alone: Bool) -> JSONValue {
        let fields = JSONValue.members(("title", .string(name())), ("n", .whole(number())))
        var action = JSONValue.members(("op", .string("insertRow")), ("fields", fields))
        if random.chance(60) { action = action.with(("row", .string(name()))) }
        if random.chance(8) { action = action.with(("pinned", .string(pin()))) }
        return placed(action, rowPlace(view, alone: alone))
    }

    private mutating func pin() -> String { random.chance(50) ? "top" : "bottom" }

    private mutating func updateRow(_ view: ModelState) -> JSONValue {
        let action = JSONValue.members(
            ("op", .string("updateRow")), ("row", .string(row(view))))
        switch random.below(20) {
        case 0: return action.with(("pinned", .string(pin())))
        case 1: return action.with(("pinned", .null))
        case 2: return action.with(("movable", .bool(false)))
        case 3: return action.with(("movable", .null))
        default:
            let field = ["title", "detail", "done"][random.below(3)]
            let values: [JSONValue] = [
                .null, .bool(true), .string(name()),
                .members(("deep", .array([.whole(1), .number(.written("2.50")), .string("ä")]))),
            ]
            return action.with(("fields", .members((field, values[random.below(values.count)]))))
        }
    }

    private mutating func deleteRows(_ view: ModelState) -> JSONValue {
        .members(
            ("op", .string("deleteRows")), ("rows", .texts(Set([row(view), row(view)]).sorted())))
    }

    /// Deletes the rows of all sections whose number is in the highest fifth.
    private mutating func deleteGreater(_ view: ModelState) -> JSONValue {
        let numbered = view.sections.flatMap(\.rows).compactMap { row in
            row.fields["n"].flatMap { Int($0.json) }.map { (id: row.id.text, number: $0) }
        }
        let numbers = numbered.map(\.number).sorted()
        let bound = numbers.isEmpty ? 0 : numbers[numbers.count * 4 / 5]
        return .members(
            ("op", .string("deleteRows")),
            ("rows", .texts(numbered.filter { $0.number > bound }.map(\.id))))
    }

    private mutating func moveRows(_ view: ModelState, _ alone: Bool) -> JSONValue {
        let rows = Set((0..<random.below(3) + 2).map { _ in row(view) }).sorted()
        return placed(
            .members(("op", .string("moveRows")), ("rows", .texts(rows))),
            rowPlace(view, alone: alone))
    }

    private mutating func moveSection(_ view: ModelState, _ alone: Bool) -> JSONValue {
        .members(
            ("op", .string("moveSection")), ("section", .string(section(view).id.text)),
            ("to", sectionPlace(view, alone: alone)))
    }

    private mutating func insertSection(_ view: ModelState, _ alone: Bool) -> JSONValue {
        .members(
            ("op", .string("insertSection")), ("section", .string(name())),
            ("title", .string("New")), ("to", sectionPlace(view, alone: alone)))
    }

    private mutating func updateSection(_ view: ModelState) -> JSONValue {
        let action = JSONValue.members(
            ("op", .string("updateSection")), ("section", .string(section(view).id.text)))
        switch random.below(8) {
        case 0: return action.with(("rules", .members(("reorderable", .bool(false)))))
        case 1, 2: return action.with(("rules", .members()))
        default: return action.with(("title", .string(name())))
        }
    }

    private mutating func deleteSections(_ view: ModelState) -> JSONValue {
        .members(("op", .string("deleteSections")), ("sections", .texts([section(view).id.text])))
    }

    /// An action that the server must refuse.
    private mutating func illegal() -> JSONValue {
        switch random.below(5) {
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

    // MARK: Places

    /// The id of any row.
    private mutating func row(_ view: ModelState) -> String {
        let rows = view.sections.flatMap(\.rows)
        return rows.isEmpty ? "no-such-row" : rows[random.below(rows.count)].id.text
    }

    private mutating func section(_ view: ModelState) -> ModelSection {
        view.sections[random.below(view.sections.count)]
    }

    /// The action with a place, where one is given.
    private func placed(_ action: JSONValue, _ to: JSONValue?) -> JSONValue {
        to.map { action.with(("to", $0)) } ?? action
    }

    /// Any `to` for rows, also out of bounds; by index only where `alone`; nil: without `to`.
    private mutating func rowPlace(_ view: ModelState, alone: Bool) -> JSONValue? {
        let section = section(view)
        let name = JSONValue.string(section.id.text)
        switch random.below(7) {
        case 0 where alone, 1 where alone:
            let index = random.below(section.rows.count + 4) - 1
            return .members(("section", name), ("index", .whole(index)))
        case 2:
            return .members(("section", name), ("at", .string(random.chance(50) ? "start" : "end")))
        case 3: return .members(("section", name))
        case 4: return nil
        default: return .members((random.chance(50) ? "before" : "after", .string(row(view))))
        }
    }

    /// Any `to` for sections, also out of bounds; by index only where `alone`.
    private mutating func sectionPlace(_ view: ModelState, alone: Bool) -> JSONValue {
        switch random.below(4) {
        case 0 where alone:
            return .members(("index", .whole(random.below(view.sections.count + 3) - 1)))
        case 1 where !view.sections.isEmpty, 2 where !view.sections.isEmpty:
            let name = JSONValue.string(section(view).id.text)
            return .members((random.chance(50) ? "before" : "after", name))
        default: return .members(("at", .string(random.chance(50) ? "start" : "end")))
        }
    }
}

extension SplitMix64 {
    /// Returns one of the choices with a probability in proportion to its weight; nil: there is none.
    fileprivate mutating func pick<Choice>(_ choices: [(weight: Int, choice: Choice)]) -> Choice? {
        var left = below(choices.reduce(0) { $0 + $1.weight })
        for entry in choices {
            left -= entry.weight
            if left < 0 { return entry.choice }
        }
        return nil
    }
}
