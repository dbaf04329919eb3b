package import ListEditing
import ListJournal
package import ListProtocol
import WebSocketTransport

/// The presence of a list on all servers: what this one tells the others, and hears of them.
extension ListSequencer {
    private var presenceSubject: String { "here.\(StreamLayout.key(of: id.text))" }

    /// A client has opened the list here.
    func enterPresence(_ client: ClientID, name: String?) {
        presence.enter(client, name: name)
        if services.peers != nil {
            exchange.changed(client)
            beginExchange()
            noteDelta()
        }
        notePresence()
    }

    /// A client has left the list here.
    func leavePresence(_ client: ClientID) {
        presence.leave(client)
        if services.peers != nil {
            exchange.left(client)
            noteDelta()
        }
        notePresence()
    }

    /// Stores the presence of a client, to be sent to the others.
    package func present(_ client: ClientID, _ state: PresenceState) {
        presence.update(client, to: state)
        if services.peers != nil, presence.isHere(client) {
            exchange.changed(client)
            noteDelta()
        }
        notePresence()
    }

    // MARK: Other servers

    /// Seconds between two looks at which servers are gone, and how many of them between two signs of life.
    private static let look = (seconds: 1.0, perSign: 5)

    /// Begins to hear of the list's clients on other servers; goes on while it is open here.
    private func beginExchange() {
        guard presenceSubscription == nil, let peers = services.peers else { return }
        presenceSubscription = peers.bus.subscribe(presenceSubject) { [weak self] message in
            self?.hear(message.payload)
        }
        exchange.tellWhole([])
        publish(.ask(server: peers.bus.server))
        look(1)
    }

    private func look(_ count: Int) {
        after(Self.look.seconds) { [self] in
            guard let peers = services.peers else { return }
            guard !subscribers.isEmpty else { return endExchange() }
            show(exchange.forget(now: services.loop.now, unless: peers.isUp))
            let last = exchange.last
            if count.isMultiple(of: Self.look.perSign), last > 0 {
                publish(.still(server: peers.bus.server, number: last))
            }
            look(count + 1)
        }
    }

    private func endExchange() {
        presenceSubscription = nil
        for client in presence.here {
            presence.leave(client)
            exchange.left(client)
        }
        show(exchange.forgetAll())
        noteDelta()
    }

    private func hear(_ payload: [UInt8]) {
        guard let peers = services.peers else { return }
        services.loop.label(.presence, subject: id.text)
        guard let message = PresenceBusMessage(payload, in: id) else {
            return peers.noteMalformed()
        }
        guard peers.note(message.server) else { return }
        let reaction = exchange.receive(message, now: services.loop.now)
        show(reaction.touched)
        if reaction.mustAsk { publish(.ask(server: peers.bus.server)) }
        if reaction.isAsked {
            exchange.tellWhole(presence.here)
            noteDelta()
        }
    }

    /// Shows the audience what other servers say of clients now.
    private func show(_ clients: [ClientID]) {
        guard !clients.isEmpty else { return }
        for client in clients { presence.setElsewhere(client, exchange.entry(of: client)) }
        notePresence()
    }

    /// Deltas are sent to the other servers, 20 times a second at most.
    private func noteDelta() {
        guard !isDeltaDue else { return }
        isDeltaDue = true
        after(PresenceBoard.leastSeconds) {
            self.isDeltaDue = false
            self.sendDelta()
        }
    }

    private func sendDelta() {
        guard exchange.hasDelta, let peers = services.peers else { return }
        services.loop.label(.presence, subject: id.text)
        let presence = presence
        let delta = exchange.takeDelta(number: peers.nextNumber(), from: peers.bus.server) {
            presence.entryHere(of: $0)
        }
        if let delta { publish(.delta(delta)) }
        if exchange.hasDelta { noteDelta() }
    }

    private func publish(_ message: PresenceBusMessage) {
        services.peers?.bus.publish(message.encoded(in: id), to: presenceSubject)
    }
}
