import ListEditing
import ListJournal
import ListProtocol
import Logging

extension ListSequencer {
    var loader: ListLoader {
        ListLoader(journal: services.journal, limits: services.limits)
    }

    /// Has the list in memory.
    func prepare() async throws {
        guard loaded == nil else { return }
        let (list, position, log) = try await loader.load(head)
        head.position = position
        loaded = list
        self.log = log
        let oldest = try await services.journal.read(list: id.text, after: 0, limit: 1).first
        oldestKept = oldest?.at
    }

    /// Reads older history into memory, as far back as the journal has it.
    func reachBack(to revision: Int?) async {
        guard let revision, let start = loaded?.use({ $0.historyStart }), revision < start,
            var list = loaded
        else { return }
        // Taken out while it changes: a second reference would make the change copy the list.
        loaded = nil
        do {
            try await loader.extend(&list, to: revision)
        } catch {
            services.log.error(
                "older history cannot be read",
                metadata: ["list": "\(id.text)", "reason": "\(error)"])
        }
        loaded = list
    }

    /// Lets the list go where nobody has used it for a while, and its past where it is too old.
    func putAside(unusedSince moment: Int) {
        if loaded != nil, stage == .serving, isQuiet { compactIfDue() }
        guard loaded != nil, stage == .serving, audience.isEmpty, !isCompacting, isQuiet,
            lastUse < moment
        else { return }
        loaded = nil
        cachedSnapshot = nil
        cachedCatchup = nil
    }
}
