import HistoryChecking
import JSON
import ListEditing

/// Chooses edits for one client: of every kind that the protocol knows.
struct EditMaker {
    var dice: Dice
    /// What the ids that it makes begin with.
    let mark: String
    private var made = 0
    /// A list with more rows than this is edited by deleting more than inserting.
    private static let crowded = 45

    init(dice: Dice, mark: String) {
        self.dice = dice
        self.mark = mark
    }

    /// A fresh id for a row or a section.
    mutating func name() -> String {
        made += 1
        return "\(mark)-\(made)"
    }

    mutating func number() -> Int {
        made += 1
        return made
    }

    /// An edit, undo or redo without its envelope.
    ///
    /// - Parameter alone: nothing of the client is unanswered, so that an index says what it means.
    mutating func message(_ view: PlainState, alone: Bool) -> JSONValue {
        switch dice.below(100) {
        case 0..<8: return .members(("type", .string("undo")))
        case 8..<12: return .members(("type", .string("redo")))
        case 12: return .members(("type", .string("edit")), ("actions", .whole(7)))
        default: break
        }
        let roll = dice.below(100)
        let count = roll < 88 ? 1 : roll < 95 ? 2 : 3
        let actions = (0..<count).map { _ in action(view, alone: alone) }
        return .members(("type", .string("edit")), ("actions", .array(actions)))
    }

    /// Moves this row somewhere.
    mutating func move(_ row: String, in view: PlainState, alone: Bool) -> JSONValue {
        let action = placed(
            .members(("op", .string("moveRow")), ("row", .string(row))),
            rowPlace(view, alone: alone))
        return .members(("type", .string("edit")), ("actions", .array([action])))
    }

    /// One action.
    private mutating func action(_ view: PlainState, alone: Bool) -> JSONValue {
        let rows = view.sections.reduce(0) { $0 + $1.rows.count }
        if view.sections.isEmpty { return insertSection(view, alone) }
        if rows == 0 { return insertRow(view, alone) }
        let many = rows > Self.crowded
        let maker = dice.pick([
            (36, Maker.moveRow), (many ? 8 : 22, .insertRow), (11, .updateRow),
            (many ? 16 : 5, .deleteRows), (many ? 6 : 2, .deleteGreater), (5, .moveRows),
            (3, .moveSection), (view.sections.count < 7 ? 3 : 1, .insertSection),
            (2, .updateSection), (view.sections.count > 4 ? 2 : 1, .deleteSections),
            (1, .updateList), (2, .wrong),
        ])
        switch maker {
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
        case .wrong: return wrong()
        case .moveRow, nil:
            return placed(
                .members(("op", .string("moveRow")), ("row", .string(row(view)))),
                rowPlace(view, alone: alone))
        }
    }

    private enum Maker {
        case moveRow, insertRow, updateRow, deleteRows, deleteGreater, moveRows, moveSection
        case insertSection, updateSection, deleteSections, updateList, wrong
    }
}
