import ListJournal
import ListProtocol
import ListSequencing
import TextBytes
import WebSocketTransport

/// What programs outside are notified of the lists.
extension ListRegistry {
    /// Lists of which the heads are taken in one turn of the loop.
    private static let turnLists = 2_000

    /// Every list that there is, and whether this server is to tell of it.
    package func announcedLists(isolation: isolated (any Actor)? = #isolation) async
        -> [AnnouncedList]
    {
        var announced: [AnnouncedList] = []
        let lists = Array(sequencers.values)
        for start in stride(from: 0, to: lists.count, by: Self.turnLists) {
            if start > 0 { await services.loop.pause(seconds: 0) }
            announced += heads(of: lists[start..<min(start + Self.turnLists, lists.count)])
        }
        return announced
    }

    private func heads(of lists: ArraySlice<ListSequencer>) -> [AnnouncedList] {
        lists.lazy.filter { $0.stage != .deleted }.map {
            AnnouncedList(head: $0.head, isOwn: isTeller(after: $0.lastWriter))
        }
    }

    /// A list of a shared journal has changed.
    func noteChange(of list: ListID, _ revision: Int, writer: String) {
        guard let changes = services.changes, isTeller(after: writer) else { return }
        changes.note(list, revision: revision)
    }

    /// Whether this server is to tell of what a server has written: its writer does for as long as it is up,
    /// then the one of the others whose id comes first.
    ///
    /// Where two take themselves for it, programs are told twice: the cursors of hooks decide who goes on.
    private func isTeller(after writer: String?) -> Bool {
        guard let peers = services.peers else { return true }
        let own = peers.bus.server
        if let writer, writer.isSame(as: own) || peers.isUp(writer) {
            return writer.isSame(as: own)
        }
        return peers.servers.first.map { own.precedes($0) } ?? true
    }

    /// Seconds after which it is looked again which changes were not told, whichever servers are up.
    private static let lookSeconds = 60.0

    /// Looks which changes were not told once a server is gone that was to tell them, and now and then.
    func lookForMissedChanges(up servers: [String]) {
        guard let changes = services.changes else { return }
        let isGone = !Set(tellers.servers.map { TextKey($0) }).isSubset(
            of: servers.map { TextKey($0) })
        tellers.servers = servers
        guard isGone || services.loop.now - tellers.looked > Self.lookSeconds else { return }
        tellers.looked = services.loop.now
        let bound = LoopBound(self, loop: services.loop)
        changes.compare { await bound.run { _, registry in await registry.announcedLists() } }
    }
}
