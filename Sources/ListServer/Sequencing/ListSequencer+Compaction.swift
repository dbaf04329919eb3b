import ListEditing
import ListJournal
import ListProtocol
import Logging

extension ListSequencer {
    /// Stores a new snapshot and trims the log, once that is worth it (see `LogLength`), or the oldest
    /// sets are a day over their age.
    ///
    /// It is encoded on another thread from a copy that shares the rows, so that no edit waits for
    /// it. Called right behind a commit, when the list in memory is the one that is stored.
    func compactIfDue() {
        let options = services.options.history
        let now = services.clock.now()
        let hasAged = oldestKept.map {
            $0 < now - options.keptMilliseconds - HistoryOptions.dayMilliseconds
        }
        guard !isCompacting,
            log.isWorthSnapshot(every: options.snapshotEvery) || hasAged == true,
            let list = loaded?.withoutHistory
        else { return }
        isCompacting = true
        log.beginSnapshot()
        let compaction = Compaction(
            journal: services.journal, limits: services.limits, options: options, now: now)
        let head = head
        Task.detached {
            do {
                await self.compacted(try await compaction.run(list, at: head))
            } catch {
                await self.compactionFailed("\(error)")
            }
        }
    }

    private func compacted(_ outcome: Compaction.Outcome) {
        isCompacting = false
        log.endSnapshot(bytes: outcome.bytes)
        oldestKept = outcome.oldest
        loaded?.clients.forget(unseenSince: outcome.forgotten)
        // What the store would not give after a restart is not given before one either.
        loaded?.forgetHistory(through: outcome.trimmed)
    }

    private func compactionFailed(_ reason: String) {
        isCompacting = false
        log.abandonSnapshot()
        services.log.warning(
            "a snapshot could not be stored; the log grows until one can",
            metadata: ["list": "\(id.text)", "reason": "\(reason)"])
    }
}
