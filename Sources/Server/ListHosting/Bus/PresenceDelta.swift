import JSON
import ListEditing
import ListProtocol
import ListSequencing

// Canonical equivalence: tests alone compare them.
/// What changed among the clients of one server that have a list open.
package struct PresenceDelta: Sendable, Equatable {
    var server: String
    /// Rises with all deltas of the server, of any list.
    var number: Int
    /// The number of the server's delta of the list before; 0: none.
    var after: Int
    /// Who has missed a delta forgets what it knew of the server's clients.
    var isWhole: Bool
    var clients: [PresentClient]
    var left: [ClientID]
}

// Canonical equivalence: tests alone compare them.
/// A message on the subject of a list's presence, as JSON of at most ``maximumBytes``.
package enum PresenceBusMessage: Sendable, Equatable {
    case delta(PresenceDelta)
    /// The last deltas of a server have this number.
    case still(server: String, number: Int)
    /// A server wants the whole from all others.
    case ask(server: String)

    static let maximumBytes = 512 << 10

    var server: String {
        switch self {
        case .delta(let delta): delta.server
        case .still(let server, _), .ask(let server): server
        }
    }

    func encoded(in list: ListID) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("server", server)
            switch self {
            case .ask: writer.member("ask", true)
            case .still(_, let number): writer.member("still", number)
            case .delta(let delta):
                writer.member("number", delta.number)
                writer.member("after", delta.after)
                writer.member("whole", delta.isWhole)
                writer.name("presence" as StaticString)
                PresenceMessage(list: list, clients: delta.clients, left: delta.left)
                    .write(to: &writer)
            }
        }
        return writer.bytes
    }

    /// Nil: this is no such message.
    init?(_ bytes: [UInt8], in list: ListID) {
        guard bytes.count <= Self.maximumBytes, let json = try? JSONReader.read(bytes),
            let object = json.object, let server = ServerID.read(object["server"])
        else { return nil }
        if object["ask"] == .bool(true) {
            self = .ask(server: server)
        } else if let number = object["still"]?.whole, number >= 0 {
            self = .still(server: server, number: number)
        } else {
            guard let number = object["number"]?.whole, let after = object["after"]?.whole,
                after >= 0, number > after, case .bool(let isWhole) = object["whole"],
                let presence = object["presence"],
                let message = try? PresenceMessage(members: Members(presence)),
                message.list == list
            else { return nil }
            self = .delta(
                PresenceDelta(
                    server: server, number: number, after: after, isWhole: isWhole,
                    clients: message.clients, left: message.left))
        }
    }
}
