import ListEditing

/// What a bot does next.
enum BotMove: Equatable {
    case edit([Action])
    case undo
    case redo
    /// Nothing now.
    case rest
}
