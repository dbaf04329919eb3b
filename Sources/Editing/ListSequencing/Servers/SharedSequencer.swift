import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import TextBytes

/// What the machine of a list does beside where other servers append to the same journal.
///
/// It goes the steps of a ``SequencerMachine`` with it: has requests wait until the newest head is known, replays
/// the records of other servers, and lets the server that wrote the list last apply the edits, so that servers do
/// not compete. Who applies edits is only a hint, without a lease: the log decides. A server that is not answered in
/// time applies the edits itself, after everything that is stored by then; what the other one has stored of them is
/// known then, and what it has not it does not store any more, as it appends nothing after other servers' records.
package struct SharedSequencer: Sendable {
    package private(set) var writers: RecordWriters
    /// Requests that wait for the newest head.
    private var barrier = ReadBarrier()
    /// Records after the list.
    private var followed = FollowedRecords()
    /// Whether records after the list are being read.
    private var isReading = false
    /// Whether a session may have the list open.
    private var isWatched = false
    /// Whether the newest record is not another server's, which then stores the snapshots.
    private var wroteLast = true
    private var forwarded = ForwardedEdits()
    private var remote = RemoteEdits()
    /// Readings of the log that are under way for edits which another server may have stored.
    private var logReads = 0
    /// The newest record of this server that was noted.
    private var noted: JournalPosition?
    private var effects: [SharedEffect] = []

    /// - Parameter server: This one; nil: edits are not forwarded.
    package init(of machine: SequencerMachine, server: String?) {
        writers = RecordWriters(own: server, newest: machine.head.position.token)
    }

    /// Whether nothing waits for another server, or for what it has stored.
    package var isQuiet: Bool {
        barrier.isEmpty && forwarded.isEmpty && !isReading && logReads == 0
    }

    /// Bytes of records that wait to be replayed.
    var followedBytes: Int { followed.bytes }

    // MARK: Commands

    /// Takes a command for the machine, and gives what is to be done, in order: the effects of the machine first.
    package mutating func handle(
        _ command: SequencerCommand, _ machine: inout SequencerMachine, now: Moment
    ) -> ([SequencerEffect], [SharedEffect]) {
        if take(command, &machine, now) { advance(&machine, now) }
        return takeEffects(&machine)
    }

    /// Takes what came of other servers.
    package mutating func handle(
        _ command: SharedCommand, _ machine: inout SequencerMachine, now: Moment
    ) -> ([SequencerEffect], [SharedEffect]) {
        if take(command, &machine, now) { advance(&machine, now) }
        return takeEffects(&machine)
    }

    private mutating func takeEffects(
        _ machine: inout SequencerMachine
    ) -> ([SequencerEffect], [SharedEffect]) {
        // They are read with the list, once it is needed again.
        if !machine.isLoaded, !machine.isBusy { followed.clear() }
        defer { effects = [] }
        return (machine.takeEffects(), effects)
    }

    private mutating func take(
        _ command: SequencerCommand, _ machine: inout SequencerMachine, _ now: Moment
    ) -> Bool {
        switch command {
        case .edit(let request):
            writers.noteOwnEdit()
            take(request, &machine, now)
            return false
        case .serve(let request):
            if case .join = request { isWatched = true }
            if needsBarrier(request, machine) {
                barrier.add(command)
                machine.awaitPassEnd(now)
                return false
            }
        case .release(let moment):
            if isQuiet { machine.release(unusedSince: moment, compacting: wroteLast, now) }
            return false
        case .loaded:
            let goesOn = machine.take(command, now)
            if machine.isLoaded { writers.read(machine.position.token) }
            return goesOn
        case .appended(.refused):
            leaveLookupUnanswered(&machine)
        default: break
        }
        return machine.take(command, now)
    }

    private mutating func take(
        _ request: EditRequest, _ machine: inout SequencerMachine, _ now: Moment
    ) {
        if needsBarrier(request, machine) {
            barrier.add(.edit(request))
        } else {
            queue(request, &machine)
        }
        machine.awaitPassEnd(now)
    }

    private mutating func take(
        _ command: SharedCommand, _ machine: inout SequencerMachine, _ now: Moment
    ) -> Bool {
        switch command {
        case .followed(let record, let isWatched):
            follow(record, isWatched: isWatched, &machine, now)
        case .headRead(let number, let outcome): headRead(number, outcome, &machine, now)
        case .missedRead(let outcome): missedRead(outcome, &machine)
        case .accept(let batch, let isStopping):
            accept(batch, isStopping: isStopping, &machine, now)
            return false
        case .forwarded(let number, let outcome): forwarded(number, outcome, &machine)
        case .setRead(let edit, let set, let counts):
            setRead(edit, set, counts: counts, &machine)
            return false
        case .searched(let lookup, let search): searched(lookup, search, &machine)
        case .due(.headAgain): break
        case .due(.headOverdue(let number)):
            if let commands = barrier.end(number) { goOnWithoutHead(commands, &machine) }
        case .due(.followDue): if let newest = forwarded.newest { machine.note(newest) }
        }
        return true
    }

    // MARK: Steps

    private mutating func advance(_ machine: inout SequencerMachine, _ now: Moment) {
        askHead(now)
        while case .goesOn = step(&machine, now) {}
        answerRemote(&machine)
        switch machine.stage {
        case .serving, .overtaken: break
        case .failing, .unreadable: leaveLookupUnanswered(&machine)
        case .deleted:
            leaveLookupUnanswered(&machine)
            if let batch = forwarded.takeBatch() { machine.add(.leaveUnanswered(batch.requests)) }
        }
    }

    private mutating func step(
        _ machine: inout SequencerMachine, _ now: Moment
    ) -> SequencerMachine.Step {
        noteStored(&machine)
        guard !isReading else { return .waits }
        switch machine.settle(now) {
        case .waits: return .waits
        case .resolved(let resolution):
            resolved(resolution, machine)
            return .goesOn
        case .goesOn: break
        }
        let overtaken = remote.takeOvertaken(by: writers.others, in: &machine)
        if !overtaken.isEmpty { effects.append(.decline(overtaken)) }
        if forwardNext(&machine, now) { return .goesOn }
        // What is undecided may be the next record: nothing after it is taken in before that is known.
        if !machine.isUndecided {
            if !machine.hasRecovered { machine.publishMissed(now) }
            if machine.isBehind { return catchUp(&machine) }
            if machine.hasRecovered { machine.publishRecovered(now) }
            machine.publishMissed(now)
            if isWatched, machine.published < machine.head.position.revision { machine.load(now) }
        }
        return machine.goOn(now, applying: !forwarded.isUnderWay)
    }

    /// Takes note of records that this server has stored: what it forwarded before is in the log by now, or never
    /// is.
    private mutating func noteStored(_ machine: inout SequencerMachine) {
        guard let stored = machine.stored, stored != noted else { return }
        noted = stored
        wroteLast = true
        writers.stored(stored.token)
        guard let lookup = forwarded.takeLookup() else { return }
        logReads += 1
        effects.append(.lookUp(lookup, through: stored))
    }

    private mutating func resolved(
        _ resolution: AppendResolution, _ machine: SequencerMachine
    ) {
        switch resolution {
        case .ours, .gone: break
        case .other(let stored), .trimmed(let stored):
            // Edits in doubt are answered after a record of this server.
            writers.overtaken(by: stored.position.token, mustAppend: machine.demand != .none)
            remote.noteTakenBack()
        }
    }
}

// MARK: - Reading the newest head

extension SharedSequencer {
    /// Seconds after which requests are answered without the newest head, as far as they can be.
    private static let patience = 5.0

    /// Whether a request waits for the newest head first: who asks has perhaps seen more on another server than is
    /// known here.
    private func needsBarrier(_ request: ReaderRequest, _ machine: SequencerMachine) -> Bool {
        switch request {
        case .join, .read: machine.stage != .deleted
        case .resync, .query: false
        }
    }

    /// Whether an edit waits for it: its client has perhaps seen more, and who is not remembered is answered from
    /// memory alone.
    private func needsBarrier(_ request: EditRequest, _ machine: SequencerMachine) -> Bool {
        guard machine.stage != .deleted else { return false }
        return request.base ?? 0 > machine.head.position.revision || !request.author.isRemembered
            || barrier.hasEdits(of: request.author.client)
    }

    /// Has the head read for those that wait for it.
    private mutating func askHead(_ now: Moment) {
        guard let number = barrier.begin(at: now.loop) else { return }
        effects.append(.readHead(number: number))
        effects.append(.wake(after: Self.patience, .headOverdue(number: number)))
    }

    private mutating func headRead(
        _ number: Int, _ outcome: Result<ListHead?, LoadFailure>,
        _ machine: inout SequencerMachine, _ now: Moment
    ) {
        guard let commands = barrier.end(number) else { return }
        guard case .success(let newest) = outcome else {
            return goOnWithoutHead(commands, &machine)
        }
        if machine.stage == .deleted {
            // Who opens it again gets the list that has its id now.
            if newest != nil { return reject(commands, &machine) }
            return goOnWithoutHead(commands, &machine)
        }
        guard let newest, newest.epoch.isSame(as: machine.epoch) else {
            // The list is deleted, or made anew, which is followed in a moment; or the leader is a stale one.
            guard barrier.waitOn(commands, at: now.loop, patience: Self.patience) else {
                return goOnWithoutHead(commands, &machine)
            }
            return effects.append(.wake(after: ReadBarrier.pause, .headAgain))
        }
        machine.note(newest)
        // A client that has seen more tells that the leader is a stale one; or the list was put back to a copy.
        let revision = machine.head.position.revision
        let ahead = commands.filter { $0.hasSeenMore(than: revision) }
        for command in commands where !command.hasSeenMore(than: revision) {
            handOver(command, &machine)
        }
        guard !ahead.isEmpty else { return barrier.agreed() }
        guard barrier.waitOn(ahead, at: now.loop, patience: Self.patience) else {
            for command in ahead { handOver(command, &machine) }
            return
        }
        effects.append(.wake(after: ReadBarrier.pause, .headAgain))
    }

    private mutating func handOver(
        _ command: SequencerCommand, _ machine: inout SequencerMachine
    ) {
        switch command {
        case .edit(let request): queue(request, &machine)
        case .serve(let request): machine.queue(request)
        default: break
        }
    }

    /// The journal has no leader: who opens the list may get an older state, though never one before what
    /// it has seen; no other request is told an older one.
    private mutating func goOnWithoutHead(
        _ commands: [SequencerCommand], _ machine: inout SequencerMachine
    ) {
        for command in commands {
            switch command {
            case .serve(.join(let join)) where join.since ?? 0 <= machine.head.position.revision:
                handOver(command, &machine)
            default: reject([command], &machine)
            }
        }
    }

    /// They are to be asked again later.
    private func reject(_ commands: [SequencerCommand], _ machine: inout SequencerMachine) {
        for command in commands {
            switch command {
            case .serve(.join(let join)): machine.add(.reply(.reject(join, .unavailable)))
            case .serve(.read(let read)):
                machine.add(.reply(.respond(read, .absent(.unavailable))))
            case .edit(let request): machine.add(.leaveUnanswered([request]))
            default: break
            }
        }
    }
}

extension SequencerCommand {
    fileprivate func hasSeenMore(than revision: Int) -> Bool {
        guard case .serve(.join(let join)) = self, let since = join.since else { return false }
        return since > revision
    }
}

// MARK: - Records of other servers

extension SharedSequencer {
    /// Bytes of records, more where one is longer, after which the audience is sent their sets.
    private static let portionBytes = 262_144

    /// Takes a record that this or another server stored.
    ///
    /// - Parameter isWatched: Whether a session has the list open here.
    private mutating func follow(
        _ record: FollowedRecord, isWatched: Bool, _ machine: inout SequencerMachine,
        _ now: Moment
    ) {
        self.isWatched = isWatched
        guard record.head.epoch.isSame(as: machine.epoch) else { return }
        let writer = record.change == .created ? nil : record.writer
        writers.followed(record.head.position.token, by: writer, at: now.loop)
        if case .deleted = record.change {
            // The end of what is under way may take long.
            if machine.isBusy { machine.closeAll(.deleted) }
            isReading = false
            return machine.vanished()
        }
        machine.note(record.head)
        // What is not in memory is loaded when it is needed.
        guard machine.isLoaded || machine.isBusy else {
            if !isWatched { machine.skipMissed() }
            return
        }
        if case .changed(let stored?) = record.change { followed.add(stored) }
    }

    /// Replays the records after the list, or has them read.
    private mutating func catchUp(_ machine: inout SequencerMachine) -> SequencerMachine.Step {
        let records = followed.take(
            after: machine.position, through: machine.head.position, bytes: Self.portionBytes)
        guard let last = records.last else {
            isReading = true
            effects.append(.readMissed(after: machine.position))
            return .waits
        }
        wroteLast = false
        writers.read(last.position.token)
        machine.replay(records)
        return .goesOn
    }

    /// Records have been read that no notification told of, or that were told without their bodies.
    private mutating func missedRead(
        _ outcome: Result<[StoredRecord], LoadFailure>, _ machine: inout SequencerMachine
    ) {
        guard isReading else { return }
        isReading = false
        if case .success(let records) = outcome,
            followed.add(missed: records, after: machine.position)
        {
            return
        }
        // They are trimmed, or cannot be read now: the list is loaded, which tells why it cannot be.
        machine.dropList()
    }
}

// MARK: - The edits of this server

extension SharedSequencer {
    /// Forwards edits that wait, one batch after the other.
    ///
    /// - Returns: Whether a batch is under way now.
    private mutating func forwardNext(_ machine: inout SequencerMachine, _ now: Moment) -> Bool {
        guard machine.stage == .serving, !forwarded.isUnderWay, let own = writers.own,
            let server = writers.another(at: now.loop)
        else { return false }
        var batch = ForwardedBatch(
            server: own, list: machine.id, epoch: machine.epoch, number: forwarded.number + 1,
            after: machine.head.position)
        machine.takeNextEdits { !batch.isFull && $0.forwardedAfter == nil && batch.add($0) }
        guard !batch.requests.isEmpty else {
            // The next one is too long for a message.
            if machine.hasEdits { writers.mustAppend = true }
            return false
        }
        forwarded.begin(batch)
        effects.append(.forward(batch, to: server))
        return true
    }

    /// Another server has told what became of the edits of a batch, or has not.
    private mutating func forwarded(
        _ number: Int, _ outcome: ForwardingOutcome, _ machine: inout SequencerMachine
    ) {
        guard let batch = forwarded.end(number) else { return }
        switch outcome {
        case .answered(let reply) where reply.answers.count == batch.requests.count:
            take(reply, to: batch, &machine)
        case .declined:
            takeBack(batch.requests, inDoubt: [], of: batch, &machine)
            machine.add(.note(.forwardingDeclined))
        case .answered, .silent:
            takeBack(batch.requests, inDoubt: batch.requests, of: batch, &machine)
            machine.add(.note(.forwardingUnanswered))
        }
    }

    private mutating func take(
        _ reply: ForwardingReply, to batch: ForwardedBatch, _ machine: inout SequencerMachine
    ) {
        var answered: [AnsweredEdit] = []
        var left: [EditRequest] = []
        var inDoubt: [EditRequest] = []
        for (request, answer) in zip(batch.requests, reply.answers) {
            switch answer {
            case .answered(let outcome, let set):
                answered.append(AnsweredEdit(request, outcome.named(by: request), set: set))
            case .declined: left.append(request)
            case .unknown:
                left.append(request)
                inDoubt.append(request)
            }
        }
        machine.add(.note(.forwarded(edits: answered.count)))
        if !answered.isEmpty {
            forwarded.add(RemoteAnswers(edits: answered, head: reply.head, counts: reply.counts))
            effects.append(.wake(after: Self.followingSeconds, .followDue))
        }
        if !left.isEmpty { takeBack(left, inDoubt: inDoubt, of: batch, &machine) }
    }

    /// The edits are applied here, after all.
    ///
    /// - Parameter inDoubt: Those of them that another server may have applied, or may apply until this one
    ///   has stored something. Where their clients are not remembered they are looked for in the log then:
    ///   nothing else tells a second time from the first.
    private mutating func takeBack(
        _ requests: [EditRequest], inDoubt: [EditRequest], of batch: ForwardedBatch,
        _ machine: inout SequencerMachine
    ) {
        writers.mustAppend = true
        let doubted = Set(inDoubt.map(ObjectIdentifier.init))
        var (waiting, unknown): ([EditRequest], [EditRequest]) = ([], [])
        for request in requests {
            if !doubted.contains(ObjectIdentifier(request)) {
                waiting.append(request)
            } else if request.author.isRemembered {
                waiting.append(request.inDoubt())
            } else {
                unknown.append(request)
            }
        }
        machine.takeBack(waiting)
        if !inDoubt.isEmpty, machine.demand == .none { machine.demandRecord(.withNextBatch) }
        guard !unknown.isEmpty else { return }
        machine.demandRecord(.atOnce)
        forwarded.lookUp(EditLookup(requests: unknown, after: batch.after))
    }

    /// The log was searched for edits; nil: it cannot be read.
    private mutating func searched(
        _ lookup: EditLookup, _ search: EditSearch?, _ machine: inout SequencerMachine
    ) {
        logReads -= 1
        guard let search else { return machine.add(.leaveUnanswered(lookup.requests)) }
        if !search.found.isEmpty {
            let counts = machine.inspect { $0.list.counts } ?? []
            machine.add(.answer(search.found[...], counts: counts))
        }
        machine.takeBack(search.missing)
    }

    /// Nothing can be stored now: it cannot be told what became of edits that are to be looked for.
    private mutating func leaveLookupUnanswered(_ machine: inout SequencerMachine) {
        guard let lookup = forwarded.takeLookup() else { return }
        machine.add(.leaveUnanswered(lookup.requests))
        if machine.demand == .atOnce { machine.demandRecord(.withNextBatch) }
    }

    /// Seconds for which answered edits wait for their records to be followed; then those are read.
    private static let followingSeconds = 1.0

    /// Answers the edits that another server has stored, once the audience here has been sent their sets.
    private mutating func answerRemote(_ machine: inout SequencerMachine) {
        guard forwarded.hasAnswers else { return }
        var hasAudience = isWatched
        switch machine.stage {
        // The audience was told so, and is sent nothing.
        case .unreadable, .deleted: hasAudience = false
        case .serving, .overtaken, .failing: break
        }
        let published = machine.published
        let answers = forwarded.take { !hasAudience || published >= $0.position.revision }
        for answer in answers {
            let whole = answer.edits.filter { !$0.lacksSet }
            if !whole.isEmpty { machine.add(.answer(whole[...], counts: answer.counts)) }
            for edit in answer.edits where edit.lacksSet {
                logReads += 1
                effects.append(.readSet(edit, counts: answer.counts))
            }
        }
    }

    /// The set of an edit that another server has stored was read in the log, or cannot be.
    private mutating func setRead(
        _ edit: AnsweredEdit, _ set: [UInt8]?, counts: [Int], _ machine: inout SequencerMachine
    ) {
        logReads -= 1
        guard let set else { return machine.add(.leaveUnanswered([edit.request])) }
        var edit = edit
        edit.set = set
        machine.add(.answer([edit], counts: counts))
    }
}

extension EditOutcome {
    /// With the ids that this server gave before it forwarded the edit.
    func named(by request: EditRequest) -> EditOutcome {
        guard case .applied(let revision, _, let clamps) = self,
            case .edit(_, let named) = request.intent
        else { return self }
        return .applied(revision: revision, ids: named, clamps: clamps)
    }
}

extension AnsweredEdit {
    /// Whether the answer is to have the set that was made, and has it not.
    fileprivate var lacksSet: Bool {
        guard case .applied = outcome else { return false }
        return set == nil && request.submitter.connectionID == nil
    }
}

// MARK: - The edits of other servers

extension SharedSequencer {
    /// Takes edits that another server forwards, if this one wrote the list last.
    ///
    /// A batch that comes again is not answered: whatever was said the first time counts.
    private mutating func accept(
        _ batch: ForwardedBatch, isStopping: Bool, _ machine: inout SequencerMachine,
        _ now: Moment
    ) {
        guard writers.isNew(batch) else { return }
        guard !isStopping, machine.stage == .serving, writers.accepts(batch, at: now.loop) else {
            return effects.append(.decline(batch.requests))
        }
        for request in batch.requests { take(request, &machine, now) }
    }

    /// Queues an edit, unless another server forwarded it and a record that it did not know has overtaken it.
    private mutating func queue(_ request: EditRequest, _ machine: inout SequencerMachine) {
        if remote.mayWait(request) {
            machine.queue(request)
        } else {
            effects.append(.decline([request]))
        }
    }
}
