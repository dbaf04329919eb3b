package import JSON
package import ListEditing

/// `catchup`: the sets that a client has missed.
package struct Catchup: ServerMessage {
    package var list: ListID
    package var epoch: String
    /// The revision that the sets go on from.
    package var from: Int
    /// The revision after the last of them.
    package var revision: Int
    /// Encoded sets, in order.
    package var sets: [[UInt8]]
    /// Rows of each section after the last set; nil on a page of the past, where they are unknown.
    package var counts: [Int]?
    /// Names of the clients in the sets, for HTTP.
    package var clients: [(client: ClientID, name: String)]?

    package init(
        list: ListID, epoch: String, from: Int, revision: Int, sets: [[UInt8]], counts: [Int]?,
        clients: [(client: ClientID, name: String)]? = nil
    ) {
        self.list = list
        self.epoch = epoch
        self.from = from
        self.revision = revision
        self.sets = sets
        self.counts = counts
        self.clients = clients
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "catchup")
            writer.member("list", list.text)
            writer.member("epoch", epoch)
            writer.member("from", from)
            writer.member("revision", revision)
            writer.sets(sets, counts: counts)
            if let clients {
                writer.name("clients")
                writer.object { writer in
                    for entry in clients {
                        writer.name(entry.client.text)
                        writer.string(entry.name)
                    }
                }
            }
        }
    }
}
