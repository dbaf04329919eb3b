import ListEditing
import ListJournal
import ListProtocol
import Logging

extension ListSequencer {
    /// Stores a new snapshot and trims the log, once enough sets have come since the last.
    ///
    /// It is made from the journal alone, on another thread, so that no edit waits for it.
    func compactIfDue() {
        let options = services.options.history
        let due = (snapshotRevision ?? 0) + options.snapshotEvery
        guard !isCompacting, head.position.revision >= due else { return }
        isCompacting = true
        let compaction = Compaction(
            journal: services.journal, limits: services.limits, options: options,
            now: services.clock.now())
        let head = head
        Task.detached {
            do {
                let (revision, start) = try await compaction.run(head)
                await self.compacted(at: revision, historyStart: start)
            } catch {
                await self.compactionFailed("\(error)")
            }
        }
    }

    private func compacted(at revision: Int, historyStart: Int) {
        isCompacting = false
        snapshotRevision = revision
        storedHistoryStart = historyStart
        if let list = loaded {
            loaded?.clients.forget(unseenSince: list.at - services.limits.rememberMilliseconds)
        }
    }

    private func compactionFailed(_ reason: String) {
        isCompacting = false
        services.log.warning(
            "a snapshot could not be stored; the log grows until one can",
            metadata: ["list": "\(id.text)", "reason": "\(reason)"])
    }
}
