import ListEditing
import ListProtocol

/// What a ``ListMachine`` asks the client to do.
enum ListAction: Equatable {
    /// Send a message, if there is a session.
    case send(ClientMessage)
    /// Answer the edit of this id.
    case answer(id: Int, EditAnswer)
    /// Answer the reader of this number.
    case read(reader: Int, RowReadAnswer)
    /// Pass an event to those who follow the list.
    case emit(ListEvent)
}

/// What a ``ListMachine`` needs to know of a session.
struct ListSession: Equatable {
    /// The public name of this client.
    var me: ClientID
    var limits: ProtocolLimits
    /// Whether the server tells who changed rows.
    var hasAuthors = false
}
