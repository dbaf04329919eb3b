import ListDocument
import ListProtocol
import ListSequencing
package import Logging
package import WebSocketTransport

/// What a server is notified of its lists and sessions: figures, whether they can be stored, which cannot be read.
package final class ServerMonitor: Sendable {
    package let health: Health
    private let log: Logger
    /// Whether other servers may write to the store.
    private let isShared: Bool
    private let counts: LoopBound<Metrics>
    private let damaged: LoopBound<UnreadableLists>

    package init(health: Health, isShared: Bool, log: Logger, on loop: EventLoop) {
        self.health = health
        self.isShared = isShared
        self.log = log
        counts = LoopBound(Metrics(), loop: loop)
        damaged = LoopBound(UnreadableLists(), loop: loop)
    }

    /// What is counted; on the loop's thread only.
    package var metrics: Metrics { counts.value }
    /// The lists that cannot be read; on the loop's thread only.
    package var unreadable: UnreadableLists { damaged.value }

    /// Takes note of what happened to a list; on the loop's thread.
    func note(_ event: SequencerEvent, of list: ListID) {
        switch event {
        case .committed(let edits): metrics.committed(edits: edits)
        case .overtaken:
            metrics.overtaken()
            guard !isShared else { return }
            log.error(
                "another program writes to the store, of which this server has the lock: stop it",
                metadata: ["list": "\(list.text)"])
        case .forwarded(let edits): metrics.forwarded(edits: edits)
        case .forwardingDeclined: metrics.forwardingDeclined()
        case .forwardingUnanswered: metrics.forwardingUnanswered()
        case .journalFailed(let reason):
            metrics.journalFailed()
            health.journalFailed(list: list.text, reason: reason)
        case .journalRecovered: health.journalRecovered(list: list.text)
        case .unreadable(let failure): noteUnreadable(list, failure)
        case .readable: noteReadable(list)
        case .historyUnreadable(let failure):
            log.error(
                "older history cannot be read",
                metadata: ["list": "\(list.text)", "reason": "\(failure.reason)"])
        case .snapshotFailed(let reason):
            log.warning(
                "a snapshot could not be stored, or the log not be trimmed; it grows until both can",
                metadata: ["list": "\(list.text)", "reason": "\(reason)"])
        case .encodedSnapshot: metrics.encodedSnapshot()
        case .encodedOutline: metrics.encodedOutline()
        case .queried(let kind): metrics.queried(kind)
        }
    }

    /// A list could not be read; on the loop's thread.
    func noteUnreadable(_ list: ListID, _ failure: LoadFailure) {
        unreadable.note(list, failure, log)
    }

    /// A list could be read, or is gone; on the loop's thread.
    func noteReadable(_ list: ListID) { unreadable.clear(list, log) }
}
