import ListEditing
import ListJournal
import ListProtocol

/// Makes a list's next snapshot from the journal and trims what is older than the kept history.
struct Compaction: Sendable {
    let journal: any Journal
    let limits: Limits
    let options: HistoryOptions
    /// Unix milliseconds.
    let now: Int

    /// - Returns: The snapshot's revision, and the revision that the history now reaches back to.
    @concurrent
    func run(_ head: ListHead) async throws -> (Int, Int) {
        let loader = ListLoader(journal: journal, limits: limits)
        var (loaded, position) = try await loader.load(head, history: 0)
        loaded.clients.forget(unseenSince: now - limits.rememberMilliseconds)
        try await journal.saveSnapshot(
            StoredSnapshot(position: position, body: loaded.snapshot.encoded), of: head.list,
            epoch: head.epoch)
        let start = max(0, position.revision - options.sets)
        if start > 0 { try await journal.trim(list: head.list, through: start) }
        return (position.revision, start)
    }
}

extension Limits {
    /// How long a client is remembered after its last edit.
    var rememberMilliseconds: Int { rememberDays * 86_400_000 }
}
