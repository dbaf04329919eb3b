import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import ListSequencing

/// Stores a list's next snapshot, and trims the log where it is longer or older than
/// the kept history.
///
/// Before records go, the base moves to where they end: the snapshot that the kept records begin
/// at, so that a store can be verified by replaying it (`ListVerifier`).
package struct Compaction: Sendable {
    let journal: any JournalReading & SnapshotStore
    let limits: ProtocolLimits
    let options: HistoryOptions
    /// Unix milliseconds by which sets and clients are forgotten.
    let now: Int

    /// Runs the compaction, and returns its outcome, or why it failed.
    @concurrent
    func outcome(of list: LoadedList, at head: ListHead) async -> Result<
        CompactionOutcome, LoadFailure
    > {
        do {
            return .success(try await run(list, at: head))
        } catch {
            return .failure(.unavailable("\(error)"))
        }
    }

    /// - Parameter list: The list at `head`.
    /// - Throws: `JournalError`: `tooLarge` where the engine does not take such a snapshot.
    @concurrent
    func run(_ list: LoadedList, at head: ListHead) async throws -> CompactionOutcome {
        var list = list
        let moment = list.clients.oldestRemembered(at: now)
        list.forgetClients(unseenSince: moment)
        let body = list.snapshot.encoded
        try await journal.saveSnapshot(
            StoredSnapshot(position: head.position, body: body), of: head.list, epoch: head.epoch)
        var outcome = CompactionOutcome(
            bytes: body.count, trimmed: 0, oldest: nil, forgotten: moment)
        do {
            (outcome.trimmed, outcome.oldest) = try await trim(head, after: head.position)
        } catch let error as ListUnreadable {
            outcome.problem = "\(error)"
        }
        return outcome
    }

    /// Removes the records that are not to be kept, all of them after the snapshot.
    ///
    /// By number they are pruned at the snapshots that exist, so that some more are kept and nothing is
    /// replayed. By age they are pruned exactly.
    private func trim(
        _ head: ListHead, after snapshot: JournalPosition
    ) async throws -> (trimmed: Int, oldest: Int?) {
        var trimmed = 0
        if snapshot.revision > options.sets {
            trimmed = try await journal.trim(
                list: head.list, through: snapshot.revision - options.sets)
        }
        let start = JournalPosition(revision: 0, token: 0)
        let first = try await journal.read(list: head.list, after: start, limit: 1).first
        guard let first, isAged(first) else { return (trimmed, first?.at) }
        let (position, oldest) = try await replayAged(head, after: snapshot)
        if position.token > 0 {
            trimmed = try await journal.trim(list: head.list, through: position.revision)
        }
        return (trimmed, oldest)
    }

    /// Moves the base past the records that are over their age.
    ///
    /// - Returns: The place of the last of those, and when the one after it was made.
    private func replayAged(
        _ head: ListHead, after snapshot: JournalPosition
    ) async throws -> (last: JournalPosition, oldest: Int?) {
        let stored = StoredLog(journal: journal, list: head.list)
        let base = try await journal.loadBase(list: head.list)
        var moved: LoadedList?
        if let base {
            moved = LoadedList(
                id: ListID(head.list), epoch: head.epoch, limits: limits,
                snapshot: try stored.content(of: base))
        }
        var position = JournalPosition(revision: 0, token: 0)
        var oldest: Int?
        walk: while true {
            let records = try await journal.read(
                list: head.list, after: position, limit: StoredLog.portion)
            if records.isEmpty { break }
            for record in records {
                guard record.position.token <= snapshot.token, isAged(record) else {
                    oldest = record.at
                    break walk
                }
                if let base, var list = moved, record.position.token > base.position.token {
                    // Taken out while it changes, so that nothing is copied.
                    moved = nil
                    let isFirst = position.token < base.position.token
                    try stored.records.apply(
                        record, to: &list, after: isFirst ? base.position : position)
                    list.forgetHistory(through: record.position.revision)
                    moved = list
                }
                position = record.position
            }
        }
        if let base, let moved, position.token > base.position.token {
            try await journal.saveBase(
                StoredSnapshot(position: position, body: moved.snapshot.encoded), of: head.list,
                epoch: head.epoch)
        }
        return (position, oldest)
    }

    private func isAged(_ record: StoredRecord) -> Bool {
        record.at < now - options.keptMilliseconds
    }
}
