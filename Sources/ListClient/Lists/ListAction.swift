import ListProtocol

/// What a ``ListMachine`` wants done.
enum ListAction: Equatable {
    case send(ClientMessage)
    /// Tell whoever asked for the edit.
    case answer(id: Int, EditAnswer)
    /// Tell whoever watches.
    case tell(ListEvent)
}
