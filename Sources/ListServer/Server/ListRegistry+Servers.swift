import ListJournal
import ListProtocol
import ListSequencing
import TextBytes
import WebSocketTransport

/// What the registry hears of other servers, and tells them.
extension ListRegistry {
    /// The subject on which servers tell which sessions have begun.
    private static let helloSubject = "hello"

    /// Begins to hear the other servers, and to be heard.
    func joinServers() {
        guard let peers = context.peers else { return }
        claims = SessionClaims(server: peers.bus.server)
        peers.start { payload in
            self.assumeIsolated { registry in
                guard registry.context.peers?.take(payload) == true else { return }
                registry.claims?.repeatAll()
            }
        } counts: { payload in
            self.assumeIsolated { $0.context.peers?.takeCounts(payload) }
        }
        hellos = peers.bus.subscribe(Self.helloSubject) { message in
            self.assumeIsolated { $0.hearHello(message.payload) }
        }
        let bus = peers.bus
        forwardings = bus.subscribe(ForwardedBatch.subject(of: bus.server)) { message in
            self.assumeIsolated { $0.accept(message, bus) }
        }
        beat()
    }

    /// Hands the edits that another server forwards to their list.
    ///
    /// What cannot be handed over is not answered: the same message may come again, and be answered
    /// otherwise then.
    private func accept(_ message: BusMessage, _ bus: ServerBus) {
        guard let peers = context.peers else { return }
        let answers = LoopBound(ForwardedAnswers(to: message, on: bus), loop: context.loop)
        let batch = ForwardedBatch(
            message.payload, limits: context.limits, arrived: context.loop.passBegan
        ) { ForwardedSubmitter(answers: answers, index: $0, wantsSet: $1) }
        guard let batch else { return peers.noteMalformed() }
        guard peers.note(batch.server), let sequencer = sequencers[batch.list],
            sequencer.epoch.isSame(as: batch.epoch)
        else { return }
        sequencer.assumeIsolated { $0.accept(batch, answers) }
    }

    /// Tells the others that this server is there, and again what they may have missed.
    private func beat() {
        guard let peers = context.peers, !context.health.isStopping else { return }
        peers.beat()
        lookAfterHooks(up: peers.servers)
        for claim in claims?.takeRepeats() ?? [] { publish(claim) }
        _ = context.loop.schedule(after: ServerPeers.beatSeconds) {
            self.assumeIsolated { $0.beat() }
        }
    }

    private func hearHello(_ payload: [UInt8]) {
        guard let peers = context.peers else { return }
        guard let message = SessionClaims.Message(payload) else { return peers.noteMalformed() }
        guard peers.note(message.server), let reaction = claims?.receive(message) else { return }
        if let answer = reaction.send { publish(answer) }
        if let client = reaction.replaced { replace(sessions.removeValue(forKey: client)) }
    }

    func publish(_ claim: SessionClaims.Message) {
        context.bus?.publish(claim.encoded, to: Self.helloSubject)
    }

    func replace(_ session: Session?) {
        session?.dismiss(
            ErrorMessage(.replaced, "another session with the same client key took over"))
    }
}
