import ListEditing
import ListProtocol
import Logging
import WebSocketTransport

/// What happened to a list, for the log, the health and the figures.
enum SequencerEvent: Hashable, Sendable {
    case committed(edits: Int)
    case journalFailed(String)
    case journalRecovered
    case unreadable(LoadFailure)
    case readable
    case historyUnreadable(LoadFailure)
    case snapshotFailed(String)
    case encodedSnapshot
}

extension Services {
    /// Takes note of what happened; on the loop's thread.
    func note(_ event: SequencerEvent, of list: ListID) {
        switch event {
        case .committed(let edits): metrics.committed(edits: edits)
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
        }
    }
}

extension SequencerCommand {
    /// What handling it is mainly for, in the figures of the loop's turns.
    var turnKind: TurnKind? {
        switch self {
        case .passEnded, .lingered, .worked: .batch
        case .appended, .recovered: .publish
        case .loaded, .historyRead: .load
        case .encoded, .compacted: .encode
        case .edit, .join, .resync, .read, .delete, .headDue, .idle, .reclaim, .deleted: nil
        }
    }
}
