import ListEditing
import ListProtocol
import TextBytes

/// What the servers of a cluster tell each other of who has one list open.
///
/// Each server speaks for its own clients. Its deltas of a list are a chain: each names the one before, so
/// that lost, doubled and overtaken ones are noticed. Who misses some asks for the whole, which the server
/// then sends as a delta of all its clients. Every few seconds a server repeats the number of its last delta, so
/// that a lost end of the chain is noticed too.
///
/// It decides only; complexities are in the clients that a message names.
package struct PresenceExchange: Sendable {
    /// The clients of another server.
    private struct Source: Sendable {
        /// The number of the last delta.
        var last: Int
        var clients: [ClientID: PresentClient] = [:]
        /// When it was heard of, and asked for the whole; in seconds of the loop.
        var observed: Double
        var asked = -Double.infinity
    }

    /// What a message calls for.
    package struct Reaction: Sendable, Equatable {
        /// Clients of which ``entry(of:)`` may say something else now.
        var touched: [ClientID] = []
        /// A delta of another server is missing: it is to be asked for the whole.
        var mustAsk = false
        /// The whole is to be sent.
        var isAsked = false
    }

    /// The most clients of one message, and about the most bytes.
    static let messageClients = 1_000
    static let messageBytes = 128 << 10
    /// Seconds after which a server that says nothing more of the list is taken to have no audience for it.
    static let silenceSeconds = 15.0
    /// Seconds between two questions for the whole.
    private static let askSeconds = 1.0

    private var sources: [TextKey: Source] = [:]
    /// Clients of this server of which the others are to hear.
    private var pending: Set<ClientID> = []
    private var gone: Set<ClientID> = []
    private var isWhole = false
    /// The number of the last delta that this server sent; 0 before the first.
    private(set) var last = 0

    /// Whether a delta waits to be sent.
    var hasDelta: Bool { !pending.isEmpty || !gone.isEmpty || isWhole }

    /// The servers of which something is known.
    var servers: [String] { sources.keys.sorted().map(\.text) }

    /// What another server says of a client; the one observed last where several do.
    func entry(of client: ClientID) -> PresentClient? {
        sources.values.filter { $0.clients[client] != nil }.max { $0.observed < $1.observed }?
            .clients[client]
    }

    // MARK: This server's clients

    mutating func changed(_ client: ClientID) {
        gone.remove(client)
        pending.insert(client)
    }

    mutating func left(_ client: ClientID) {
        pending.remove(client)
        gone.insert(client)
    }

    /// The others are to hear of all clients of this server.
    mutating func tellWhole(_ clients: some Sequence<ClientID>) {
        isWhole = true
        pending.formUnion(clients)
    }

    /// Takes the next delta, of as many clients as one message has room for.
    ///
    /// - Parameters:
    ///   - number: above those of all deltas that this server has sent of any list.
    ///   - state: what a client of this server does; nil where it is none.
    mutating func takeDelta(
        number: Int, from server: String, _ state: (ClientID) -> PresentClient?
    ) -> PresenceDelta? {
        guard hasDelta else { return nil }
        var delta = PresenceDelta(
            server: server, number: number, after: last, isWhole: isWhole, clients: [], left: [])
        delta.left = Array(gone.prefix(Self.messageClients))
        gone.subtract(delta.left)
        var bytes = 0
        while delta.clients.count < Self.messageClients, bytes < Self.messageBytes,
            let client = pending.popFirst()
        {
            guard let entry = state(client) else { continue }
            bytes += entry.byteEstimate
            delta.clients.append(entry)
        }
        isWhole = false
        last = number
        return delta
    }

    // MARK: Other servers'

    /// Takes a message of another server.
    ///
    /// - Parameter now: In seconds of the loop.
    mutating func receive(_ message: PresenceBusMessage, now: Double) -> Reaction {
        switch message {
        case .ask: return Reaction(isAsked: true)
        case .still(let server, let number):
            guard number > sources[TextKey(server)]?.last ?? 0 else {
                sources[TextKey(server)]?.observed = now
                return Reaction()
            }
            return Reaction(mustAsk: mustAsk(server, now))
        case .delta(let delta): return receive(delta, now)
        }
    }

    private mutating func receive(_ delta: PresenceDelta, _ now: Double) -> Reaction {
        let known = sources[TextKey(delta.server)]
        guard delta.number > known?.last ?? 0 else { return Reaction() }
        var reaction = Reaction()
        var source = known ?? Source(last: 0, observed: now)
        if delta.after != source.last {
            guard delta.isWhole else { return Reaction(mustAsk: mustAsk(delta.server, now)) }
            reaction.touched = Array(source.clients.keys)
            source.clients = [:]
        }
        source.last = delta.number
        source.observed = now
        source.asked = -.infinity
        for client in delta.left { source.clients[client] = nil }
        for entry in delta.clients { source.clients[entry.client] = entry }
        reaction.touched += delta.left + delta.clients.map(\.client)
        sources[TextKey(delta.server)] = source
        return reaction
    }

    private mutating func mustAsk(_ server: String, _ now: Double) -> Bool {
        var source = sources[TextKey(server)] ?? Source(last: 0, observed: now)
        source.observed = now
        defer { sources[TextKey(server)] = source }
        guard now - source.asked >= Self.askSeconds else { return false }
        source.asked = now
        return true
    }

    /// Forgets servers that are gone, or say nothing more of the list.
    ///
    /// - Returns: The clients that they had told of.
    mutating func forget(now: Double, unless isHere: (String) -> Bool) -> [ClientID] {
        var touched: [ClientID] = []
        for (server, source) in sources
        where !isHere(server.text) || now - source.observed > Self.silenceSeconds {
            touched += source.clients.keys
            sources[server] = nil
        }
        return touched
    }

    /// No session has the list open here any more.
    mutating func forgetAll() -> [ClientID] {
        defer { sources.removeAll() }
        return sources.values.flatMap(\.clients.keys)
    }
}
