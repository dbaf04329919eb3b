import ListClient
import ListEditing

/// Sweeps: deletes all rows that fulfil a condition, over all sections, in one edit.
struct SweeperBot: BotBehaviour {
    static let usualRate = 1.0
    let condition: RowCondition

    mutating func next(_ list: EditableList, _ random: inout BotRandomness) -> BotMove {
        let rows = list.rows.filter { condition.holds(for: $0) && list.canDelete($0.id) }
        return rows.isEmpty ? .rest : .edit([.deleteRows(rows.map(\.id))])
    }
}
