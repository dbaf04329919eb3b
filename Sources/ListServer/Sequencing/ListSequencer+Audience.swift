import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

extension ListSequencer {
    /// Bytes that one part of a large snapshot has, about.
    private static let partBytes = 262_144

    /// Opens the list for a session: `opened`, the state, and from there on every set.
    ///
    /// Runs in a visit, so that nothing comes between state and stream.
    func join(_ session: Session, author: Author, message: OpenList) {
        guard stage != .deleted, let list = loaded else {
            session.openFailed(id)
            return
        }
        let connection = session.connection
        let opened = Opened(
            list: id, epoch: epoch, revision: list.list.revision,
            lastId: list.clients[author.client]?.highest ?? 0, role: author.role)
        connection.send(Frame(text: opened.encoded))
        var subscription = Subscription(
            session: session, connection: connection, client: author.client,
            sentFrom: list.list.revision)
        if let since = message.since, message.epoch == epoch, since <= list.list.revision,
            since >= list.historyStart
        {
            sendCatchup(since: since, to: connection)
            subscription.sentFrom = since
        } else {
            sendSnapshot(to: connection)
        }
        let isNew = audience[connection.id] == nil
        audience[connection.id] = subscription
        if isNew { presence.enter(author.client, name: author.name) }
        notePresence()
    }

    /// Ends a session's subscription; its own edits that are under way are answered by `ack`.
    func leave(_ connection: Connection) {
        guard let subscription = audience[connection.id] else { return }
        audience[connection.id] = nil
        presence.leave(subscription.client)
        notePresence()
    }

    /// The socket of a session that had fallen behind takes bytes again.
    func catchUp(_ connection: Connection) {
        guard var subscription = audience[connection.id], let lag = subscription.lag,
            let list = loaded
        else { return }
        if lag.delivered >= list.historyStart, isShorterCaughtUp(list, after: lag.delivered) {
            sendCatchup(since: lag.delivered, to: connection)
        } else {
            for owed in lag.owed {
                subscription.session.acknowledge(owed.answer, id: owed.id, list: id)
            }
            sendSnapshot(to: connection)
            subscription.sentFrom = list.list.revision
        }
        subscription.lag = nil
        services.metrics.caughtUp()
        audience[connection.id] = subscription
    }

    /// The least that a row takes in a snapshot: `{"id":"a","fields":{}},`.
    private static let leastRowBytes = 23

    /// Whether the sets above a revision are no more than a snapshot; what is too much for a queue
    /// never is, as a snapshot comes in parts.
    private func isShorterCaughtUp(_ list: LoadedList, after revision: Int) -> Bool {
        let missed = list.sets(after: revision).reduce(0) { $0 + $1.count }
        guard missed <= services.limits.queueBytes else { return false }
        // Most often that is so plain that the snapshot need not be made for it.
        return missed <= list.list.rowCount * ListSequencer.leastRowBytes
            || missed <= snapshot(of: list).byteCount
    }

    private func sendCatchup(since: Int, to connection: Connection) {
        guard let list = loaded else { return }
        connection.send(catchup(of: list, since: since).frame)
    }

    private func catchup(of list: LoadedList, since: Int) -> EncodedCatchup {
        if let cachedCatchup, cachedCatchup.since == since,
            cachedCatchup.revision == list.list.revision
        {
            return cachedCatchup
        }
        let message = Catchup(
            list: id, epoch: epoch, from: since, revision: list.list.revision,
            sets: list.sets(after: since), counts: list.list.counts)
        let made = EncodedCatchup(
            since: since, revision: list.list.revision, frame: Frame(text: message.encoded))
        cachedCatchup = made
        return made
    }

    private func sendSnapshot(to connection: Connection) {
        guard let list = loaded else { return }
        for frame in snapshot(of: list).frames { connection.send(frame) }
    }

    private func snapshot(of list: LoadedList) -> EncodedSnapshot {
        if let cachedSnapshot, cachedSnapshot.revision == list.list.revision {
            return cachedSnapshot
        }
        let message = Snapshot(list: id, epoch: epoch, state: list.list.state())
        let made = EncodedSnapshot(
            revision: list.list.revision,
            frames: message.parts(targetBytes: ListSequencer.partBytes).map { Frame(text: $0) })
        cachedSnapshot = made
        services.metrics.encodedSnapshot()
        return made
    }

    /// Tells everyone that the list is gone, and answers what waits.
    func deleted() {
        stage = .deleted
        let closed = Frame(text: Closed(list: id, code: "deleted").encoded)
        for subscription in audience.subscriptions {
            subscription.connection.send(closed)
            subscription.session.listClosed(id)
        }
        audience.removeAll()
        loaded = nil
        cachedSnapshot = nil
        cachedCatchup = nil
        refuseWaiting()
    }
}
