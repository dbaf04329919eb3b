import ListJournal
import ListProtocol
import Logging
import WebSocketTransport

/// What a sequencer asks of the journal, with the outcomes as commands.
struct SequencerJournal: Sendable {
    let list: ListID
    let services: Services

    private var loader: ListLoader {
        ListLoader(journal: services.journal, limits: services.limits)
    }

    func load(_ head: ListHead, mayBeLater: Bool) async -> SequencerCommand {
        .loaded(await loader.stored(head, mayBeLater: mayBeLater))
    }

    func readHistory(_ wish: HistoryWish) async -> SequencerCommand {
        .historyRead(wish, await loader.older(wish, of: list))
    }

    /// Seconds between two tries to learn what became of a record.
    private static let recoverySeconds = 0.5

    /// Proves that the journal can be written, and looks whether the record is stored, until both can be
    /// told: a read that fails tells nothing.
    func recover(
        _ record: JournalRecord, behind expected: JournalPosition
    ) async -> SequencerCommand {
        while true {
            do throws(JournalError) {
                guard let head = try await services.journal.recover(list: list.text) else {
                    return .recovered(.gone)
                }
                let next = try await services.journal.read(
                    list: list.text, after: expected, limit: 1)
                return .recovered(.done(head, isOurs: next.first?.body == record.body))
            } catch {
                await withCheckedContinuation { continuation in
                    services.loop.execute {
                        services.loop.schedule(after: Self.recoverySeconds) {
                            continuation.resume()
                        }
                    }
                }
            }
        }
    }

    @concurrent
    func compact(_ loaded: LoadedList, at head: ListHead) async -> SequencerCommand {
        let compaction = Compaction(
            journal: services.journal, limits: services.limits, options: services.options.history,
            now: services.clock.now(), steadyNow: services.clock.steady())
        return .compacted(await compaction.outcome(of: loaded, at: head))
    }

    func delete(epoch: String) async -> SequencerCommand {
        do {
            try await services.journal.delete(list: list.text, epoch: epoch)
            return .deleted(isDone: true)
        } catch {
            services.log.error(
                "a list cannot be deleted",
                metadata: ["list": "\(list.text)", "reason": "\(error)"])
            return .deleted(isDone: false)
        }
    }
}
