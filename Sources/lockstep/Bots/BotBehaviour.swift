import ListEditing

/// How a bot behaves: decides from the list as it stands, and from random numbers alone.
protocol BotBehaviour: Sendable {
    /// Moves a second, where none are asked for.
    static var usualRate: Double { get }

    /// What to do with `list` now.
    mutating func next(_ list: EditableList, _ random: inout BotRandomness) -> BotMove
}
