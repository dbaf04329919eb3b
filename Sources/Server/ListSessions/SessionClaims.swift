import JSON
import ListEditing
import ListSequencing
import TextBytes

/// Which session has a public name, of those on all servers: the one with the highest claim.
///
/// A session claims its name with a number above the highest that its server has heard for it; between
/// equal numbers the servers' ids decide. A session that hears of a higher claim is replaced, and the
/// holder of the highest hears of none: so one remains, without anybody's clock. A server that had not
/// heard of the session before is answered by it, and claims anew above it: a new session is not replaced
/// by an old one.
package struct SessionClaims: Sendable {
    // Canonical equivalence: tests alone compare them.
    package struct Claim: Sendable, Hashable, Comparable {
        var client: ClientID
        var number: Int
        var server: String

        package static func < (left: Claim, right: Claim) -> Bool {
            (left.number, TextKey(left.server)) < (right.number, TextKey(right.server))
        }
    }

    // Canonical equivalence: tests alone compare them.
    /// What servers tell each other.
    package enum Message: Sendable, Hashable {
        /// `isFresh`: the session has just begun.
        case claim(Claim, isFresh: Bool)
        /// A claim that is above the one with which a server's session has just begun.
        case answer(Claim, to: String, of: Int)
    }

    /// What a message calls for.
    package struct Reaction: Sendable, Equatable {
        var send: Message?
        /// The session of this name is replaced.
        var replaced: ClientID?
    }

    /// How often a claim is repeated: any message may be lost.
    private static let repeats = 2
    /// Claims that are repeated at a time.
    private static let repeatCount = 500
    /// The most names without a session here of which the highest number is remembered.
    private static let heardCount = 10_000

    let server: String
    private var own: [ClientID: Int] = [:]
    private var heard: [ClientID: Int] = [:]
    private var due: [ClientID: Due] = [:]

    /// How often a claim is still to be repeated, and whether its session has just begun.
    private struct Due: Sendable {
        var left: Int
        var isFresh: Bool
    }

    init(server: String) { self.server = server }

    /// A session has begun here.
    mutating func began(_ client: ClientID) -> Message {
        claim(client, above: max(own[client] ?? 0, heard[client] ?? 0))
    }

    mutating func ended(_ client: ClientID) {
        guard let number = own.removeValue(forKey: client) else { return }
        due[client] = nil
        remember(client, number)
    }

    private mutating func claim(_ client: ClientID, above number: Int) -> Message {
        own[client] = number + 1
        due[client] = Due(left: Self.repeats, isFresh: true)
        return .claim(Claim(client: client, number: number + 1, server: server), isFresh: true)
    }

    private mutating func remember(_ client: ClientID, _ number: Int) {
        if heard.count >= Self.heardCount { heard = [:] }
        heard[client] = max(number, heard[client] ?? 0)
    }

    /// Takes a message of another server.
    mutating func receive(_ message: Message) -> Reaction {
        switch message {
        case .answer(let claim, let server, let number):
            guard server.isSame(as: self.server), own[claim.client] == number else {
                return Reaction()
            }
            return Reaction(send: self.claim(claim.client, above: claim.number))
        case .claim(let claim, let isFresh):
            guard let number = own[claim.client] else {
                remember(claim.client, claim.number)
                return Reaction()
            }
            let mine = Claim(client: claim.client, number: number, server: server)
            guard mine < claim else {
                return Reaction(
                    send: isFresh
                        ? .answer(mine, to: claim.server, of: claim.number)
                        : .claim(mine, isFresh: false))
            }
            // The other was there before: this one is the newer session.
            if !isFresh, due[claim.client]?.isFresh == true {
                return Reaction(send: self.claim(claim.client, above: claim.number))
            }
            own[claim.client] = nil
            due[claim.client] = nil
            remember(claim.client, claim.number)
            return Reaction(replaced: claim.client)
        }
    }

    /// Another server has come, or come back: it may have missed all claims.
    mutating func repeatAll() {
        for client in own.keys where due[client] == nil {
            due[client] = Due(left: 1, isFresh: false)
        }
    }

    /// The claims that are to be repeated now.
    mutating func takeRepeats() -> [Message] {
        due.prefix(Self.repeatCount).compactMap { client, repeats in
            due[client]?.left -= 1
            if repeats.left <= 1 { due[client] = nil }
            return own[client].map {
                .claim(
                    Claim(client: client, number: $0, server: server), isFresh: repeats.isFresh)
            }
        }
    }
}

extension SessionClaims.Message {
    static let maximumBytes = 1_024
    /// Numbers above are nonsense: they count sessions of one name.
    private static let maximumNumber = 1 << 40

    /// The server that sent it.
    var server: String {
        switch self {
        case .claim(let claim, _), .answer(let claim, _, _): claim.server
        }
    }

    var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 128)
        writer.object { writer in
            switch self {
            case .claim(let claim, let isFresh):
                claim.writeMembers(to: &writer)
                writer.member("fresh", isFresh)
            case .answer(let claim, let server, let number):
                claim.writeMembers(to: &writer)
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
        let claim = SessionClaims.Claim(
            client: ClientID(client), number: number, server: server)
        if let receiver = ServerID.read(object["to"]) {
            guard let of = object["of"]?.whole else { return nil }
            self = .answer(claim, to: receiver, of: of)
        } else {
            guard case .bool(let isFresh) = object["fresh"] else { return nil }
            self = .claim(claim, isFresh: isFresh)
        }
    }
}

extension SessionClaims.Claim {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("server", server)
        writer.member("client", client.text)
        writer.member("number", number)
    }
}
