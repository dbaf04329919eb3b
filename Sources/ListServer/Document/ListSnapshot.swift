import JSON
import ListEditing
import ListProtocol

/// A whole list as the journal keeps it beside the log, with what it remembers of its clients.
struct ListSnapshot: Sendable {
    var state: ListState
    var clients: [ClientID: ClientRecord]
    /// The newest set's `at`; it never falls.
    var at: Int

    init(state: ListState, clients: [ClientID: ClientRecord] = [:], at: Int) {
        self.state = state
        self.clients = clients
        self.at = at
    }
}

extension ListSnapshot {
    var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        writer.object { writer in
            writer.member("at", at)
            writer.name("list")
            state.write(to: &writer)
            writer.name("clients")
            writer.array { writer in
                for (client, record) in clients.sorted(by: { $0.key.text < $1.key.text }) {
                    writer.object { writer in
                        writer.member("client", client.text)
                        record.write(to: &writer)
                    }
                }
            }
        }
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws {
        let json = try StoredJSON(decoding: bytes)
        guard let list = json.value["list"] else { throw json.problem("list") }
        state = try ListState(json: list)
        at = try json.whole("at")
        let entries = try json.array("clients") {
            (ClientID(try $0.string("client")), try ClientRecord(json: $0))
        }
        clients = Dictionary(entries) { _, last in last }
    }
}
