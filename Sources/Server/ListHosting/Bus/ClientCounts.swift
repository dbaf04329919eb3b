import JSON
import ListProtocol
import ListSequencing
import TextBytes

/// How many sessions have each list open on the servers of a cluster: for `clients` of `lists`.
///
/// Each server tells once a second what changed among its own. Its messages are a chain, as those of
/// ``PresenceExchange``: who misses one asks for the whole. Only lists that a session has open cost
/// anything.
package struct ClientCounts: Sendable {
    // Canonical equivalence: tests alone compare them.
    /// What one server tells.
    package struct Delta: Sendable, Equatable {
        var server: String
        var number: Int
        var after: Int
        /// Who has missed messages forgets what it knew of the server's lists.
        var isWhole: Bool
        /// Sessions that have a list open, of the lists where that has changed.
        var counts: [ListID: Int]
    }

    // Canonical equivalence: tests alone compare them.
    /// A message on the subject of counts.
    package enum Message: Sendable, Equatable {
        case delta(Delta)
        case ask(server: String)
    }

    private struct Source: Sendable {
        var last: Int
        var counts: [ListID: Int] = [:]
    }

    /// The most lists of one message, and messages at a time.
    static let messageLists = 1_000
    private static let messagesAtATime = 5

    private var own: [ListID: Int] = [:]
    private var changed: Set<ListID> = []
    private var isWhole = false
    private var last = 0
    private var sources: [TextKey: Source] = [:]
    /// Sessions on other servers: the sums.
    private var elsewhere: [ListID: Int] = [:]

    /// The sessions that have a list open on other servers.
    subscript(list: ListID) -> Int { elsewhere[list] ?? 0 }

    /// So many sessions have a list open on this server now.
    mutating func set(_ list: ListID, to count: Int) {
        guard own[list] ?? 0 != count else { return }
        own[list] = count == 0 ? nil : count
        changed.insert(list)
    }

    /// Another server asks for the whole.
    mutating func tellWhole() {
        isWhole = true
        changed.formUnion(own.keys)
    }

    /// Takes what is told now: at least one message, which may say that nothing has changed.
    mutating func takeDelta(from server: String) -> [Delta] {
        var taken: [Delta] = []
        repeat {
            var delta = Delta(
                server: server, number: last, after: last, isWhole: isWhole, counts: [:])
            while delta.counts.count < Self.messageLists, let list = changed.popFirst() {
                delta.counts[list] = own[list] ?? 0
            }
            if isWhole || !delta.counts.isEmpty { last += 1 }
            delta.number = last
            isWhole = false
            taken.append(delta)
        } while !changed.isEmpty && taken.count < Self.messagesAtATime
        return taken
    }

    /// Takes what another server tells.
    ///
    /// - Returns: Whether some was missed, and the server is to be asked for the whole.
    mutating func receive(_ delta: Delta) -> Bool {
        var source = sources[TextKey(delta.server)] ?? Source(last: 0)
        guard delta.number > source.last else { return false }
        if delta.after != source.last {
            guard delta.isWhole else { return true }
            for (list, count) in source.counts { add(-count, to: list) }
            source.counts = [:]
        }
        source.last = delta.number
        for (list, count) in delta.counts {
            add(count - (source.counts[list] ?? 0), to: list)
            source.counts[list] = count == 0 ? nil : count
        }
        sources[TextKey(delta.server)] = source
        return false
    }

    /// Forgets what servers told that are gone.
    mutating func forget(unless isHere: (String) -> Bool) {
        for (server, source) in sources where !isHere(server.text) {
            for (list, count) in source.counts { add(-count, to: list) }
            sources[server] = nil
        }
    }

    private mutating func add(_ count: Int, to list: ListID) {
        let sum = (elsewhere[list] ?? 0) + count
        elsewhere[list] = sum == 0 ? nil : sum
    }
}

extension ClientCounts.Message {
    static let maximumBytes = 256 << 10
    /// More sessions than a server can have.
    private static let maximumCount = 1 << 24

    var server: String {
        switch self {
        case .delta(let delta): delta.server
        case .ask(let server): server
        }
    }

    var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("server", server)
            guard case .delta(let delta) = self else { return writer.member("ask", true) }
            writer.member("number", delta.number)
            writer.member("after", delta.after)
            writer.member("whole", delta.isWhole)
            writer.name("counts" as StaticString)
            writer.object { writer in
                for (list, count) in delta.counts {
                    writer.name(list.text)
                    writer.whole(count)
                }
            }
        }
        return writer.bytes
    }

    /// Nil: this is no such message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes,
            let object = (try? JSONReader.read(bytes))?.object,
            let server = ServerID.read(object["server"])
        else { return nil }
        if object["ask"] == .bool(true) {
            self = .ask(server: server)
            return
        }
        guard let number = object["number"]?.whole, let after = object["after"]?.whole,
            after >= 0, number >= after, case .bool(let isWhole) = object["whole"],
            let members = object["counts"]?.object?.members,
            members.count <= ClientCounts.messageLists
        else { return nil }
        var counts: [ListID: Int] = [:]
        for member in members {
            guard let count = member.value.whole, 0...Self.maximumCount ~= count,
                let list = ListID(checking: member.name)
            else { return nil }
            counts[list] = count
        }
        self = .delta(
            ClientCounts.Delta(
                server: server, number: number, after: after, isWhole: isWhole, counts: counts))
    }
}
