import ListEditing
import ListProtocol
import WebSocketTransport

extension ListSequencer {
    private var quiet: Int { services.limits.headSeconds * 1000 }

    /// A burst of changes goes on: its `head` follows when it is over.
    func noteChange() {
        guard let wait = beat.noteChange(now: services.clock.now(), quiet: quiet) else { return }
        scheduleBeat(after: wait)
    }

    private func scheduleBeat(after milliseconds: Int) {
        after(Double(milliseconds) / 1000) { sequencer in
            let wait = sequencer.beat.wait(
                now: sequencer.services.clock.now(), quiet: sequencer.quiet)
            if wait > 0 {
                sequencer.scheduleBeat(after: wait)
            } else if !sequencer.audience.isEmpty {
                sequencer.visit { $0.sendHead() }
            }
        }
    }

    private func sendHead() {
        guard let list = loaded?.list else { return }
        let head = Head(list: id, revision: list.revision, digest: list.digest())
        audience.offer(Frame(text: head.encoded), bound: services.limits.queueBytes)
    }

    /// Someone came, went, or does something else: told to everyone, 20 times a second at most.
    func notePresence() {
        guard !isPresenceDue else { return }
        isPresenceDue = true
        after(0.05) { sequencer in
            sequencer.isPresenceDue = false
            sequencer.sendPresence()
        }
    }

    private func sendPresence() {
        if presence.hasNews {
            let news = presence.takeNews()
            let message = PresenceMessage(list: id, clients: news.changed, left: news.left)
            audience.offer(
                Frame(text: message.encoded), bound: services.limits.queueBytes,
                toNewcomersToo: false)
        }
        // Who has come meanwhile is told of everyone, all by the same frame.
        guard audience.hasNewcomers else { return }
        let everyone = PresenceMessage(list: id, clients: presence.everyone, left: [])
        audience.greet(with: Frame(text: everyone.encoded))
    }

    private func after(
        _ seconds: Double, _ work: @escaping @Sendable (isolated ListSequencer) -> Void
    ) {
        _ = services.loop.schedule(after: seconds) {
            self.assumeIsolated { work($0) }
        }
    }
}
