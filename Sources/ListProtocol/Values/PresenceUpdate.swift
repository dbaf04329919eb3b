/// Tells the others in a list what this client is doing.
package struct PresenceUpdate: Hashable, Sendable {
    package var list: ListID
    package var state: PresenceState

    package init(list: ListID, state: PresenceState) {
        self.list = list
        self.state = state
    }
}
