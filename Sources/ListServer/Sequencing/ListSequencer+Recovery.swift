import ListJournal
import ListProtocol

extension ListSequencer {
    /// Goes read-only after an append of unknown outcome, at the state that is stored.
    ///
    /// The edits of the batch are answered once the journal can be written and says whether it
    /// holds them; readers go on meanwhile.
    func fail(
        _ sealed: SealedBatch, _ record: JournalRecord, _ expected: JournalPosition,
        _ reason: String
    ) async {
        stage = .unavailable
        services.metrics.journalFailed()
        services.health.journalFailed(list: id.text, reason: reason)
        loaded = nil
        refuseWaiting()
        Task { await recover(sealed, record, expected) }
    }

    private func recover(
        _ sealed: SealedBatch, _ record: JournalRecord, _ expected: JournalPosition
    ) async {
        let stored = await storedHead()
        guard let stored else {
            deleted()
            services.health.journalRecovered(list: id.text)
            for entry in sealed.answers { refuse(entry.request, unknownList) }
            return
        }
        let isOurs = await holds(record, behind: expected)
        head = stored
        loaded = nil
        stage = .serving
        services.health.journalRecovered(list: id.text)
        visit { sequencer in
            if isOurs {
                sequencer.publish(sealed, before: expected.revision)
            } else {
                for entry in sealed.answers {
                    sequencer.refuse(entry.request, ListSequencer.unavailable)
                }
            }
        }
    }

    /// The list's head once the journal can be written again; nil where the list is gone.
    private func storedHead() async -> ListHead? {
        while true {
            do {
                return try await services.journal.recover(list: id.text)
            } catch {
                await services.loop.pause(seconds: 0.5)
            }
        }
    }

    private func holds(_ record: JournalRecord, behind expected: JournalPosition) async -> Bool {
        let next = try? await services.journal.read(list: id.text, after: expected, limit: 1)
        return next?.first?.body == record.body
    }
}
