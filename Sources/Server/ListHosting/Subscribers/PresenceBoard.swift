import DequeModule
import ListEditing
import ListProtocol
import TextBytes
import WebSocketTransport

/// Who has a list open and what they do there; neither sequenced nor stored.
///
/// Changes are sent in parts, those that waited longest first, and no faster than
/// ``bytesPerSecond`` to all subscribers together: presence must not take the place of edits.
package struct PresenceBoard: Sendable {
    /// The part that is sent at once.
    struct PresenceChanges: Sendable {
        var changed: [PresentClient]
        var left: [ClientID]
    }

    /// Bytes of presence that one list has sent in a second, to all of its subscribers together.
    static let bytesPerSecond = 20_000_000.0
    /// Seconds between two messages at least (protocol.md, "Presence").
    static let leastSeconds = 0.05
    /// Bytes that one message costs at most, over all subscribers, except for the changes of a single client.
    private static let turnBytes = 2_000_000

    private var present: [ClientID: PresentClient] = [:]
    /// Those of them that have the list open on this server.
    private(set) var here: Set<ClientID> = []
    /// What other servers say of clients.
    private var elsewhere: [ClientID: PresentClient] = [:]
    /// In the order in which they changed; each once.
    private var changed: Deque<ClientID> = []
    private var isChanged: Set<ClientID> = []
    private var left: Set<ClientID> = []

    /// All clients, in order of their names.
    var clients: [PresentClient] {
        present.values.sorted { $0.client.text.precedes($1.client.text) }
    }

    var hasChanges: Bool { !isChanged.isEmpty || !left.isEmpty }

    /// A client has opened the list, or opened it anew.
    mutating func enter(_ client: ClientID, name: String?) {
        guard here.insert(client).inserted else { return }
        present[client] = PresentClient(client: client, name: name, state: PresenceState())
        left.remove(client)
        noteChange(of: client)
    }

    mutating func update(_ client: ClientID, to state: PresenceState) {
        guard here.contains(client), let known = present[client] else { return }
        present[client] = PresentClient(client: client, name: known.name, state: state)
        noteChange(of: client)
    }

    mutating func leave(_ client: ClientID) {
        guard here.remove(client) != nil else { return }
        show(elsewhere[client], as: client)
    }

    /// Whether a client has the list open on this server.
    func isHere(_ client: ClientID) -> Bool { here.contains(client) }

    /// What a client does that has the list open on this server; nil where it has not.
    func entryHere(of client: ClientID) -> PresentClient? {
        here.contains(client) ? present[client] : nil
    }

    /// Notes what other servers say of a client now; what it does on this server counts more.
    ///
    /// - Parameter entry: nil: it has the list open on none of them.
    mutating func setElsewhere(_ client: ClientID, _ entry: PresentClient?) {
        elsewhere[client] = entry
        guard !here.contains(client), present[client] != entry else { return }
        show(entry, as: client)
    }

    private mutating func show(_ entry: PresentClient?, as client: ClientID) {
        present[client] = entry
        if entry == nil {
            isChanged.remove(client)
            left.insert(client)
        } else {
            left.remove(client)
            noteChange(of: client)
        }
    }

    private mutating func noteChange(of client: ClientID) {
        if isChanged.insert(client).inserted { changed.append(client) }
    }

    /// Takes the changes that are sent next.
    ///
    /// - Parameter subscribers: to how many they go.
    mutating func takeChanges(for subscribers: Int) -> PresenceChanges {
        defer { left = [] }
        var bytes = 0
        var taken: [PresentClient] = []
        while bytes * max(1, subscribers) < Self.turnBytes, let client = changed.popFirst() {
            guard isChanged.remove(client) != nil, let entry = present[client] else { continue }
            bytes += entry.byteEstimate
            taken.append(entry)
        }
        return PresenceChanges(
            changed: taken.sorted { $0.client.text.precedes($1.client.text) },
            left: left.sorted { $0.text.precedes($1.text) })
    }

    /// Takes what is sent next, to all subscribers of a list and to those that are to receive the whole.
    ///
    /// - Returns: The messages, and the seconds until the next.
    mutating func takeBroadcasts(
        to subscribers: Subscribers, of list: ListID
    ) -> (broadcasts: [Subscribers.Broadcast], pause: Double) {
        var broadcasts: [Subscribers.Broadcast] = []
        var bytes = 0
        if hasChanges {
            let part = takeChanges(for: subscribers.count)
            let message = PresenceMessage(list: list, clients: part.changed, left: part.left)
            let frame = Frame(text: message.encoded)
            bytes += frame.wireCount * subscribers.count
            broadcasts.append(.presence(frame))
        }
        if subscribers.awaitGreeting {
            let all = PresenceMessage(list: list, clients: clients, left: [])
            let frame = Frame(text: all.encoded)
            bytes += frame.wireCount
            broadcasts.append(.fullPresence(frame))
        }
        return (broadcasts, Self.pause(after: bytes))
    }

    /// Seconds until the next message, after one that cost so many bytes in all.
    static func pause(after bytes: Int) -> Double {
        max(leastSeconds, Double(bytes) / bytesPerSecond)
    }
}

extension PresentClient {
    /// About what it takes in a message.
    var byteEstimate: Int {
        128 + (name?.utf8.count ?? 0)
            + state.selected.reduce(0) { $0 + $1.text.utf8.count + 3 }
    }
}
