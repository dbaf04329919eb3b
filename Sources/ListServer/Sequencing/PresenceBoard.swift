import ListEditing
import ListProtocol

/// Who has a list open and what they do there; neither sequenced nor stored.
struct PresenceBoard: Sendable {
    private var present: [ClientID: PresentClient] = [:]
    private var changed: Set<ClientID> = []
    private var left: Set<ClientID> = []

    /// Everyone, in order of their names.
    var everyone: [PresentClient] {
        present.values.sorted { $0.client.text < $1.client.text }
    }

    var hasNews: Bool { !changed.isEmpty || !left.isEmpty }

    mutating func enter(_ client: ClientID, name: String?) {
        present[client] = PresentClient(client: client, name: name, state: PresenceState())
        left.remove(client)
        changed.insert(client)
    }

    mutating func update(_ client: ClientID, to state: PresenceState) {
        guard let known = present[client] else { return }
        present[client] = PresentClient(client: client, name: known.name, state: state)
        changed.insert(client)
    }

    mutating func leave(_ client: ClientID) {
        guard present.removeValue(forKey: client) != nil else { return }
        changed.remove(client)
        left.insert(client)
    }

    /// What has changed since this was last asked.
    mutating func takeNews() -> (changed: [PresentClient], left: [ClientID]) {
        defer {
            changed = []
            left = []
        }
        return (
            changed.compactMap { present[$0] }.sorted { $0.client.text < $1.client.text },
            left.sorted { $0.text < $1.text }
        )
    }
}
