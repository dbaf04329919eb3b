import JSON
import ListEditing
import ListSequencing
import TextBytes

/// Which session has a public name, of those on all servers: the one with the highest lease.
///
/// A session leases its name with a number above the highest that its server has heard for it; between
/// equal numbers the servers' ids decide. A session that hears of a higher lease is replaced, and the
/// holder of the highest hears of none: so one remains, without anybody's clock. A server that had not
/// heard of the session before is answered by it, and leases anew above it: a new session is not replaced
/// by an old one.
package struct NameLeases: Sendable {
    // Canonical equivalence: tests alone compare them.
    package struct NameLease: Sendable, Hashable, Comparable {
        var client: ClientID
        var number: Int
        var server: String

        package static func < (left: NameLease, right: NameLease) -> Bool {
            (left.number, TextKey(left.server)) < (right.number, TextKey(right.server))
        }
    }

    // Canonical equivalence: tests alone compare them.
    /// What servers tell each other.
    package enum Message: Sendable, Hashable {
        /// `isFresh`: the session has just begun.
        case lease(NameLease, isFresh: Bool)
        /// A lease that is above the one with which a server's session has just begun.
        case answer(NameLease, to: String, of: Int)
    }

    /// What a message calls for.
    package struct Reaction: Sendable, Equatable {
        var send: Message?
        /// The session of this name is replaced.
        var replaced: ClientID?
    }

    /// How often a lease is repeated: any message may be lost.
    private static let repeats = 2
    /// Claims that are repeated at a time.
    private static let repeatCount = 500
    /// The most names without a session here of which the highest number is remembered.
    private static let observedCount = 10_000

    let server: String
    private var own: [ClientID: Int] = [:]
    private var observed: [ClientID: Int] = [:]
    private var due: [ClientID: Due] = [:]

    /// How often a lease is still to be repeated, and whether its session has just begun.
    private struct Due: Sendable {
        var left: Int
        var isFresh: Bool
    }

    init(server: String) { self.server = server }

    /// A session has begun here.
    mutating func began(_ client: ClientID) -> Message {
        lease(client, above: max(own[client] ?? 0, observed[client] ?? 0))
    }

    mutating func ended(_ client: ClientID) {
        guard let number = own.removeValue(forKey: client) else { return }
        due[client] = nil
        remember(client, number)
    }

    private mutating func lease(_ client: ClientID, above number: Int) -> Message {
        own[client] = number + 1
        due[client] = Due(left: Self.repeats, isFresh: true)
        return .lease(NameLease(client: client, number: number + 1, server: server), isFresh: true)
    }

    private mutating func remember(_ client: ClientID, _ number: Int) {
        if observed.count >= Self.observedCount { observed = [:] }
        observed[client] = max(number, observed[client] ?? 0)
    }

    /// Takes a message of another server.
    mutating func receive(_ message: Message) -> Reaction {
        switch message {
        case .answer(let lease, let server, let number):
            guard server.isSame(as: self.server), own[lease.client] == number else {
                return Reaction()
            }
            return Reaction(send: self.lease(lease.client, above: lease.number))
        case .lease(let lease, let isFresh):
            guard let number = own[lease.client] else {
                remember(lease.client, lease.number)
                return Reaction()
            }
            let mine = NameLease(client: lease.client, number: number, server: server)
            guard mine < lease else {
                return Reaction(
                    send: isFresh
                        ? .answer(mine, to: lease.server, of: lease.number)
                        : .lease(mine, isFresh: false))
            }
            // The other was there before: this one is the newer session.
            if !isFresh, due[lease.client]?.isFresh == true {
                return Reaction(send: self.lease(lease.client, above: lease.number))
            }
            own[lease.client] = nil
            due[lease.client] = nil
            remember(lease.client, lease.number)
            return Reaction(replaced: lease.client)
        }
    }

    /// Another server has come, or come back: it may have missed all leases.
    mutating func repeatAll() {
        for client in own.keys where due[client] == nil {
            due[client] = Due(left: 1, isFresh: false)
        }
    }

    /// The leases that are to be repeated now.
    mutating func takeRepeats() -> [Message] {
        due.prefix(Self.repeatCount).compactMap { client, repeats in
            due[client]?.left -= 1
            if repeats.left <= 1 { due[client] = nil }
            return own[client].map {
                .lease(
                    NameLease(client: client, number: $0, server: server), isFresh: repeats.isFresh)
            }
        }
    }
}

extension NameLeases.Message {
    static let maximumBytes = 1_024
    /// Numbers above are nonsense: they count sessions of one name.
    private static let maximumNumber = 1 << 40

    /// The server that sent it.
    var server: String {
        switch self {
        case .lease(let lease, _), .answer(let lease, _, _): lease.server
        }
    }

    var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 128)
        writer.object { writer in
            switch self {
            case .lease(let lease, let isFresh):
                lease.writeMembers(to: &writer)
                writer.member("fresh", isFresh)
            case .answer(let lease, let server, let number):
                lease.writeMembers(to: &writer)
                writer.member("to", server)
                writer.member("of", number)
            }
        }
        return writer.bytes
    }

    /// Nil: this is no such message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes,
            let object = (try? JSONReader.read(bytes))?.object,
            let server = ServerID.read(object["server"]),
            let client = ServerID.read(object["client"]),
            let number = object["number"]?.whole, 1...Self.maximumNumber ~= number
        else { return nil }
        let lease = NameLeases.NameLease(
            client: ClientID(client), number: number, server: server)
        if let receiver = ServerID.read(object["to"]) {
            guard let of = object["of"]?.whole else { return nil }
            self = .answer(lease, to: receiver, of: of)
        } else {
            guard case .bool(let isFresh) = object["fresh"] else { return nil }
            self = .lease(lease, isFresh: isFresh)
        }
    }
}

extension NameLeases.NameLease {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("server", server)
        writer.member("client", client.text)
        writer.member("number", number)
    }
}
