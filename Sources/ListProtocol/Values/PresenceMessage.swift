package import JSON
package import ListEditing

/// `presence`: who is in a list and what they do.
package struct PresenceMessage: ServerMessage, Hashable {
    package var list: ListID
    /// Everyone, or those that changed.
    package var clients: [PresentClient]
    package var left: [ClientID]

    package init(list: ListID, clients: [PresentClient], left: [ClientID]) {
        self.list = list
        self.clients = clients
        self.left = left
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "presence")
            writer.member("list", list.text)
            writer.name("clients")
            writer.array { writer in
                for client in clients { client.write(to: &writer) }
            }
            writer.name("left")
            writer.array { writer in
                for client in left { writer.string(client.text) }
            }
        }
    }
}
