package import ListDocument
import ListEditing
package import ListJournal
package import ListProtocol
import TextBytes
import WebSocketTransport

/// Decides what a list's sequencer does: one command after the other, each giving effects.
///
/// Pure: no clock, no thread, no journal. It owns the list while that is in memory. At most one thing is under way
/// that nothing else may happen beside: loading the list, work on another thread, an append, its deletion. Edits,
/// joins, reads and deletion wait for its end, in order; an append without an outcome is given up for undecided
/// after a while. Nothing is published that is not durable.
///
/// Where others append to the same journal, a ``SharedSequencer`` stands around it, and goes its steps with it.
package struct SequencerMachine: Sendable {
    package let id: ListID
    package let epoch: String
    package let limits: ProtocolLimits
    /// Whether no other server appends to the list: an edit that is not applied here is applied nowhere.
    private let isSoleWriter: Bool
    /// The newest record that is known to be stored.
    package private(set) var head: ListHead
    /// Where the list in memory stands in the log.
    private(set) var position: JournalPosition
    /// The last revision that subscribers were sent.
    private(set) var published: Int
    package private(set) var past: HistoryRetention
    /// The head after the newest record that this machine has stored itself; nil: none yet.
    private(set) var stored: JournalPosition?

    private var phase = ListPhase.absent(until: -.infinity)
    private var deletion = ListDeletion.none
    private var editors: EditBacklog
    private var readers: ReadBacklog
    private var heads: ListHeads
    private var watch: AppendWatch
    /// When something was last asked of the list, in seconds of the loop.
    private var lastUse: Double
    private var isPassEndAwaited = false
    /// Whether history is to be let go once nothing is under way.
    private var isReclaimDue = false
    private var effects: [SequencerEffect] = []

    package init(
        _ head: ListHead, limits: ProtocolLimits, options: HistoryOptions,
        isSoleWriter: Bool = true, now: Double
    ) {
        id = ListID(head.list)
        epoch = head.epoch
        self.head = head
        self.limits = limits
        self.isSoleWriter = isSoleWriter
        past = HistoryRetention(options)
        editors = EditBacklog(isSoleWriter: isSoleWriter)
        position = head.position
        published = head.position.revision
        watch = AppendWatch(patience: options.appendSeconds)
        lastUse = now
        heads = ListHeads(limits)
        readers = ReadBacklog(id: id, epoch: epoch, limits: limits)
    }

    // MARK: What it tells

    package var stage: Stage {
        switch phase {
        case .deleted: .deleted
        case .absent(let until) where until > -.infinity: .unreadable
        default: isFailing ? .failing : editors.isOvertaken ? .overtaken : .serving
        }
    }

    /// Mutating, as ``standing()`` is: each edit asks.
    package var isDeleted: Bool {
        mutating get { if case .deleted = phase { true } else { false } }
    }

    /// Whether nothing can be stored now.
    private var isFailing: Bool {
        if case .undecided = deletion { return true }
        return editors.isFailing
    }

    package var isLoaded: Bool { phase.isLoaded }

    /// Whether something is under way that nothing else may happen beside.
    var isBusy: Bool { phase.isBusy }

    /// Whether nothing waits, and nothing is under way that an edit waits for.
    package var isQuiet: Bool {
        guard !isBusy, editors.isEmpty, readers.isEmpty, case .none = deletion else { return false }
        return true
    }

    /// - Returns: How it stands. Mutating, so that it is read in place: the caller would copy the whole machine to
    ///   read several parts of it.
    package mutating func standing() -> Standing {
        Standing(
            isInUse: isLoaded || !isQuiet,
            reclaimableBytes: phase.historyByteCount + readers.byteCount)
    }

    /// Reads the list; nil: it is not in memory, or handed over.
    package func inspect<Result>(_ read: (LoadedList) -> Result) -> Result? { phase.inspect(read) }

    /// Whether the list in memory lacks records that are stored.
    var isBehind: Bool { isLoaded && lacksRecords }
    private var lacksRecords: Bool { position.token < head.position.token }

    /// Whether the outcome of an append is unknown: the record may be the next one.
    var isUndecided: Bool { editors.undecided != nil }

    /// Whether a batch turned out to be stored and is not published.
    var hasRecovered: Bool { editors.recovered != nil }

    // MARK: Commands

    /// Takes a command, and gives what is to be done, in order.
    package mutating func handle(_ command: SequencerCommand, now: Moment) -> [SequencerEffect] {
        if take(command, now) { while case .goesOn = step(now) {} }
        return takeEffects()
    }

    mutating func takeEffects() -> [SequencerEffect] {
        readers.turnEnded()
        defer { effects = [] }
        return effects
    }

    /// - Returns: Whether steps may be gone now; else they are at the end of the loop's pass.
    mutating func take(_ command: SequencerCommand, _ now: Moment) -> Bool {
        switch command {
        case .edit(let request):
            queue(request)
            awaitPassEnd(now)
            return false
        case .serve(let request):
            queue(request)
            awaitPassEnd(now)
            return false
        case .delete:
            delete()
            awaitPassEnd(now)
            return false
        case .release(let moment):
            release(unusedSince: moment, compacting: true, now)
            return false
        case .reclaim:
            reclaim()
            return false
        case .due(let timer): due(timer, now)
        case .loaded(let outcome): loaded(outcome, now)
        case .worked(let outcome, let box): worked(outcome, box, now)
        case .appended(let outcome): appended(outcome, now)
        case .resolved(let resolution): editors.resolved(resolution)
        case .fetched(let fetched): take(fetched)
        case .compacted(let outcome): compacted(outcome, now)
        case .deleted(let outcome): deleted(outcome)
        }
        return true
    }

    mutating func queue(_ request: EditRequest) { editors.add(request) }
    mutating func queue(_ request: ReaderRequest) {
        readers.add(request, asked: head.position.revision)
    }

    private mutating func due(_ timer: SequencerTimer, _ now: Moment) {
        switch timer {
        case .passEnd:
            isPassEndAwaited = false
            editors.passEnded(at: now.loop)
        case .linger: editors.lingered()
        case .head: heads.timeIsOver(at: now.loop, isInUse: isLoaded || isBusy, &effects)
        case .readOn: readers.readOn()
        case .load: break
        case .append: appendDue(now)
        }
    }

    /// Commands of one pass of the event loop are handled together, at its end.
    mutating func awaitPassEnd(_ now: Moment) {
        lastUse = now.loop
        guard !isPassEndAwaited else { return }
        isPassEndAwaited = true
        effects.append(.wake(after: nil, .passEnd))
    }

    // MARK: Steps

    private mutating func step(_ now: Moment) -> Step {
        switch settle(now) {
        case .waits: .waits
        case .resolved: .goesOn
        case .goesOn: goOn(now)
        }
    }

    /// Ends what is over: the list's deletion, and an append whose outcome is certain.
    mutating func settle(_ now: Moment) -> Step {
        guard !isBusy else { return .waits }
        if isReclaimDue { reclaim() }
        if case .done = deletion { end() }
        if case .deleted = phase {
            rejectAll(.deleted)
            return .waits
        }
        if case .due = deletion {
            deletion = .none
            phase = .deleting(phase.takeReady(), since: now.loop)
            effects.append(.delete)
            watch.began(&effects)
            return .waits
        }
        guard let resolution = editors.takeResolved(&effects) else { return .goesOn }
        resolved(resolution)
        return .resolved(resolution)
    }

    /// Does what waits for the list: loads it, serves who reads it, and applies edits.
    ///
    /// - Parameter applying: Whether edits may be applied now.
    mutating func goOn(_ now: Moment, applying: Bool = true) -> Step {
        let hasEdits = editors.needList(applying: applying, refusing: isFailing)
        guard hasEdits || readers.needList || heads.isDue && isLoaded else { return .waits }
        guard var held = phase.takeReady() else {
            load(now)
            return .waits
        }
        // Others were first, and what they wrote is not at hand.
        if lacksRecords, !isUndecided {
            drop(consume held)
            return .goesOn
        }
        past.pruneToStore(&held.loaded)
        publishRecovered(&held.loaded, now)
        if !isUndecided { publishMissed(&held.loaded, now) }
        if let work = takeInHistory(&held.loaded, now) {
            handOver(consume held, for: work)
            return .waits
        }
        // What was sent before a session opened the list is refused before it has it.
        if isFailing { editors.refuseNew(held.loaded, &effects) }
        // No session is told an older state than is known to be stored.
        if readers.needList, !lacksRecords { readers.serve(held.loaded, &effects) }
        if heads.isDue { heads.send(held.loaded, &effects) }
        guard applying, !isUndecided, !isFailing else {
            phase = .ready(consume held)
            return .waits
        }
        switch editors.applyNext(&held.loaded, now, &effects) {
        case .wait:
            phase = .ready(consume held)
            return .waits
        case .offload(let work):
            handOver(consume held, for: work)
            return .waits
        case .applied(let batch):
            let record = batch.needsStoring ? Self.record(of: batch, in: &held.loaded) : nil
            store(batch, record, frame: nil, of: consume held, now)
            return .goesOn
        }
    }

    // MARK: Loading and letting go

    /// Seconds after which a list that could not be read is tried again when it is requested.
    private static let unreadableSeconds = 1.0

    /// Has the list loaded, where it is not in memory.
    mutating func load(_ now: Moment) {
        guard case .absent(let until) = phase else { return }
        guard now.loop >= until else { return rejectAll(.unavailable) }
        phase = .loading
        effects.append(.load(certain, mayBeLater: !isUndecided))
    }

    /// The newest head before whatever is undecided.
    private var certain: ListHead {
        guard let undecided = editors.undecided else { return head }
        return ListHead(
            list: id.text, epoch: epoch, title: head.title, rows: head.rows, done: head.done,
            position: undecided.append.expected)
    }

    private mutating func loaded(_ outcome: Result<RestoredList, LoadFailure>, _ now: Moment) {
        guard case .loading = phase else { return }
        switch outcome {
        case .success(let stored):
            position = stored.position
            past.loaded(stored.compaction)
            guard let list = stored.list.take() else { return phase = .absent(until: -.infinity) }
            if position.token > head.position.token {
                head = ListHead(
                    list: id.text, epoch: epoch, title: list.list.title, rows: list.list.rowCount,
                    done: list.list.doneCount, position: position)
            } else if position.token == head.position.token {
                // An earlier version stored the head without it.
                head.done = list.list.doneCount
            }
            phase = .ready(HeldList(list))
            effects.append(.note(.readable))
        case .failure(let failure):
            effects.append(.note(.unreadable(failure)))
            phase = .absent(until: now.loop + Self.unreadableSeconds)
            effects.append(.broadcast(.close(.unavailable)))
            // Edits that are stored wait for their answers, also where no session opens the list again.
            if editors.recovered != nil {
                effects.append(.wake(after: Self.unreadableSeconds, .load))
            }
        }
    }

    /// Answers all that waits for a list that cannot be had.
    private mutating func rejectAll(_ unavailability: Unavailability) {
        readers.rejectAll(unavailability, &effects)
        editors.rejectAll(unavailability, .unknownList(id), &effects)
        if unavailability == .deleted { endDeletion() }
    }

    private mutating func drop(_ held: consuming HeldList) {
        phase = .absent(until: -.infinity)
        effects.append(.discard(.list(ListTransfer(held.loaded))))
        readers.listDropped()
        editors.unblock(withHistory: false)
    }

    /// Lets go of the list if it has not been used since `moment`, and of its history where it is too old.
    ///
    /// - Parameter compacting: Whether a snapshot is stored, too, where one is due.
    mutating func release(unusedSince moment: Double, compacting: Bool, _ now: Moment) {
        guard stage == .serving, isQuiet, var held = phase.takeReady() else { return }
        if compacting { compactIfDue(&held.loaded, now) }
        guard lastUse < moment, !past.compaction.isUnderWay else {
            return phase = .ready(consume held)
        }
        drop(consume held)
    }

    private mutating func reclaim() {
        readers.forgetEncodings()
        isReclaimDue = isBusy
        guard !readers.isReadingHistory, var held = phase.takeReady() else { return }
        held.loaded.trimHistory(to: 0, bytes: 0)
        phase = .ready(consume held)
    }

    // MARK: Deletion

    /// What is asked for while a deletion is under way has its outcome.
    private mutating func delete() {
        if case .deleting = phase { return }
        switch deletion {
        case .none: deletion = .due
        case .due, .undecided: break
        case .done: effects.append(.finishDeletion(.failed))
        }
    }

    private mutating func deleted(_ outcome: DeletionOutcome) {
        if case .undecided = deletion {
            deletion = .none
            effects.append(.note(.journalRecovered))
        }
        phase.endDeleting()
        if case .done = outcome { vanished() }
        effects.append(.finishDeletion(outcome))
    }

    /// The list is gone from the journal.
    mutating func vanished() {
        if case .deleted = phase { return }
        endDeletion()
        guard isBusy else { return end() }
        deletion = .done
    }

    /// The list is gone otherwise than by the deletion that was asked for here.
    private mutating func endDeletion() {
        switch deletion {
        case .due: effects.append(.finishDeletion(.failed))
        case .undecided: effects.append(.note(.journalRecovered))
        case .none, .done: break
        }
        deletion = .none
    }

    /// The list is deleted, and with it the edits that were not answered.
    private mutating func end() {
        if editors.isFailing { effects.append(.note(.journalRecovered)) }
        endDeletion()
        let held = phase.takeReady()
        if let held { editors.answerRemembered(held.loaded, &effects) }
        closeAll(.deleted)
        // They may have been applied before: no client is notified that they were not.
        let inDoubt = editors.takeInDoubt()
        if !inDoubt.isEmpty { effects.append(.leaveUnanswered(inDoubt)) }
        if let held { drop(consume held) }
        phase = .deleted
    }

    mutating func closeAll(_ unavailability: Unavailability) {
        effects.append(.broadcast(.close(unavailability)))
    }

    // MARK: Work on another thread

    private mutating func handOver(_ held: consuming HeldList, for work: ListWork) {
        phase = .working
        effects.append(.work(work, ListTransfer(held.loaded)))
    }

    private mutating func worked(_ outcome: ListWork.Outcome, _ box: ListTransfer, _ now: Moment) {
        guard case .working = phase else { return }
        guard let list = box.take() else { return phase = .absent(until: -.infinity) }
        switch outcome {
        case .applied(let batch, let record, let frame):
            return store(batch, record, frame: frame, of: HeldList(list), now)
        case .replayed(let outcome): return replayed(outcome, HeldList(list))
        case .adopted: editors.unblock(withHistory: true)
        case .rolledBack: break
        }
        phase = .ready(HeldList(list))
    }

    // MARK: Storing

    /// Goes on with an applied batch: stores it, or answers it at once where nothing is to be stored.
    private mutating func store(
        _ batch: AppliedBatch, _ record: JournalRecord?, frame: Frame?,
        of held: consuming HeldList, _ now: Moment
    ) {
        var held = consume held
        if let from = batch.wantedHistory { readers.rebase(from: from) }
        if let revision = batch.wantedPast { editors.readPast(revision, &effects) }
        if let record = record
            ?? (editors.demand != .none ? Self.record(of: batch, in: &held.loaded) : nil)
        {
            phase = .appending(
                consume held,
                AppendInFlight(
                    batch: batch, frame: frame, record: record, expected: position,
                    began: now.loop))
            effects.append(.append(record, expected: position))
            return watch.began(&effects)
        }
        held.loaded.endBatch()
        if !batch.answers.isEmpty {
            publish(batch, before: position.revision, of: &held.loaded, now)
        }
        phase = .ready(consume held)
    }

    /// In place: a list that is read by value is copied.
    private static func record(
        of batch: AppliedBatch, in list: inout LoadedList
    ) -> JournalRecord {
        list.record(of: batch)
    }

    /// The cost of a batch, in rows that it has removed or so, over which they are freed on another thread.
    private static let largeCost = 5_000

    private mutating func appended(_ outcome: AppendOutcome, _ now: Moment) {
        guard case (var held, let append)? = phase.takeAppending() else {
            return editors.appendEnded(outcome, after: head, &effects)
        }
        let (batch, record, revision) = (append.batch, append.record, append.expected.revision)
        switch outcome {
        case .committed(let position):
            self.position = position
            noteStored(ListHead(head, record, at: position))
            let ended = held.loaded.endBatch()
            if ended.cost > Self.largeCost {
                effects.append(.discard(.checkpoint(Handover(ended))))
            }
            past.add(sets: position.revision - revision, bytes: record.body.count, at: record.at)
            effects.append(.note(.committed(edits: batch.answers.count)))
            publish(batch, append.frame, before: revision, of: &held.loaded, now)
            editors.published(batch.answers.count, at: now.loop)
            compactIfDue(&held.loaded, now)
            phase = .ready(consume held)
        case .refused:
            // Certainly nothing is stored.
            rollBack(consume held)
            editors.withdraw(append, to: revision, &effects)
        case .conflict: doubt(append, nil, consume held)
        case .unknown(let reason): doubt(append, reason, consume held)
        }
    }

    /// This machine has stored a record.
    private mutating func noteStored(_ newest: ListHead) {
        stored = newest.position
        editors.storedRecord()
        note(newest)
    }

    /// Takes note of a record that is stored.
    mutating func note(_ newest: ListHead) {
        if newest.position.token > head.position.token { head = newest }
    }

    /// Sends the sets of a durable batch to the subscribers, and its answers.
    ///
    /// - Parameter counts: Rows of each section after the batch; nil: those of the list.
    private mutating func publish(
        _ batch: AppliedBatch, _ made: Frame? = nil, before revision: Int, counts: [Int]? = nil,
        of list: inout LoadedList, _ now: Moment
    ) {
        let frame = made ?? list.frame(of: batch)
        effects += batch.publication(frame, after: revision, counts: counts ?? list.list.counts)
        guard frame != nil else { return }
        published = revision + batch.sets.count
        readers.forgetEncodings()
        trimHistory(of: &list, now)
        heads.published(at: now.loop, &effects)
    }

    private mutating func trimHistory(of list: inout LoadedList, _ now: Moment) {
        guard !readers.isReadingHistory else { return }
        past.trim(&list, isWanted: readers.needHistory(at: now.loop))
    }

    // MARK: When the journal fails

    /// Takes the batch back that was applied last: the list is as it is stored for certain.
    private mutating func rollBack(_ held: consuming HeldList) {
        var held = consume held
        guard held.loaded.rollbackCost <= LoadedList.turnCost else {
            return handOver(consume held, for: .rollBack)
        }
        held.loaded.rollBack()
        phase = .ready(consume held)
    }

    /// Takes back what an append without a certain outcome did.
    ///
    /// - Parameter reason: Why it goes read-only; nil: edits wait, as another record came first.
    private mutating func doubt(
        _ append: AppendInFlight, _ reason: String?, isUnderWay: Bool = false,
        _ held: consuming HeldList
    ) {
        editors.appendFailed(
            UndecidedBatch(
                append, held.loaded.list.counts, isUnderWay: isUnderWay, isOvertaken: reason == nil)
        )
        effects.append(.note(reason.map { .journalFailed($0) } ?? .overtaken))
        rollBack(consume held)
        if !isUnderWay { effects.append(.resolve(append.record, after: append.expected)) }
    }

    /// Goes read-only where an append or a deletion has had no outcome for too long, which stays under way, or
    /// where what came first cannot be read for too long.
    private mutating func appendDue(_ now: Moment) {
        watch.fired()
        let silent = "the journal has not answered for \(Int(watch.patience)) s"
        switch phase {
        case .appending(_, let append):
            guard watch.isOver(since: append.began, at: now.loop, &effects),
                let (held, append) = phase.takeAppending()
            else { return }
            doubt(append, silent, isUnderWay: true, consume held)
        case .deleting(_, let began):
            guard watch.isOver(since: began, at: now.loop, &effects) else { return }
            phase.endDeleting()
            // It may be known by now to be done.
            if case .done = deletion { return }
            deletion = .undecided
            effects.append(.note(.journalFailed(silent)))
        case .absent, .loading, .ready, .working, .deleted:
            guard let undecided = editors.undecided, undecided.isOvertaken,
                watch.isOver(since: undecided.append.began, at: now.loop, &effects)
            else { return }
            editors.overtakenForLong()
            effects.append(.note(.journalFailed("what was stored first cannot be read")))
        }
    }

    /// Resumes once the outcome of the undecided batch is certain.
    private mutating func resolved(_ resolution: AppendResolution) {
        switch resolution {
        case .gone: end()
        case .ours(let stored):
            noteStored(stored)
            // Where others have stored something after it, the records are read.
            guard let append = editors.recovered?.append,
                stored.position.token == append.expected.token + 1
            else { return }
            var position = stored.position
            // Of a head, an engine may not know it.
            position.check = position.check ?? append.record.position(after: append.expected).check
            replay([
                StoredRecord(
                    position: position, at: append.record.at, body: append.record.body,
                    previous: append.expected.check)
            ])
        case .other(let stored), .trimmed(let stored): note(stored)
        }
    }

    /// Publishes the batch that turned out to be stored.
    mutating func publishRecovered(_ now: Moment) {
        guard var held = phase.takeReady() else { return }
        publishRecovered(&held.loaded, now)
        phase = .ready(consume held)
    }

    private mutating func publishRecovered(_ list: inout LoadedList, _ now: Moment) {
        guard let recovered = editors.takeRecovered() else { return }
        let (batch, before) = (recovered.append.batch, recovered.append.expected.revision)
        let frame = batch.frame(
            of: id, revision: before + batch.sets.count, counts: recovered.counts)
        publish(batch, frame, before: before, counts: recovered.counts, of: &list, now)
    }

    // MARK: Records that come from the journal

    /// Bytes of records that are replayed in a turn of the loop, about 2 ms, and how many rows they may remove.
    private static let turnBytes = 32_768
    private static let turnRows = 2_000

    /// Replays records that come directly after the list: at once, or on another thread where they are long.
    mutating func replay(_ records: [StoredRecord]) {
        guard var held = phase.takeReady() else { return }
        if records.reduce(0, { $0 + $1.body.count }) > Self.turnBytes
            || abs(held.loaded.list.rowCount - head.rows) > Self.turnRows
        {
            return handOver(consume held, for: .replay(records, after: position))
        }
        let outcome = ListWork.replay(records, onto: &held.loaded, after: position)
        replayed(outcome, consume held)
    }

    /// - Parameter held: The list, with what could be replayed.
    private mutating func replayed(_ outcome: ListWork.Replayed, _ held: consuming HeldList) {
        for record in outcome.records {
            let sets = record.position.revision - position.revision
            past.add(sets: sets, bytes: record.body.count, at: record.at)
            position = record.position
        }
        readers.forgetEncodings()
        if outcome.isDamaged { drop(consume held) } else { phase = .ready(consume held) }
    }

    /// Sends the subscribers the sets that others made, or that were made before the list was loaded.
    mutating func publishMissed(_ now: Moment) {
        guard published < position.revision, var held = phase.takeReady() else { return }
        publishMissed(&held.loaded, now)
        phase = .ready(consume held)
    }

    private mutating func publishMissed(_ list: inout LoadedList, _ now: Moment) {
        guard published < position.revision else { return }
        readers.publishMissed(after: published, of: list, &effects)
        published = position.revision
        trimHistory(of: &list, now)
    }

    /// No session has the list open: none misses what is stored by now.
    mutating func skipMissed() { published = head.position.revision }

    /// Lets go of the list, where nothing is under way with it.
    mutating func dropList() {
        if let held = phase.takeReady() { drop(consume held) }
    }

    // MARK: Edits that others apply

    /// Whether an edit has its turn.
    var hasEdits: Bool { editors.hasNext }

    /// Takes out edits that have their turns, in order, as long as they are taken.
    mutating func takeNextEdits(while isTaken: (EditRequest) -> Bool) {
        editors.takeNext(while: isTaken)
    }

    /// Takes out all edits of a kind that wait.
    mutating func withdrawEdits(where isTaken: (EditRequest) -> Bool) -> [EditRequest] {
        editors.take(where: isTaken)
    }

    /// Edits take their turns before those that wait.
    mutating func takeBack(_ requests: [EditRequest]) { editors.takeBack(requests) }

    /// Whether a record is stored even where nothing changes.
    var demand: RecordDemand { editors.demand }
    mutating func demandRecord(_ demand: RecordDemand) { editors.demandRecord(demand) }

    /// Does something else, after what was decided before.
    mutating func add(_ effect: SequencerEffect) { effects.append(effect) }

    // MARK: History

    private mutating func take(_ fetched: Fetched) {
        switch fetched {
        case .history(let range, let outcome): readers.arrive(range, outcome)
        case .past(let revision, let outcome): editors.pastArrived(revision, outcome, &effects)
        case .snapshot(let snapshot): readers.arrive(snapshot)
        case .query(let query, let message): readers.queryEnded(query, message, &effects)
        }
    }

    /// Takes in older history that has been read.
    ///
    /// - Returns: What is to be done with it away from the loop; nil: nothing.
    private mutating func takeInHistory(_ list: inout LoadedList, _ now: Moment) -> ListWork? {
        guard let arrived = readers.takeInHistory(&list, at: now.loop) else { return nil }
        if case .failure(let failure) = arrived.outcome {
            effects.append(.note(.historyUnreadable(failure)))
        }
        guard arrived.purpose == .rebasing else { return nil }
        return editors.historyArrived(arrived.outcome, &effects)
    }

    private mutating func compactIfDue(_ list: inout LoadedList, _ now: Moment) {
        guard !isUndecided, !isFailing, !lacksRecords, let copy = past.compactIfDue(&list, now)
        else { return }
        effects.append(.compact(copy, head))
    }

    private mutating func compacted(
        _ outcome: Result<CompactionOutcome, LoadFailure>, _ now: Moment
    ) {
        if let reason = past.compacted(outcome, now) {
            effects.append(.note(.snapshotFailed(reason)))
        }
        guard var held = phase.takeReady() else { return }
        past.pruneToStore(&held.loaded)
        phase = .ready(consume held)
    }
}
