import ListEditing
import ListProtocol

/// Who else has a list open, and what they are doing there.
struct Roster: Equatable {
    private var others: [ClientID: Participant] = [:]

    /// Takes a presence message; the first after opening (`isWhole`) holds everyone.
    mutating func take(_ message: PresenceMessage, me: ClientID?, isWhole: Bool) {
        if isWhole { others = [:] }
        for client in message.left { others[client] = nil }
        for entry in message.clients where entry.client != me {
            others[entry.client] = Participant(
                client: entry.client, name: entry.name, presence: Presence(entry.state))
        }
    }

    /// Nobody is in sight.
    mutating func clear() {
        others = [:]
    }

    /// The others, by name.
    var participants: [Participant] {
        others.values.sorted { ($0.name ?? "", $0.client.text) < ($1.name ?? "", $1.client.text) }
    }
}
