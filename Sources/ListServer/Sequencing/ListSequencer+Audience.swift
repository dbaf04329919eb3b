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
        if isNew {
            presence.enter(author.client, name: author.name)
            notePresence()
        }
        let everyone = PresenceMessage(list: id, clients: presence.everyone, left: [])
        connection.send(Frame(text: everyone.encoded))
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
        let missed = list.sets(after: lag.delivered).reduce(0) { $0 + $1.count }
        if lag.delivered >= list.historyStart, missed <= snapshot(of: list).byteCount {
            sendCatchup(since: lag.delivered, to: connection)
        } else {
            for owed in lag.owed {
                subscription.session.acknowledge(owed.answer, id: owed.id, list: id)
            }
            sendSnapshot(to: connection)
            subscription.sentFrom = list.list.revision
        }
        subscription.lag = nil
        audience[connection.id] = subscription
    }

    private func sendCatchup(since: Int, to connection: Connection) {
        guard let list = loaded else { return }
        let catchup = Catchup(
            list: id, epoch: epoch, from: since, revision: list.list.revision,
            sets: list.sets(after: since), counts: list.list.counts)
        connection.send(Frame(text: catchup.encoded))
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
        refuseWaiting()
    }
}
