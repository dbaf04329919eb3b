package import JSON
package import ListEditing

/// `presence` from the server: the clients in a list and their states.
package struct PresenceMessage: ServerMessage, Hashable {
    package var list: ListID
    /// All clients, or those that changed.
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

extension PresenceMessage {
    package init(members: Members) throws(DecodingProblem) {
        self.init(
            list: try members.list(),
            clients: try members.each("clients") { (entry) throws(DecodingProblem) in
                PresentClient(
                    client: ClientID(try entry.string("client")),
                    name: try entry.string(ifPresent: "name"),
                    state: try PresenceState(members: entry))
            },
            left: try members.strings(ifPresent: "left").map(ClientID.init))
    }
}
