import ListEditing
import ListJournal
import ListProtocol
import WebSocketTransport

/// Decides what a list's sequencer does: one command after the other, each giving effects.
///
/// Pure: no clock, no thread, no journal. It owns the list while that is in memory. At most one exclusive
/// operation is in flight: loading the list, work on another thread, an append, its deletion. Edits, joins,
/// reads and deletion wait for its end, in order. Nothing is published that is not durable.
struct SequencerMachine: Sendable {
    let id: ListID
    let epoch: String
    let limits: ProtocolLimits
    private(set) var head: ListHead
    private(set) var stage = Stage.serving
    /// When something was last asked of the list, in seconds of the loop.
    private(set) var lastUse: Double
    private(set) var past: HistoryRetention

    private var list: LoadedList?
    private var operation: OperationInFlight?
    private var editors = EditBacklog()
    private var readers: ReadBacklog
    private var isDeletionWanted = false
    private var isPassEndAwaited = false
    private var heads: ListHeads
    private var effects: [SequencerEffect] = []

    init(_ head: ListHead, limits: ProtocolLimits, options: HistoryOptions, now: Double) {
        id = ListID(head.list)
        epoch = head.epoch
        self.head = head
        self.limits = limits
        past = HistoryRetention(options)
        lastUse = now
        heads = ListHeads(limits)
        readers = ReadBacklog(id: id, epoch: epoch, limits: limits)
    }

    // MARK: What it tells

    var isLoaded: Bool { list != nil }

    /// Whether nothing waits, and nothing is under way that an edit waits for.
    var isQuiet: Bool {
        operation == nil && editors.isEmpty && readers.isEmpty && !isDeletionWanted
    }

    /// Bytes that it holds in memory and could read or make again.
    var reclaimableBytes: Int { (list?.historyByteCount ?? 0) + readers.byteCount }

    /// Reads the list without copying it; nil: it is not in memory, or handed over.
    func inspect<Result>(_ read: (LoadedList) -> Result) -> Result? { list.map(read) }

    /// Takes a command, and gives what is to be done, in order.
    mutating func handle(_ command: SequencerCommand, now: Moment) -> [SequencerEffect] {
        readers.turnBegan(with: command)
        decide(command, now)
        defer { effects = [] }
        return effects
    }

    private mutating func decide(_ command: SequencerCommand, _ now: Moment) {
        switch command {
        case .edit(let request):
            editors.add(request)
            awaitPassEnd(now)
        case .join(var request):
            request.asked = head.position.revision
            readers.add(request)
            awaitPassEnd(now)
        case .read(var request):
            request.asked = head.position.revision
            readers.add(request)
            awaitPassEnd(now)
        case .resync(let request):
            readers.add(request)
            awaitPassEnd(now)
        case .query(let query):
            readers.add(query)
            awaitPassEnd(now)
        case .queryRead(let query, let message):
            readers.queryEnded()
            if let message { effects.append(.answerQuery(query, .message(message))) }
            advance(now)
        case .readOn: advance(now)
        case .delete:
            isDeletionWanted = true
            awaitPassEnd(now)
        case .passEnded:
            isPassEndAwaited = false
            editors.passEnded(at: now.loop)
            advance(now)
        case .lingered:
            editors.lingered()
            advance(now)
        case .headDue:
            heads.timeIsOver(at: now.loop, isInUse: isLoaded || operation != nil, &effects)
            advance(now)
        case .idle(let moment): idle(since: moment, now)
        case .reclaim:
            readers.forgetEncodings()
            if !readers.isReadingHistory { list?.trimHistory(to: 0, bytes: 0) }
        case .loaded(let outcome): loaded(outcome, now)
        case .worked(let outcome, let box): worked(outcome, box, now)
        case .appended(let outcome): appended(outcome, now)
        case .recovered(let recovery):
            editors.recovered(recovery)
            advance(now)
        case .historyRead(let range, let outcome):
            readers.arrive(range, outcome)
            advance(now)
        case .encoded(let snapshot):
            readers.arrive(snapshot)
            advance(now)
        case .compacted(let outcome): compacted(outcome, now)
        case .deleted(let isDone): deleted(isDone, now)
        }
    }

    /// Commands of one pass of the event loop are handled together, at its end.
    private mutating func awaitPassEnd(_ now: Moment) {
        lastUse = now.loop
        guard !isPassEndAwaited else { return }
        isPassEndAwaited = true
        effects.append(.awaitPassEnd)
    }

    /// Does what can be done now.
    private mutating func advance(_ now: Moment) {
        while operation == nil, step(now) {}
    }

    /// - Returns: Whether there may be more to do.
    private mutating func step(_ now: Moment) -> Bool {
        if stage == .deleted {
            turnAwayAll(.deleted)
            return false
        }
        if isDeletionWanted {
            isDeletionWanted = false
            operation = .deleting
            effects.append(.delete)
            return false
        }
        if let (batch, recovery) = editors.takeRecovered() {
            settle(batch, recovery)
            return true
        }
        guard editors.needList || readers.needList || (heads.isDue && isLoaded) else {
            return false
        }
        if case .unreadable(let until) = stage {
            guard now.loop >= until else {
                turnAwayAll(.unavailable)
                return false
            }
            stage = editors.undecided == nil ? .serving : .failing
        }
        guard list != nil else {
            operation = .loading
            effects.append(.load(head, mayBeLater: editors.undecided == nil))
            return false
        }
        past.pruneToStore(&list)
        if let (batch, before) = editors.takeLate() {
            publish(batch, frame: nil, before: before, now)
        }
        if takeInHistory(now) { return false }
        if readers.needList, let list { readers.serve(list, &effects) }
        if heads.isDue, let list { heads.send(list, &effects) }
        guard stage == .serving else {
            if let list { editors.refuseNew(list, &effects) }
            return false
        }
        return applyNext(now)
    }

    // MARK: Loading and letting go

    /// Seconds after which a list that could not be read is tried again when it is requested.
    private static let unreadableSeconds = 1.0

    private mutating func loaded(_ outcome: Result<RestoredList, LoadFailure>, _ now: Moment) {
        guard case .loading = operation else { return }
        operation = nil
        switch outcome {
        case .success(let stored):
            list = stored.list.take()
            head.position = stored.position
            past.loaded(stored.compaction)
            effects.append(.note(.readable))
        case .failure(let failure):
            effects.append(.note(.unreadable(failure)))
            stage = .unreadable(until: now.loop + Self.unreadableSeconds)
            effects.append(.closeAll(.unavailable))
        }
        advance(now)
    }

    /// Answers all that waits for a list that cannot be had.
    private mutating func turnAwayAll(_ absence: Absence) {
        readers.turnAwayAll(absence, &effects)
        editors.turnAwayAll(absence, unknownList, &effects)
        guard absence == .deleted, isDeletionWanted else { return }
        isDeletionWanted = false
        effects.append(.finishDeletion(isDone: false))
    }

    private mutating func dropList() {
        if let list { effects.append(.release(ListTransfer(list))) }
        list = nil
        readers.listDropped()
        editors.unpark(withHistory: false)
    }

    private mutating func deleted(_ isDone: Bool, _ now: Moment) {
        operation = nil
        if isDone {
            stage = .deleted
            let wasUndecided = editors.undecided != nil
            for batch in editors.takeUnanswered() { effects += batch.refusal(unknownList) }
            if wasUndecided { effects.append(.note(.journalRecovered)) }
            effects.append(.closeAll(.deleted))
            dropList()
        }
        effects.append(.finishDeletion(isDone: isDone))
        advance(now)
    }

    /// Releases the list if it has not been used since `moment`, and its history where it is too old.
    private mutating func idle(since moment: Double, _ now: Moment) {
        guard list != nil, stage == .serving, isQuiet else { return }
        compactIfDue(now)
        if lastUse < moment, !past.compaction.isUnderWay { dropList() }
    }

    // MARK: Edits

    /// - Returns: Whether there may be more to do.
    private mutating func applyNext(_ now: Moment) -> Bool {
        switch editors.applyNext(&list, now, &effects) {
        case .wait: return false
        case .offload(let work):
            offload(work)
            return false
        case .applied(let batch):
            take(batch, batch.needsStoring ? list?.record(of: batch) : nil, frame: nil, now)
            return true
        }
    }

    /// Goes on with an applied batch: stores it, or answers it at once where nothing is to be stored.
    private mutating func take(
        _ batch: AppliedBatch, _ record: JournalRecord?, frame: Frame?, _ now: Moment
    ) {
        if let from = batch.wantedHistory { readers.rebase(from: from) }
        if let record {
            operation = .appending(batch, frame, record, expected: head.position)
            effects.append(.append(record, expected: head.position))
        } else if !batch.answers.isEmpty {
            publish(batch, frame: nil, before: head.position.revision, now)
        }
    }

    private mutating func appended(_ outcome: AppendOutcome, _ now: Moment) {
        guard case .appending(let batch, let frame, let record, let expected) = operation else {
            return
        }
        operation = nil
        switch outcome {
        case .committed(let position):
            head = ListHead(
                list: id.text, epoch: epoch, title: record.title, rows: record.rows,
                position: position)
            past.add(
                sets: position.revision - expected.revision, bytes: record.body.count,
                at: record.at)
            effects.append(.note(.committed(edits: batch.answers.count)))
            publish(batch, frame: frame, before: expected.revision, now)
            editors.published(batch.answers.count, at: now.loop)
            compactIfDue(now)
        case .conflict:
            fail(batch, record, expected, "another writer has changed the list's log")
        case .refused:
            // Certainly nothing is stored: the list is loaded again as it is stored.
            dropList()
            effects += batch.withdrawal(to: expected.revision)
        case .unknown(let reason):
            fail(batch, record, expected, reason)
        }
        advance(now)
    }

    private mutating func publish(
        _ batch: AppliedBatch, frame made: Frame?, before revision: Int, _ now: Moment
    ) {
        let frame = made ?? list?.frame(of: batch)
        effects += batch.publication(frame, after: revision, counts: list?.list.counts ?? [])
        guard frame != nil else { return }
        readers.forgetEncodings()
        if !readers.isReadingHistory {
            past.trim(&list, isWanted: readers.needHistory(at: now.loop))
        }
        heads.published(at: now.loop, &effects)
    }

    private mutating func offload(_ work: ListWork) {
        guard let list else { return }
        let box = ListTransfer(list)
        self.list = nil
        operation = .working
        effects.append(.work(work, box))
    }

    private mutating func worked(_ outcome: ListWork.Outcome, _ box: ListTransfer, _ now: Moment) {
        guard case .working = operation else { return }
        operation = nil
        list = box.take()
        switch outcome {
        case .applied(let batch, let record, let frame): take(batch, record, frame: frame, now)
        case .adopted: editors.unpark(withHistory: true)
        }
        advance(now)
    }

    // MARK: When the journal fails

    /// Goes read-only after an append of unknown outcome, at the state that is stored for certain.
    private mutating func fail(
        _ batch: AppliedBatch, _ record: JournalRecord, _ expected: JournalPosition,
        _ reason: String
    ) {
        stage = .failing
        editors.appendFailed(batch, expected: expected)
        effects.append(.note(.journalFailed(reason)))
        dropList()
        effects.append(.recover(record, behind: expected))
    }

    /// Resumes once the journal has reported the outcome of the undecided batch.
    private mutating func settle(_ batch: AppliedBatch, _ recovery: Recovery) {
        effects.append(.note(.journalRecovered))
        switch recovery {
        case .gone:
            effects += batch.refusal(unknownList)
            stage = .deleted
            effects.append(.closeAll(.deleted))
            dropList()
        case .done(let stored, let isOurs):
            stage = .serving
            if head.position != stored.position { dropList() }
            head = stored
            if !isOurs { effects += batch.withdrawal(to: stored.position.revision) }
        }
    }

    private var unknownList: Rejection {
        Rejection(.unknownList, action: nil, message: "there is no list \(id.text)")
    }

    // MARK: History

    /// Takes in older history that has been read.
    ///
    /// - Returns: Whether the list was handed to the worker thread for it.
    private mutating func takeInHistory(_ now: Moment) -> Bool {
        guard let arrived = readers.takeInHistory(&list, at: now.loop) else { return false }
        if case .failure(let failure) = arrived.outcome {
            effects.append(.note(.historyUnreadable(failure)))
        }
        guard arrived.purpose == .rebasing else { return false }
        switch arrived.outcome {
        case .success(let sets):
            offload(.adopt(sets))
            return true
        case .failure(.damaged):
            editors.unpark(withHistory: true)
        case .failure(.unavailable):
            effects.append(.withhold(editors.removeParked()))
        }
        return false
    }

    /// Called when the list in memory is the one that is stored.
    private mutating func compactIfDue(_ now: Moment) {
        guard stage == .serving, let copy = past.compactIfDue(list, now) else { return }
        effects.append(.compact(copy, head))
    }

    private mutating func compacted(
        _ outcome: Result<Compaction.Outcome, LoadFailure>, _ now: Moment
    ) {
        if let reason = past.compacted(outcome, now) {
            effects.append(.note(.snapshotFailed(reason)))
        }
        if operation == nil { past.pruneToStore(&list) }
    }
}
