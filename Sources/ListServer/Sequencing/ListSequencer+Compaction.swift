import ListEditing
import ListJournal
import ListProtocol
import Logging

extension ListSequencer {
    /// Stores a new snapshot and trims the log, once enough sets have come since the last, or the
    /// oldest ones are a day over their age.
    ///
    /// It is made from the journal alone, on another thread, so that no edit waits for it.
    func compactIfDue() {
        let options = services.options.history
        let now = services.clock.now()
        let due = (snapshotRevision ?? 0) + options.snapshotEvery
        let hasAged = oldestKept.map {
            $0 < now - options.keptMilliseconds - HistoryOptions.dayMilliseconds
        }
        guard !isCompacting, head.position.revision >= due || hasAged == true else { return }
        isCompacting = true
        let compaction = Compaction(
            journal: services.journal, limits: services.limits, options: options, now: now)
        let head = head
        Task.detached {
            do {
                await self.compacted(try await compaction.run(head))
            } catch {
                await self.compactionFailed("\(error)")
            }
        }
    }

    private func compacted(_ outcome: Compaction.Outcome) {
        isCompacting = false
        snapshotRevision = outcome.snapshot
        oldestKept = outcome.oldest
        loaded?.clients.forget(unseenSince: outcome.forgotten)
        // What the store would not give after a restart is not given before one either.
        loaded?.forgetHistory(through: outcome.trimmed)
    }

    private func compactionFailed(_ reason: String) {
        isCompacting = false
        services.log.warning(
            "a snapshot could not be stored; the log grows until one can",
            metadata: ["list": "\(id.text)", "reason": "\(reason)"])
    }
}
