import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

/// From an applied batch to its answers: storing it, and what becomes of it where that fails.
extension SequencerMachine {
    /// Goes on with an applied batch: stores it, or answers it at once where nothing is to be stored.
    mutating func take(
        _ batch: AppliedBatch, _ record: JournalRecord?, frame: Frame?, _ now: Moment
    ) {
        if let from = batch.wantedHistory { readers.rebase(from: from) }
        if let revision = batch.wantedPast { readPast(revision) }
        if let record = record ?? (writers.mustStore ? list?.record(of: batch) : nil) {
            operation = .appending(
                AppendInFlight(
                    batch: batch, frame: frame, record: record, expected: position,
                    began: now.loop))
            effects.append(.append(record, expected: position))
            watch.began(&effects)
            return
        }
        list?.endBatch()
        if !batch.answers.isEmpty { publish(batch, before: position.revision, now) }
    }

    /// The cost of a batch, in rows that it has removed or so, over which they are freed on another thread.
    private static let largeCost = 5_000

    mutating func appended(_ outcome: AppendOutcome, _ now: Moment) {
        guard case .appending(let append) = operation else {
            return editors.appendEnded(outcome, after: head, &effects)
        }
        operation = nil
        let (batch, record, revision) = (append.batch, append.record, append.expected.revision)
        switch outcome {
        case .committed(let position):
            self.position = position
            wroteLast = true
            noteStored(position)
            note(ListHead(head, record, at: position))
            let sets = position.revision - revision
            if let ended = list?.endBatch(), ended.cost > Self.largeCost {
                effects.append(.discard(Handover(ended)))
            }
            past.add(sets: sets, bytes: record.body.count, at: record.at)
            effects.append(.note(.committed(edits: batch.answers.count)))
            publish(batch, append.frame, before: revision, now)
            editors.published(batch.answers.count, at: now.loop)
            compactIfDue(now)
        case .conflict: fail(append, nil)
        case .refused:
            // Certainly nothing is stored.
            rollBack()
            editors.withdraw(append, to: revision, &effects)
        case .unknown(let reason): fail(append, reason)
        }
    }

    /// Goes read-only where an append or a deletion has had no outcome for too long, which stays under way, or
    /// where what another server wrote first cannot be read for too long.
    mutating func appendDue(_ now: Moment) {
        watch.fired()
        let silent = "the journal has not answered for \(Int(watch.patience)) s"
        if case .appending(let append) = operation {
            guard watch.isOver(since: append.began, at: now.loop, &effects) else { return }
            operation = nil
            fail(append, silent, isUnderWay: true)
        } else if case .deleting(let began) = operation {
            guard watch.isOver(since: began, at: now.loop, &effects) else { return }
            deletionOverdue(silent)
        } else if stage == .overtaken, let began = editors.undecided?.append.began {
            guard watch.isOver(since: began, at: now.loop, &effects) else { return }
            stage = .failing
            editors.overtakenForLong()
            let reason = "what another server wrote first cannot be read"
            effects.append(.note(.journalFailed(reason)))
        }
    }

    /// - Parameter counts: Rows of each section after the batch; nil: those of the list.
    mutating func publish(
        _ batch: AppliedBatch, _ made: Frame? = nil, before revision: Int, counts: [Int]? = nil,
        _ now: Moment
    ) {
        let frame = made ?? list?.frame(of: batch)
        effects += batch.publication(
            frame, after: revision, counts: counts ?? list?.list.counts ?? [])
        guard frame != nil else { return }
        published = revision + batch.sets.count
        readers.forgetEncodings()
        if !readers.isReadingHistory {
            past.trim(&list, isWanted: readers.needHistory(at: now.loop))
        }
        heads.published(at: now.loop, &effects)
    }

    // MARK: When the journal fails

    /// Takes the batch back that was applied last: the list is as it is stored for certain.
    mutating func rollBack() {
        guard let cost = list?.rollbackCost else { return }
        if cost > LoadedList.turnCost { offload(.rollBack) } else { list?.rollBack() }
    }

    /// Takes back what an append without a certain outcome did.
    ///
    /// - Parameter reason: Why it goes read-only; nil: edits wait, as another server was first.
    mutating func fail(
        _ append: AppendInFlight, _ reason: String?, isUnderWay: Bool = false
    ) {
        stage = reason == nil ? .overtaken : .failing
        let counts = list?.list.counts ?? []
        editors.appendFailed(
            UndecidedBatch(append, counts, isUnderWay: isUnderWay, isOvertaken: reason == nil))
        effects.append(.note(reason.map { .journalFailed($0) } ?? .overtaken))
        rollBack()
        if !isUnderWay { effects.append(.resolve(append.record, after: append.expected)) }
    }

    /// Resumes once the outcome of the undecided batch is certain.
    mutating func resolved(_ resolution: AppendResolution) {
        switch resolution {
        case .gone: return end()
        case .ours(let stored):
            noteStored(stored.position)
            note(stored)
        case .other(let stored), .trimmed(let stored):
            writers.overtaken(by: stored.position.token)
            note(stored)
        }
        stage = readableStage
    }

    private mutating func noteStored(_ position: JournalPosition) {
        writers.stored(position.token)
        editors.stored()
        lookUpEdits(through: position)
    }
}
