import ListEditing
import ListJournal
import ListProtocol

/// Stores a list's next snapshot, and trims the log where it is longer or older than
/// the kept history.
///
/// Before records go, the origin moves to where they end: the snapshot that the kept records begin
/// at, so that a store can be verified by replaying it (`ListVerifier`).
struct Compaction: Sendable {
    /// What came of it.
    struct Outcome: Hashable, Sendable {
        /// Bytes of the new snapshot.
        var bytes: Int
        /// Sets up to this revision are gone.
        var trimmed: Int
        /// When the oldest record that is left was sealed (Unix milliseconds); nil: none is left.
        var oldest: Int?
        /// Clients last seen before this moment (Unix milliseconds) are forgotten.
        var forgotten: Int
    }

    let journal: any Journal
    let limits: Limits
    let options: HistoryOptions
    /// Unix milliseconds.
    let now: Int

    /// Records read at a time.
    private static let portion = 256

    /// - Parameter list: The list as it stands at `head`.
    @concurrent
    func run(_ list: LoadedList, at head: ListHead) async throws -> Outcome {
        var list = list
        let moment = now - limits.rememberMilliseconds
        list.clients.forget(unseenSince: moment)
        let body = list.snapshot.encoded
        try await journal.saveSnapshot(
            StoredSnapshot(position: head.position, body: body), of: head.list, epoch: head.epoch)
        let (trimmed, oldest) = try await trim(head, behind: head.position)
        return Outcome(bytes: body.count, trimmed: trimmed, oldest: oldest, forgotten: moment)
    }

    /// Removes the records that are not to be kept, all of them behind the snapshot.
    ///
    /// Of those over their number the journal goes by the snapshots that it has: it keeps some more,
    /// and nothing has to be replayed. Records over their age are gone to the last one.
    private func trim(
        _ head: ListHead, behind snapshot: JournalPosition
    ) async throws -> (trimmed: Int, oldest: Int?) {
        var trimmed = 0
        if snapshot.revision > options.sets {
            trimmed = try await journal.trim(
                list: head.list, through: snapshot.revision - options.sets)
        }
        let start = JournalPosition(revision: 0, token: 0)
        let first = try await journal.read(list: head.list, after: start, limit: 1).first
        guard let first, isAged(first) else { return (trimmed, first?.at) }
        let (position, oldest) = try await replayAged(head, behind: snapshot)
        if position.token > 0 {
            trimmed = try await journal.trim(list: head.list, through: position.revision)
        }
        return (trimmed, oldest)
    }

    /// Moves the origin behind the records that are over their age.
    ///
    /// - Returns: The place of the last of those, and when the one behind it was sealed.
    private func replayAged(
        _ head: ListHead, behind snapshot: JournalPosition
    ) async throws -> (last: JournalPosition, oldest: Int?) {
        let origin = try await journal.loadOrigin(list: head.list)
        var base = try origin.map {
            LoadedList(
                id: ListID(head.list), epoch: head.epoch, limits: limits,
                snapshot: try ListSnapshot(decoding: $0.body))
        }
        var position = JournalPosition(revision: 0, token: 0)
        var oldest: Int?
        walk: while true {
            let records = try await journal.read(
                list: head.list, after: position, limit: Self.portion)
            for record in records {
                guard record.position.token <= snapshot.token, isAged(record) else {
                    oldest = record.at
                    break walk
                }
                if let origin, record.position.token > origin.position.token {
                    try base?.replay(try ListRecord(decoding: record.body), at: record.at)
                    base?.forgetHistory(through: record.position.revision)
                }
                position = record.position
            }
            if records.count < Self.portion { break }
        }
        if let origin, let base, position.token > origin.position.token {
            try await journal.saveOrigin(
                StoredSnapshot(position: position, body: base.snapshot.encoded), of: head.list,
                epoch: head.epoch)
        }
        return (position, oldest)
    }

    private func isAged(_ record: StoredRecord) -> Bool {
        record.at < now - options.keptMilliseconds
    }
}

extension Limits {
    /// How long a client is remembered after its last edit.
    var rememberMilliseconds: Int { rememberDays * 86_400_000 }
}
