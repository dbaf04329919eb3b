import ListClient
package import ListEditing
package import SeededRandom

/// A rule that decides what a bot does next.
///
/// A behaviour reads the list and draws random numbers; it performs no I/O, so that the same list
/// and the same seed give the same move.
package protocol BotBehaviour: Sendable {
    /// The number of moves a second where the caller names none.
    static var usualRate: Double { get }

    /// Returns the next move for `list` as it is now.
    mutating func next(_ list: EditableList, _ random: inout SplitMix64) -> BotMove
}

/// The next step of a bot.
package enum BotMove: Equatable, Sendable {
    case edit([Action])
    case undo
    case redo
    /// No edit this time.
    case rest
}

/// Deletes all rows that fulfil a condition, in all sections, in one edit.
package struct SweeperBot: BotBehaviour {
    package static let usualRate = 1.0
    private let isSwept: @Sendable (Row) -> Bool

    /// - Parameter isSwept: Whether a row is to be deleted.
    package init(where isSwept: @escaping @Sendable (Row) -> Bool) {
        self.isSwept = isSwept
    }

    package mutating func next(
        _ list: EditableList, _ random: inout SplitMix64
    ) -> BotMove {
        let rows = list.rows.filter { isSwept($0) && list.canDelete($0.id) }
        return rows.isEmpty ? .rest : .edit([.deleteRows(rows.map(\.id))])
    }
}
