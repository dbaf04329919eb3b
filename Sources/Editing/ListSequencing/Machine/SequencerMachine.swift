package import ListDocument
import ListEditing
package import ListJournal
package import ListProtocol
import WebSocketTransport

/// Decides what a list's sequencer does: one command after the other, each giving effects.
///
/// Pure: no clock, no thread, no journal. It owns the list while that is in memory. At most one exclusive
/// operation is in flight: loading the list, work on another thread, an append, its deletion. Edits, joins,
/// reads and deletion wait for its end, in order; an append without an outcome is given up for undecided
/// after a while. Nothing is published that is not durable.
package struct SequencerMachine: Sendable {
    package let id: ListID
    package let epoch: String
    package let limits: ProtocolLimits
    /// The newest record that is known to be stored.
    package internal(set) var head: ListHead
    package internal(set) var stage = Stage.serving
    /// When something was last asked of the list, in seconds of the loop.
    private(set) var lastUse: Double
    package internal(set) var past: HistoryRetention

    // What only the parts of the machine use, in this file and beside it.
    var list: LoadedList?
    /// Where the list in memory stands in the log.
    var position: JournalPosition
    /// Requests that wait for the newest head.
    var barrier = ReadBarrier()
    /// Records after the list.
    var followed = FollowedRecords()
    /// Whether a session may have the list open.
    var isWatched = false
    /// Whether the newest record is not another server's, which then stores the snapshots.
    var wroteLast = true
    package internal(set) var writers: RecordWriters
    /// Readings of the log that are under way for edits which another server may have stored.
    var logReads = 0
    /// Whether another server has deleted the list.
    var isGone = false
    var operation: OperationInFlight?
    var editors: EditBacklog
    var readers: ReadBacklog
    /// The revision whose state is being read for edits that restore it.
    private var pastUnderWay: Int?
    private var isDeletionDue = false
    /// Whether a deletion that has had no outcome for too long is under way.
    private var isDeletionUndecided = false
    private var isPassEndAwaited = false
    var heads: ListHeads
    var watch: AppendWatch
    /// Whether other servers may append to the list.
    let isShared: Bool
    /// The last revision that subscribers were sent.
    var published: Int
    var effects: [SequencerEffect] = []

    package init(
        _ head: ListHead, limits: ProtocolLimits, options: HistoryOptions, isShared: Bool = false,
        server: String? = nil, now: Double
    ) {
        id = ListID(head.list)
        epoch = head.epoch
        self.head = head
        self.limits = limits
        past = HistoryRetention(options)
        self.isShared = isShared
        writers = RecordWriters(own: server, newest: head.position.token)
        editors = EditBacklog(isShared: isShared)
        position = head.position
        published = head.position.revision
        watch = AppendWatch(patience: options.appendSeconds)
        lastUse = now
        heads = ListHeads(limits)
        readers = ReadBacklog(id: id, epoch: epoch, limits: limits)
    }

    // MARK: What it tells

    package var isLoaded: Bool { list != nil }

    /// Whether nothing waits, and nothing is under way that an edit waits for.
    package var isQuiet: Bool {
        operation == nil && editors.isEmpty && readers.isEmpty && barrier.isEmpty && !isDeletionDue
            && logReads == 0 && !isDeletionUndecided
    }

    /// Bytes that it holds in memory and could read or make again.
    package var reclaimableBytes: Int { (list?.historyByteCount ?? 0) + readers.byteCount }

    /// Reads the list without copying it; nil: it is not in memory, or handed over.
    package func inspect<Result>(_ read: (LoadedList) -> Result) -> Result? { list.map(read) }

    /// Takes a command, and gives what is to be done, in order.
    package mutating func handle(_ command: SequencerCommand, now: Moment) -> [SequencerEffect] {
        readers.turnBegan(with: command)
        decide(command, now)
        defer { effects = [] }
        return effects
    }

    mutating func decide(_ command: SequencerCommand, _ now: Moment) {
        if case .join = command { isWatched = true }
        if case .edit(let request) = command, request.forwardedAfter == nil {
            writers.noteOwnEdit()
        }
        if needsBarrier(command) {
            barrier.add(command)
            return awaitPassEnd(now)
        }
        if readers.take(command, asked: head.position.revision) { return awaitPassEnd(now) }
        switch command {
        case .edit(let request):
            editors.add(request)
            return awaitPassEnd(now)
        case .accept(let batch, let isStopping):
            return accept(batch, isStopping: isStopping, now)
        case .join, .read, .resync, .query: return  // Taken by the readers.
        case .delete:
            isDeletionDue = true
            return awaitPassEnd(now)
        case .idle(let moment): return idle(since: moment, now)
        case .reclaim:
            readers.forgetEncodings()
            if !readers.isReadingHistory { list?.trimHistory(to: 0, bytes: 0) }
            return
        case .passEnded:
            isPassEndAwaited = false
            editors.passEnded(at: now.loop)
        case .lingered: editors.lingered()
        case .headDue:
            heads.timeIsOver(at: now.loop, isInUse: isLoaded || operation != nil, &effects)
        case .readOn, .loadDue, .headAgain: break
        case .queryRead(let query, let message):
            readers.queryEnded()
            if let message { effects.append(.answerQuery(query, .message(message))) }
        case .followed(let record, let isWatched):
            followed(record, isWatched: isWatched, now)
        case .forwarded(let number, let outcome): forwarded(number, outcome)
        case .followDue: followDue()
        case .setRead(let edit, let set, let counts): return setRead(edit, set, counts: counts)
        case .searched(let lookup, let search): searched(lookup, search)
        case .headRead(let number, let outcome): headRead(number, outcome, now)
        case .headOverdue(let number): headOverdue(number)
        case .missedRead(let outcome): missedRead(outcome)
        case .loaded(let outcome): loaded(outcome, now)
        case .worked(let outcome, let box): worked(outcome, box, now)
        case .appended(let outcome): appended(outcome, now)
        case .appendDue: appendDue(now)
        case .resolved(let resolution): editors.resolved(resolution)
        case .historyRead(let range, let outcome): readers.arrive(range, outcome)
        case .pastRead(let revision, let outcome):
            pastRead(revision, outcome)
        case .encoded(let snapshot): readers.arrive(snapshot)
        case .compacted(let outcome): compacted(outcome, now)
        case .deleted(let outcome): deleted(outcome)
        }
        advance(now)
    }

    /// Commands of one pass of the event loop are handled together, at its end.
    private mutating func awaitPassEnd(_ now: Moment) {
        lastUse = now.loop
        guard !isPassEndAwaited else { return }
        isPassEndAwaited = true
        effects.append(.awaitPassEnd)
    }

    private mutating func advance(_ now: Moment) {
        askHead(now)
        while operation == nil, step(now) {}
        answerRemote()
    }

    /// - Returns: Whether there may be more to do.
    private mutating func step(_ now: Moment) -> Bool {
        if stage == .deleted {
            rejectAll(.deleted)
            return false
        }
        if isGone {
            gone()
            return true
        }
        if isDeletionDue {
            isDeletionDue = false
            operation = .deleting(since: now.loop)
            effects.append(.delete)
            watch.began(&effects)
            return false
        }
        if let resolution = editors.takeResolved(&effects) {
            resolved(resolution)
            return true
        }
        editors.declineRemote(before: writers.others, &effects)
        if forwardNext(now) { return true }
        let hasWork =
            editors.needList && stage != .overtaken || readers.needList
            || (heads.isDue && isLoaded)
        // What is undecided may be the next record: nothing after it is taken in before that is known.
        let mayFollow = editors.undecided == nil
        guard hasWork || mayFollow && (isBehind || isAudienceBehind) else { return false }
        if case .unreadable(let until) = stage {
            guard now.loop >= until else {
                rejectAll(.unavailable)
                return false
            }
            stage = readableStage
        }
        guard list != nil else {
            operation = .loading
            effects.append(.load(certain, mayBeLater: editors.undecided == nil))
            return false
        }
        if mayFollow, !editors.hasRecovered { publishMissed(now) }
        if isBehind, mayFollow { return catchUp(now) }
        past.pruneToStore(&list)
        if let recovered = editors.takeRecovered() {
            let frame = recovered.batch.frame(
                of: id, revision: recovered.before + recovered.batch.sets.count,
                counts: recovered.counts)
            publish(recovered.batch, frame, before: recovered.before, counts: recovered.counts, now)
        }
        if mayFollow { publishMissed(now) }
        if takeInHistory(now) { return false }
        // What was sent before a session opened the list is refused before it has it.
        if stage == .failing, let list { editors.refuseNew(list, &effects) }
        // No session is told an older state than is known to be stored.
        if readers.needList, !isBehind, let list { readers.serve(list, &effects) }
        if heads.isDue, let list { heads.send(list, &effects) }
        return stage == .serving && applyNext(now)
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
            position = stored.position
            writers.read(position.token)
            if position.token > head.position.token, let list {
                head = ListHead(
                    list: id.text, epoch: epoch, title: list.list.title, rows: list.list.rowCount,
                    done: list.list.doneCount, position: position)
            } else if position.token == head.position.token, let list {
                // An earlier version stored the head without it.
                head.done = list.list.doneCount
            }
            past.loaded(stored.compaction)
            effects.append(.note(.readable))
        case .failure(let failure):
            effects.append(.note(.unreadable(failure)))
            stage = .unreadable(until: now.loop + Self.unreadableSeconds)
            effects.append(.closeAll(.unavailable))
            // Edits that are stored wait for their answers, also where no session opens the list again.
            if editors.hasRecovered {
                effects.append(.wake(after: Self.unreadableSeconds, .loadDue))
            }
        }
    }

    /// Answers all that waits for a list that cannot be had.
    private mutating func rejectAll(_ unavailability: Unavailability) {
        readers.rejectAll(unavailability, &effects)
        editors.rejectAll(unavailability, .unknownList(id), &effects)
        guard unavailability == .deleted, isDeletionDue else { return }
        isDeletionDue = false
        effects.append(.finishDeletion(.failed))
    }

    mutating func dropList() {
        if let list { effects.append(.release(ListTransfer(list))) }
        list = nil
        followed.clear()
        readers.listDropped()
        editors.unblock(withHistory: false)
    }

    /// The stage of a list that can be read.
    var readableStage: Stage {
        editors.undecided == nil && !isDeletionUndecided ? .serving : .failing
    }

    /// The journal has not answered for long whether the list is deleted: it can be read meanwhile.
    mutating func deletionOverdue(_ reason: String) {
        operation = nil
        isDeletionUndecided = true
        stage = .failing
        effects.append(.note(.journalFailed(reason)))
    }

    private mutating func deleted(_ outcome: DeletionOutcome) {
        if case .deleting = operation { operation = nil }
        if isDeletionUndecided {
            isDeletionUndecided = false
            effects.append(.note(.journalRecovered))
            if stage == .failing { stage = readableStage }
        }
        switch (outcome, operation) {
        case (.done, nil): gone()
        // At its end.
        case (.done, _): isGone = true
        case (.failed, _), (.undecided, _): break
        }
        effects.append(.finishDeletion(outcome))
    }

    /// The list is deleted, here or by another server, and with it the edits that were not answered.
    private mutating func gone() {
        isGone = false
        if editors.undecided != nil { effects.append(.note(.journalRecovered)) }
        end()
    }

    /// The list is deleted.
    package mutating func end() {
        stage = .deleted
        if let list { editors.answerRemembered(list, &effects) }
        effects.append(.closeAll(.deleted))
        // They may have been applied before: no client is told that they were not.
        let inDoubt = editors.takeInDoubt()
        if !inDoubt.isEmpty { effects.append(.leaveUnanswered(inDoubt)) }
        dropList()
    }

    /// Releases the list if it has not been used since `moment`, and its history where it is too old.
    private mutating func idle(since moment: Double, _ now: Moment) {
        guard list != nil, stage == .serving, isQuiet else { return }
        if wroteLast { compactIfDue(now) }
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

    mutating func offload(_ work: ListWork) {
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
        case .adopted: editors.unblock(withHistory: true)
        case .rolledBack: break
        case .replayed(let outcome):
            guard let list = takeList() else { return }
            replayed(outcome, list, now)
        }
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
        guard arrived.purpose == .rebasing,
            let work = editors.historyArrived(arrived.outcome, &effects)
        else { return false }
        offload(work)
        return true
    }

    /// Has the state of an earlier revision read; one at a time, those that wait for another ask again.
    package mutating func readPast(_ revision: Int) {
        guard pastUnderWay == nil else { return }
        pastUnderWay = revision
        effects.append(.readPast(revision))
    }

    private mutating func pastRead(_ revision: Int, _ outcome: Result<PastState, LoadFailure>) {
        pastUnderWay = nil
        if case .failure(let failure) = outcome {
            effects.append(.note(.historyUnreadable(failure)))
        }
        editors.pastArrived(revision, outcome, &effects)
    }

    /// Called when the list in memory is the one that is stored.
    mutating func compactIfDue(_ now: Moment) {
        guard stage == .serving, !isBehind, let copy = past.compactIfDue(list, now) else { return }
        effects.append(.compact(copy, head))
    }

    private mutating func compacted(
        _ outcome: Result<CompactionOutcome, LoadFailure>, _ now: Moment
    ) {
        if let reason = past.compacted(outcome, now) {
            effects.append(.note(.snapshotFailed(reason)))
        }
        if operation == nil { past.pruneToStore(&list) }
    }
}
