import ListJournal
import ListProtocol
import ListSequencing
import TextBytes
import WebSocketTransport

/// What the hooks are told of the lists.
extension ListRegistry {
    /// Lists of which the heads are taken in one turn of the loop.
    private static let turnLists = 2_000

    /// Every list that there is, and whether this server is to tell the hooks of it.
    nonisolated var heardLists: Hooks.Heads {
        { await self.collectHeard() }
    }

    private func collectHeard() async -> [HeardList] {
        var heard: [HeardList] = []
        let lists = Array(sequencers.values)
        for start in stride(from: 0, to: lists.count, by: Self.turnLists) {
            if start > 0 { await context.loop.pause(seconds: 0) }
            heard += heads(of: lists[start..<min(start + Self.turnLists, lists.count)])
        }
        return heard
    }

    private func heads(of lists: ArraySlice<ListSequencer>) -> [HeardList] {
        lists.compactMap { sequencer in
            let found = sequencer.assumeIsolated { list in
                list.stage == .deleted ? nil : (list.head, list.lastWriter)
            }
            return found.map { HeardList(head: $0.0, isOwn: isTeller(after: $0.1)) }
        }
    }

    /// A list of a shared journal has changed.
    func tellHooks(of list: ListID, _ revision: Int, writer: String) {
        guard let hooks = context.hooks, isTeller(after: writer) else { return }
        hooks.note(list, revision: revision)
    }

    /// Whether this server is to tell of what a server has written: its writer does for as long as it is up,
    /// then the one of the others whose id comes first.
    ///
    /// Where two take themselves for it, hooks are told twice: the cursors decide who goes on.
    private func isTeller(after writer: String?) -> Bool {
        guard let peers = context.peers else { return true }
        let own = peers.bus.server
        if let writer, writer.isSame(as: own) || peers.isUp(writer) {
            return writer.isSame(as: own)
        }
        return peers.servers.first.map { own.precedes($0) } ?? true
    }

    /// Seconds after which it is looked again what hooks were not told, whoever is up.
    private static let lookSeconds = 60.0

    /// Looks what the hooks were not told once a server is gone that was to tell it, and now and then.
    func lookAfterHooks(up servers: [String]) {
        guard let hooks = context.hooks else { return }
        let isGone = !Set(hookPeers.servers.map { TextKey($0) }).isSubset(
            of: servers.map { TextKey($0) })
        hookPeers.servers = servers
        guard isGone || context.loop.now - hookPeers.looked > Self.lookSeconds else { return }
        hookPeers.looked = context.loop.now
        hooks.compare(heardLists)
    }
}
