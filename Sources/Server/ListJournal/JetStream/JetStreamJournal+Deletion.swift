// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import NATS

/// Deleting lists: first by a record that says so, then what is left of them.
///
/// That record expires only once nothing of the list is left: without it, what lies before would be a list
/// again. So the deletion has two of them: the second, which expires, is stored when the rest is removed. A
/// server that starts goes on with the deletions that have one.
extension JetStreamJournal {
    /// How long the second record of a deletion stays, for servers that are behind.
    private static let tombstoneHours = 720
    /// Seconds until work that failed is tried again.
    private static let pause = 10.0
    /// The header of what expires; of the records of a deletion, only the second has it.
    static let expiry = "Nats-TTL"

    package func delete(list: String, epoch: String) async throws(JournalError) {
        var isTriedBefore = false
        while true {
            guard let (message, record) = try await last(of: list, isTriedBefore),
                record.envelope.epoch == epoch, record.envelope.kind != .deleted
            else { return }
            switch await append(deletion(after: record), after: message, of: list) {
            case .committed(let position):
                known.forget(list, epoch: epoch, at: position.place)
                removeLater(list)
                return
            case .conflict: isTriedBefore = true
            case .refused(let reason): throw .failed(reason)
            case .unknown: throw .undecided
            }
        }
    }

    /// Goes on with a deletion, where the last message of a list's log is the first record of one.
    func resumeDeletion(_ list: String, _ message: StoredMessage) {
        if purpose == .serving, message.headers[Self.expiry] == nil { removeLater(list) }
    }

    private func removeLater(_ list: String) {
        later { journal throws(JournalError) in try await journal.remove(list) }
    }

    /// Does work after all purges, and again where it fails, until the journal is closed.
    func later(
        _ work: @escaping @Sendable (JetStreamJournal) async throws(JournalError) -> Void
    ) {
        purges.add { [weak self] in
            guard let self else { return }
            do throws(JournalError) {
                try await work(self)
            } catch {
                guard !isClosed else { return }
                counters.retried("\(error)")
                await time.sleep(Self.pause)
                later(work)
            }
        }
    }

    private func remove(_ list: String) async throws(JournalError) {
        // A server that creates the list anew stores its snapshots after this.
        let snapshots = try await log.asking { streams throws(JetStreamError) in
            try await streams.stream(layout.snapshotStream)?.lastSequence ?? 0
        }
        guard let (message, record) = try await log.last(of: list),
            record.envelope.kind == .deleted, message.headers[Self.expiry] == nil
        else { return }
        let stream = layout.logStream(of: list)
        try await purge(stream, layout.log(of: list), below: message.sequence)
        try await purge(stream, layout.allRecordParts(of: list), below: message.sequence)
        for filter in [layout.snapshot(of: list), layout.allBelowSnapshot(of: list)] {
            try await purge(layout.snapshotStream, filter, below: snapshots + 1)
        }
        let outcome = await append(
            deletion(after: record), after: message, of: list,
            headers: [Self.expiry: "\(Self.tombstoneHours)h"])
        switch outcome {
        case .committed(let position):
            known.forget(list, epoch: record.envelope.epoch, at: position.place)
            try await purge(stream, layout.log(of: list), below: Int(position.place))
        // The list is created anew.
        case .conflict: return
        case .refused(let reason): throw .failed(reason)
        case .unknown: throw .undecided
        }
    }

    private func deletion(after record: ReadRecord) -> RecordEnvelope {
        var envelope = record.envelope
        envelope.kind = .deleted
        envelope.number += 1
        envelope.writer = ids.writer
        envelope.id = ids.next()
        envelope.previous = record.check
        return envelope
    }

    private func append(
        _ deletion: RecordEnvelope, after message: StoredMessage, of list: String,
        headers: NATSHeaders = [:]
    ) async -> AppendOutcome {
        let before = JournalPosition(
            revision: deletion.revision, token: deletion.number - 1, place: Int64(message.sequence))
        return await append(deletion, [], to: list, expected: before, headers: headers)
    }

    func purge(
        _ stream: String, _ filter: String, below sequence: Int = .max
    ) async throws(JournalError) {
        try await log.asking { streams throws(JetStreamError) in
            _ = try await streams.purge(stream, filter: filter, below: sequence)
        }
    }
}
