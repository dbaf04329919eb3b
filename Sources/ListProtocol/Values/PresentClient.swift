import JSON
package import ListEditing

/// One client among those in a list.
package struct PresentClient: Hashable, Sendable {
    package var client: ClientID
    package var name: String?
    package var state: PresenceState

    package init(client: ClientID, name: String?, state: PresenceState) {
        self.client = client
        self.name = name
        self.state = state
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("client", client.text)
            writer.member("name", ifPresent: name)
            state.writeMembers(to: &writer)
        }
    }
}
