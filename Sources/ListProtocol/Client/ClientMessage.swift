/// What a client says.
package enum ClientMessage: Hashable, Sendable {
    case hello(Hello)
    case open(OpenList)
    case close(ListID)
    case lists
    case create(CreateList)
    case delete(ListID)
    case edit(EditMessage)
    case undo(UndoMessage)
    case redo(UndoMessage)
    case presence(PresenceUpdate)
    /// With the number to be sent back, where there is one.
    case ping(Int?)
}
