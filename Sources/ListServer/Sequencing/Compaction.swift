import ListEditing
import ListJournal
import ListProtocol

/// Makes a list's next snapshot from the journal, and trims the log where it is longer or older than
/// the kept history.
///
/// Before records go, the origin moves behind them: the snapshot that the kept records begin at, so
/// that a store can be verified by replaying it (`ListVerifier`).
struct Compaction: Sendable {
    /// What came of it.
    struct Outcome: Hashable, Sendable {
        /// The new snapshot's revision.
        var snapshot: Int
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

    @concurrent
    func run(_ head: ListHead) async throws -> Outcome {
        let loader = ListLoader(journal: journal, limits: limits)
        var (loaded, position) = try await loader.load(head, history: 0)
        let moment = now - limits.rememberMilliseconds
        loaded.clients.forget(unseenSince: moment)
        try await journal.saveSnapshot(
            StoredSnapshot(position: position, body: loaded.snapshot.encoded), of: head.list,
            epoch: head.epoch)
        let (trimmed, oldest) = try await trim(head, behind: position)
        return Outcome(
            snapshot: position.revision, trimmed: trimmed, oldest: oldest, forgotten: moment)
    }

    /// Removes the records that are not to be kept, all of them behind the snapshot.
    private func trim(
        _ head: ListHead, behind snapshot: JournalPosition
    ) async throws -> (trimmed: Int, oldest: Int?) {
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
                guard record.position.token <= snapshot.token, isOver(record, snapshot) else {
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
        guard position.token > 0 else { return (0, oldest) }
        if let origin, let base, position.token > origin.position.token {
            try await journal.saveOrigin(
                StoredSnapshot(position: position, body: base.snapshot.encoded), of: head.list,
                epoch: head.epoch)
        }
        try await journal.trim(list: head.list, through: position.revision)
        return (position.revision, oldest)
    }

    /// Whether a record is longer ago than history is kept, by count or by age.
    private func isOver(_ record: StoredRecord, _ snapshot: JournalPosition) -> Bool {
        record.position.revision <= snapshot.revision - options.sets
            || record.at < now - options.keptMilliseconds
    }
}

extension Limits {
    /// How long a client is remembered after its last edit.
    var rememberMilliseconds: Int { rememberDays * 86_400_000 }
}
