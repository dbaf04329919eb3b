import ListJournal
import ListProtocol
import Logging

extension ListSequencer {
    /// The list as it is stored.
    var summary: ListSummary {
        ListSummary(
            list: id, title: head.title, revision: head.position.revision, rows: head.rows,
            clients: audience.count)
    }

    /// Removes the list from the journal and, once that is durable, tells everyone.
    func deleteStored() async -> Bool {
        do {
            try await services.journal.delete(list: id.text, epoch: epoch)
        } catch {
            services.log.error(
                "a list cannot be deleted",
                metadata: ["list": "\(id.text)", "reason": "\(error)"])
            return false
        }
        deleted()
        return true
    }
}
