import ListClient
package import ListEditing
package import SeededRandom

/// Edits a shopping list as a person does: adds goods, marks rows as done, moves rows within their
/// section, and deletes done rows.
package struct ShopperBot: BotBehaviour {
    package static let usualRate = 0.5
    /// The number of rows from which no more are added.
    static let maximumRows = 30

    private static let goods = [
        "Apples", "Bananas", "Bread", "Butter", "Carrots", "Cheese", "Coffee", "Eggs", "Flour",
        "Honey", "Lemons", "Milk", "Noodles", "Oats", "Olive oil", "Onions", "Pepper", "Potatoes",
        "Rice", "Salt", "Soap", "Spinach", "Sugar", "Tea", "Tomatoes", "Yoghurt",
    ]

    package init() {}

    package mutating func next(
        _ list: EditableList, _ random: inout SplitMix64
    ) -> BotMove {
        let rows = list.rows
        let isLong = rows.count >= Self.maximumRows
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3 where !isLong: return add(list, &random)
        case 0...6: return tick(list, rows, &random)
        case 7, 8: return reorder(list, rows, &random)
        default: return clear(list, rows, isLong: isLong, &random)
        }
    }

    private func add(_ list: EditableList, _ random: inout SplitMix64) -> BotMove {
        let sections = (0..<list.sectionCount).map { list.section(at: $0).id }.filter {
            list.canInsert(into: $0)
        }
        guard let section = sections.randomElement(using: &random),
            let goods = Self.goods.randomElement(using: &random)
        else { return .rest }
        let fields = Fields([Field(name: "title", value: .string(goods))])
        return .edit([
            .insertRow(row: nil, fields: fields, rules: RowRules(), to: .end(section))
        ])
    }

    private func tick(
        _ list: EditableList, _ rows: [Row], _ random: inout SplitMix64
    ) -> BotMove {
        let open = rows.filter { !$0.isDone && list.canUpdate($0.id) }
        guard let row = open.randomElement(using: &random) else {
            return add(list, &random)
        }
        return .edit([
            .updateRow(
                row: row.id, fields: [FieldChange(name: "done", value: .bool(true))],
                rules: RowRulesChange(), ifRevision: nil)
        ])
    }

    private func reorder(
        _ list: EditableList, _ rows: [Row], _ random: inout SplitMix64
    ) -> BotMove {
        let movable = rows.filter { list.canMove($0.id) }
        guard let row = movable.randomElement(using: &random),
            let path = list.path(of: row.id)
        else { return .rest }
        let inSection = list.section(at: path.section).count
        guard inSection > 1 else { return .rest }
        let index = Int.random(in: 0..<inSection, using: &random)
        return .edit([.moveRow(row.id, to: .index(list.section(at: path.section).id, index))])
    }

    private func clear(
        _ list: EditableList, _ rows: [Row], isLong: Bool, _ random: inout SplitMix64
    ) -> BotMove {
        let done = rows.filter { $0.isDone && list.canDelete($0.id) }
        guard isLong || done.count > Self.maximumRows / 3 else { return tick(list, rows, &random) }
        return done.isEmpty ? .rest : .edit([.deleteRows(done.map(\.id))])
    }
}
