import ListDocument
import ListJournal
import ListProtocol
import ListSequencing
import Logging

extension ServerContext {
    /// Takes note of what happened; on the loop's thread.
    func note(_ event: SequencerEvent, of list: ListID) {
        switch event {
        case .committed(let edits): metrics.committed(edits: edits)
        case .overtaken:
            metrics.overtaken()
            guard !journal.isShared else { return }
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
        case .unreadable(let failure): unreadable.note(list, failure, log)
        case .readable: unreadable.clear(list, log)
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
}
