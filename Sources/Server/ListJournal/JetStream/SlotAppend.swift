// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import NATS

/// One append, tried in the same slot until it is certain what became of it.
///
/// A slot is the place directly after the last record that the writer knows. An attempt that timed out may
/// be stored 20 seconds later: it ends only by its acknowledgement, or by another record in its slot. All
/// attempts have one id, so that the stream takes one of them.
final class SlotAppend: Sendable {
    /// Seconds between two attempts: the first pause, and the longest.
    private static let pause = (first: 0.05, longest: 1.0)

    private let journal: JetStreamJournal
    private let list: String
    private let sealed: SealedRecord
    private let envelope: RecordEnvelope
    private let expected: JournalPosition
    private let headers: NATSHeaders
    /// When it ends if it is certain by then that nothing is stored; nil: never.
    private let deadline: ContinuousClock.Instant?
    private let done: @Sendable (AppendOutcome) -> Void

    init(
        _ envelope: RecordEnvelope, _ body: [UInt8], to list: String, expected: JournalPosition,
        headers: NATSHeaders = [:], deadline: ContinuousClock.Instant? = nil,
        in journal: JetStreamJournal, done: @escaping @Sendable (AppendOutcome) -> Void
    ) {
        self.journal = journal
        self.list = list
        self.envelope = envelope
        self.expected = expected
        self.headers = headers
        self.deadline = deadline
        self.done = done
        sealed = envelope.sealed(body)
    }

    /// The position of the record, once it is stored.
    private func position(at sequence: Int) -> JournalPosition {
        JournalPosition(
            revision: envelope.revision, token: envelope.number, place: Int64(sequence),
            check: Int64(bitPattern: sealed.check))
    }

    /// One attempt of several.
    private struct Attempt: Sendable {
        var began: ContinuousClock.Instant
        /// Seconds until the next one.
        var pause = SlotAppend.pause.first
        /// Whether an earlier one may be stored, now or later.
        var mayBeStored = false
    }

    func begin() {
        guard !sealed.parts.isEmpty else { return attempt(Attempt(began: journal.time.now())) }
        Task(executorPreference: journal.time.tasks) { [self] in
            do throws(JournalError) {
                try await journal.store(sealed.parts, in: journal.layout.logStream(of: list)) {
                    journal.layout.part($0, ofRecord: envelope.id, of: list)
                }
                attempt(Attempt(began: journal.time.now()))
            } catch {
                // The record itself was not sent.
                guard !journal.isClosed, deadline == nil else { return done(.refused("\(error)")) }
                journal.counters.retried("\(error)")
                await journal.time.sleep(Self.pause.longest)
                begin()
            }
        }
    }

    private func attempt(_ attempt: Attempt) {
        journal.counters.attempted()
        journal.streams.publish(
            sealed.message, to: journal.layout.log(of: list), expected: Int(expected.place),
            id: envelope.id, headers: headers
        ) { [self] outcome in
            switch outcome {
            case .stored(let sequence, _): finish(.committed(position(at: sequence)))
            case .conflict(let last):
                // A leader that does not know what this server has read is not believed.
                if let last, last < expected.place { return again(outcome, attempt) }
                Task(executorPreference: journal.time.tasks) { [self] in
                    await readSlot(outcome, attempt)
                }
            case .refused(let reason) where deadline != nil && !attempt.mayBeStored:
                finish(.refused(reason))
            case .unknown:
                var uncertain = attempt
                uncertain.mayBeStored = true
                again(outcome, uncertain)
            case .notStored, .refused: again(outcome, attempt)
            }
        }
    }

    /// Looks which record is in the slot: it may be this one, of an earlier attempt.
    private func readSlot(_ outcome: PublishOutcome, _ attempt: Attempt) async {
        let found: (StoredMessage, ReadRecord?)?
        do throws(JournalError) {
            found = try await journal.log.next(of: list, after: expected.place)
        } catch {
            return again(outcome, attempt)
        }
        guard let (message, record) = found else { return again(outcome, attempt) }
        if record?.envelope.id == envelope.id {
            finish(.committed(position(at: message.sequence)))
        } else {
            journal.counters.overtaken()
            finish(.conflict)
        }
    }

    private func again(_ outcome: PublishOutcome, _ attempt: Attempt) {
        guard !journal.isClosed else { return finish(.unknown("the journal is closed")) }
        if let deadline, journal.time.now() >= deadline, !attempt.mayBeStored {
            return finish(.refused("\(outcome)"))
        }
        journal.counters.retried("\(outcome)")
        // A full stream is so on every node.
        if case .refused = outcome {} else { journal.failed(begun: attempt.began) }
        var next = attempt
        next.pause = min(2 * attempt.pause, Self.pause.longest)
        journal.time.later(attempt.pause) { [next] in
            var next = next
            next.began = self.journal.time.now()
            self.attempt(next)
        }
    }

    private func finish(_ outcome: AppendOutcome) {
        if case .committed(let position) = outcome {
            journal.nodes.succeeded()
            journal.known.note(list, envelope.epoch, position)
        }
        done(outcome)
    }
}
