import ListDocument
import ListJournal
import ListProtocol
import ListSequencing
import Logging
import WebSocketTransport

/// The operations of a sequencer on the journal, with their outcomes as commands.
struct SequencerJournal: Sendable {
    let list: ListID
    let epoch: String
    let services: SequencerServices

    private var loader: ListLoader {
        ListLoader(journal: services.journal, limits: services.limits, epoch: epoch)
    }

    private var log: StoredLog {
        StoredLog(journal: services.journal, list: list.text, epoch: epoch)
    }

    /// Does an operation on another thread than the loop's, and hands its outcome to the sequencer.
    func begin(
        for sequencer: ListSequencer, _ priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable (Self) async -> SequencerCommand
    ) {
        begin(priority) { [sequencer = sequencer.bound] in
            let command = await operation($0)
            sequencer.execute { $0.handle(command) }
        }
    }

    func begin(
        for sequencer: ListSequencer,
        _ operation: @escaping @Sendable (Self) async -> SharedCommand
    ) {
        begin(nil) { [sequencer = sequencer.bound] in
            let command = await operation($0)
            sequencer.execute { $0.handle(command) }
        }
    }

    private func begin(
        _ priority: TaskPriority?, _ operation: @escaping @Sendable (Self) async -> Void
    ) {
        Task.detached(executorPreference: services.runtime.background.tasks, priority: priority) {
            await operation(self)
        }
    }

    /// Appends a record, counts how long that took, and calls `done` on the loop's thread.
    func append(
        _ record: JournalRecord, expected: JournalPosition,
        _ done: @escaping (AppendOutcome) -> Void
    ) {
        let (began, done) = (services.loop.now, LoopBound(done, loop: services.loop))
        services.journal.append(record, to: list.text, expected: expected) { outcome in
            services.loop.execute {
                if case .committed = outcome {
                    services.monitor.metrics.stored(seconds: services.loop.now - began)
                }
                done.value(outcome)
            }
        }
    }

    func load(_ head: ListHead, mayBeLater: Bool) async -> SequencerCommand {
        .loaded(await loader.stored(head, mayBeLater: mayBeLater))
    }

    /// The head as it is now, of the leader of its log.
    func readHead(_ number: Int) async -> SharedCommand {
        do throws(JournalError) {
            return .headRead(
                number: number, .success(try await services.journal.head(list: list.text)))
        } catch {
            return .headRead(number: number, .failure(.unavailable("\(error)")))
        }
    }

    /// The records after a position, some of the oldest.
    func readMissed(after position: JournalPosition) async -> SharedCommand {
        do {
            return .missedRead(.success(try await records(after: position)))
        } catch {
            return .missedRead(.failure(.unavailable("\(error)")))
        }
    }

    private func records(after position: JournalPosition) async throws -> [StoredRecord] {
        try await log.records(at: position.revision + 1) { journal throws(JournalError) in
            try await journal.read(list: list.text, after: position, limit: StoredLog.portion)
        }
    }

    func readHistory(_ range: HistoryRange) async -> SequencerCommand {
        .fetched(.history(range, await loader.older(range, of: list)))
    }

    /// The list as it was at an earlier revision.
    func readPast(_ revision: Int) async -> SequencerCommand {
        let states = PastStates(journal: services.journal, limits: services.limits, epoch: epoch)
        return .fetched(.past(revision, await states.past(of: list, at: revision)))
    }

    /// The set of an edit that another server has stored.
    func readSet(of edit: AnsweredEdit, counts: [Int]) async -> SharedCommand {
        guard case .applied(let revision, _, _) = edit.outcome else {
            return .setRead(edit, nil, counts: counts)
        }
        let range = HistoryRange(after: revision - 1, through: revision, purpose: .catchup)
        let found = try? await loader.older(range, of: list).get()
        return .setRead(edit, found?.encoded.last, counts: counts)
    }

    /// Looks for the sets that edits made which another server may have stored.
    func search(
        for lookup: EditLookup, through last: JournalPosition
    ) async -> SharedCommand {
        var search = EditSearch(lookup)
        var position = lookup.after
        do {
            while position.token < last.token {
                let records = try await records(after: position)
                guard !records.isEmpty else { return .searched(lookup, nil) }
                for record in records {
                    // What is trimmed away may be what is looked for.
                    guard record.position.token == position.token + 1 else {
                        return .searched(lookup, nil)
                    }
                    search.look(in: try ListRecord(decoding: record.body).sets)
                    position = record.position
                }
            }
            return .searched(lookup, search)
        } catch {
            return .searched(lookup, nil)
        }
    }

    /// Seconds between two tries to resolve; the first try is immediate.
    private static let resolvingSeconds = 0.5

    /// Asks the journal whether the record is stored until it can tell.
    func resolve(
        _ record: JournalRecord, after expected: JournalPosition
    ) async -> SequencerCommand {
        while true {
            do throws(JournalError) {
                return .resolved(
                    try await services.journal.resolve(record, of: list.text, expected: expected))
            } catch {
                await withCheckedContinuation { continuation in
                    services.loop.execute {
                        services.loop.schedule(after: Self.resolvingSeconds) {
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
            journal: services.journal, limits: services.limits, options: services.history,
            now: services.runtime.clock.steady())
        return .compacted(await compaction.outcome(of: loaded, at: head))
    }

    func delete() async -> SequencerCommand {
        do throws(JournalError) {
            try await services.journal.delete(list: list.text, epoch: epoch)
            return .deleted(.done)
        } catch {
            services.runtime.log.error(
                "a list cannot be deleted",
                metadata: ["list": "\(list.text)", "reason": "\(error)"])
            return .deleted(error == .undecided ? .undecided : .failed)
        }
    }
}
