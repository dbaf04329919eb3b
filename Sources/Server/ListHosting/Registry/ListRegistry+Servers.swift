import ListJournal
import ListProtocol
import ListSequencing
import TextBytes
import WebSocketTransport

/// What the registry hears of other servers, and tells them.
extension ListRegistry {
    /// Begins to hear the other servers, and to be heard.
    func joinServers() {
        guard let peers = services.peers else { return }
        peers.start { payload in
            self.services.peers?.take(payload)
        } counts: { payload in
            self.services.peers?.takeCounts(payload)
        }
        let bus = peers.bus
        forwardings = bus.subscribe(ForwardedBatch.subject(of: bus.server)) { message in
            self.accept(message, bus)
        }
        beat()
    }

    /// Hands the edits that another server forwards to their list.
    ///
    /// What cannot be handed over is not answered: the same message may come again, and be answered
    /// otherwise then.
    private func accept(_ message: BusMessage, _ bus: ServerBus) {
        guard let peers = services.peers else { return }
        let answers = LoopBound(ForwardedAnswers(to: message, on: bus), loop: services.loop)
        let batch = ForwardedBatch(
            message.payload, limits: services.limits, arrived: services.loop.passBegan
        ) { ForwardedSubmitter(answers: answers, index: $0, wantsSet: $1) }
        guard let batch else { return peers.noteMalformed() }
        guard peers.note(batch.server), let sequencer = sequencers[batch.list],
            sequencer.epoch.isSame(as: batch.epoch)
        else { return }
        sequencer.accept(batch, answers)
    }

    /// Tells the others that this server is there, and again what they may have missed.
    private func beat() {
        guard let peers = services.peers, !services.monitor.health.isStopping else { return }
        peers.beat()
        lookForMissedChanges(up: peers.servers)
        peers.onBeat?()
        _ = services.loop.schedule(after: ServerPeers.beatSeconds) {
            self.beat()
        }
    }
}
