import ListEditing
import ListJournal
import ListProtocol
import Logging
import WebSocketTransport

/// The one place where a list is edited: takes intents in order, applies them, makes the result
/// durable, and only then answers and publishes.
///
/// It runs on the event loop's thread and decides nothing: a ``SequencerMachine`` does, of which this
/// actor performs the effects, one after the other, and hands their outcomes back as commands.
actor ListSequencer {
    /// A session that waits to join.
    private struct Joining {
        let session: Session
        let author: Author
        let done: @Sendable () -> Void
    }

    nonisolated let id: ListID
    nonisolated let epoch: String
    nonisolated let context: ServerContext

    private var machine: SequencerMachine
    private var subscribers = Subscribers()
    private var presence = PresenceBoard()
    private var isPresenceDue = false
    private var steps = SequencerSteps()
    private var isPerforming = false
    private var isNotedInUse = false
    /// What it holds that could be read or made again; none while it is not in use.
    private var account: LedgerAccount?
    private var joining: [UInt64: Joining] = [:]
    private var queries = SessionQueries()
    private var readers: [Int: ListReader] = [:]
    private var nextTicket = 0
    private var deletions: [CheckedContinuation<Bool, Never>] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe context.loop.asUnownedSerialExecutor()
    }

    init(_ head: ListHead, context: ServerContext) {
        id = ListID(head.list)
        epoch = head.epoch
        self.context = context
        machine = SequencerMachine(
            head, limits: context.limits, options: context.options.history,
            isShared: context.journal.isShared, now: context.loop.now)
    }

    private var journal: SequencerJournal { SequencerJournal(list: id, context: context) }

    // MARK: What it is asked

    /// Queues an edit; its submitter is called once the answer is durable.
    ///
    /// - Returns: False where the list is deleted; the edit is not queued then.
    func submit(_ request: EditRequest) -> Bool {
        guard machine.stage != .deleted else { return false }
        handle(.edit(request))
        return true
    }

    /// Opens the list for a session: `opened`, the state, and from there on every set.
    ///
    /// - Parameter done: Called once the session has joined, or cannot.
    func join(
        _ session: Session, author: Author, message: OpenList,
        done: @escaping @Sendable () -> Void
    ) {
        let connection = session.connectionNumber
        // Everything sent to it from here on follows the state that it requests.
        take(.leave(connection, isRejoining: true))
        joining[connection] = Joining(session: session, author: author, done: done)
        handle(
            .join(
                JoinRequest(
                    connection: connection, client: author.client, role: author.role,
                    since: message.epoch == epoch ? message.since : nil,
                    window: message.window, wantsAuthors: message.wantsAuthors)))
    }

    /// Answers a query of a session that has the list open.
    ///
    /// - Parameter done: Called once it is answered.
    func query(_ session: Session, _ query: ListQuery, done: @escaping @Sendable () -> Void) {
        let command = queries.begin(
            query.subject, n: query.n, of: session, &subscribers, done: done)
        if let command { handle(command) }
    }

    /// Ends a session's subscription; its own edits that are under way are answered by `ack`.
    func leave(_ connection: UInt64) {
        if let waiting = joining.removeValue(forKey: connection) { end(waiting) }
        queries.end(connection)
        take(.leave(connection, isRejoining: false))
    }

    /// The socket of a session takes bytes again.
    func drained(_ connection: UInt64) {
        if let resync = subscribers.resync(of: connection) {
            handle(.resync(resync))
        } else {
            notePresence()
        }
    }

    /// Answers an HTTP request that reads the list.
    func read(_ reader: ListReader) {
        nextTicket += 1
        readers[nextTicket] = reader
        handle(.read(ReadRequest(ticket: nextTicket, subject: reader.subject)))
    }

    /// Deletes the list behind the commit that is under way.
    ///
    /// - Returns: False where the journal could not: the list is then as it was.
    func delete() async -> Bool {
        await withCheckedContinuation { continuation in
            deletions.append(continuation)
            handle(.delete)
        }
    }

    /// Stores the presence of a client, to be sent to the others.
    func present(_ client: ClientID, _ state: PresenceState) {
        presence.update(client, to: state)
        notePresence()
    }

    /// Releases the list if it has not been used since `moment` (seconds of the loop).
    func release(unusedSince moment: Double) {
        // A list that a session has open is in use.
        handle(.idle(since: subscribers.isEmpty && joining.isEmpty ? moment : -.infinity))
    }

    // MARK: What it tells

    /// The list as it is stored.
    var summary: ListSummary {
        ListSummary(
            list: id, title: machine.head.title, revision: machine.head.position.revision,
            rows: machine.head.rows, clients: subscribers.count)
    }

    /// Whether nothing waits and nothing is under way.
    var isQuiet: Bool { machine.isQuiet && steps.isEmpty }

    var head: ListHead { machine.head }
    var stage: SequencerMachine.Stage { machine.stage }
    var isLoaded: Bool { machine.isLoaded }
    var compaction: CompactionPolicy { machine.past.compaction }

    /// Reads the list without copying it; nil: it is not in memory.
    func inspect<Result>(_ read: (LoadedList) -> Result) -> Result? { machine.inspect(read) }

    // MARK: Doing it

    private func handle(_ command: SequencerCommand) {
        if let kind = command.turnKind { context.loop.label(kind, subject: id.text) }
        let now = SequencerMachine.Moment(loop: context.loop.now, wall: context.clock.now())
        for effect in machine.handle(command, now: now) { steps.append(.effect(effect)) }
        perform()
    }

    private func take(_ step: SequencerSteps.Step) {
        steps.append(step)
        perform()
    }

    /// Does what is to be done, in order; what goes to many subscribers takes several turns.
    private func perform() {
        guard !isPerforming else { return }
        isPerforming = true
        while !subscribers.isBroadcasting, let step = steps.next() {
            switch step {
            case .effect(let effect): perform(effect)
            case .leave(let connection, let isRejoining):
                if let client = subscribers.remove(connection, list: id), !isRejoining {
                    presence.leave(client)
                    notePresence()
                }
            case .broadcast(let broadcast): begin(broadcast)
            }
        }
        isPerforming = false
        let isInUse = machine.isLoaded || !machine.isQuiet
        guard isInUse != isNotedInUse else { return count() }
        isNotedInUse = isInUse
        context.listsInUse.note(self, isInUse: isInUse)
        account =
            isInUse
            ? context.ledger.open { self.assumeIsolated { $0.handle(.reclaim) } } : nil
    }

    /// Counts the bytes that the list holds for its readers.
    private func count() {
        account?.bytes = machine.reclaimableBytes
    }

    private func perform(_ effect: SequencerEffect) {
        switch effect {
        case .awaitPassEnd:
            context.loop.execute { self.assumeIsolated { $0.handle(.passEnded) } }
        case .wake(let seconds, let command): after(seconds) { $0.handle(command) }
        case .load(let head, let mayBeLater):
            journal.begin(for: self) { await $0.load(head, mayBeLater: mayBeLater) }
        case .work(let work, let box):
            context.workbench.run(work, on: box) { outcome, box in
                self.tell(.worked(outcome, box))
            }
        case .append(let record, let expected):
            journal.append(record, expected: expected) { outcome in
                self.assumeIsolated { $0.handle(.appended(outcome)) }
            }
        case .settle(let record, let expected):
            journal.begin(for: self) { await $0.settle(record, behind: expected) }
        case .readHistory(let range):
            journal.begin(for: self) { await $0.readHistory(range) }
        case .encode(let list, let hasAuthors):
            let (id, epoch) = (id, epoch)
            journal.begin(for: self, .utility) { _ in
                .encoded(EncodedSnapshot(list, id: id, epoch: epoch, hasAuthors: hasAuthors))
            }
        case .readQuery(let query, let list): read(query, list)
        case .compact(let list, let head):
            journal.begin(for: self, .utility) { await $0.compact(list, at: head) }
        case .delete:
            let epoch = epoch
            journal.begin(for: self) { await $0.delete(epoch: epoch) }
        case .answer(let edits, let counts):
            context.metrics.answered(edits, at: context.loop.now)
            subscribers.answer(edits, counts: counts, in: id)
        case .refuse(let request, let rejection):
            context.metrics.rejected(rejection.code)
            request.submitter.answered(
                AnsweredEdit(request, .rejected(rejection)), in: id, counts: [],
                isDelivered: false)
        case .withhold(let requests):
            for request in requests { request.submitter.withheld(id: request.id, list: id) }
        case .publish(let frame, let revision): begin(.sets(frame, after: revision))
        case .offer(let frame): begin(.offer(frame))
        case .offerHead(let list): offerHead(of: list)
        case .admit(let join, let revision, let lastID, let state, let sentFrom):
            admit(join, revision, lastID, state, sentFrom)
        case .turnAway(let join, let absence):
            guard let waiting = joining.removeValue(forKey: join.connection) else { return }
            waiting.session.openFailed(id, absence)
            end(waiting)
        case .catchUp(let connection, let frames, let isWhole, let revision):
            context.metrics.caughtUp()
            subscribers.catchUp(
                connection, with: frames, isWhole: isWhole, revision: revision, list: id)
            notePresence()
            if let command = queries.caughtUp(connection) { handle(command) }
        case .respond(let read, let reply):
            readers.removeValue(forKey: read.ticket)?.respond(reply, from: self)
        case .answerQuery(let query, let reply): answer(query, reply)
        case .rememberRow(let row, let connection): subscribers.noteFirstRow(row, of: connection)
        case .closeAll(let absence): closeAll(absence)
        case .finishDeletion(let isDone):
            let waiting = deletions
            deletions = []
            for deletion in waiting { deletion.resume(returning: isDone) }
        case .release(let box): context.workbench.release(box)
        case .note(let event): context.note(event, of: id)
        }
    }

    private func admit(
        _ join: JoinRequest, _ revision: Int, _ lastID: Int, _ state: [Frame], _ sentFrom: Int
    ) {
        // None: it has closed the list while it waited.
        guard let waiting = joining.removeValue(forKey: join.connection) else { return }
        let opened = Opened(
            list: id, epoch: epoch, revision: revision, lastId: lastID, role: join.role)
        waiting.session.send(Frame(text: opened.encoded))
        for frame in state { waiting.session.send(frame) }
        subscribers.add(waiting.session, for: join, sentFrom: sentFrom)
        presence.enter(join.client, name: waiting.author.name)
        notePresence()
        waiting.done()
    }

    /// Answers a query on another thread; the stream of a session that asks stands still meanwhile.
    private func read(_ query: QueryRequest, _ list: EditableList) {
        if case .session(let connection, _) = query.asker,
            !queries.pause(connection, at: list.revision, &subscribers)
        {
            return handle(.queryRead(query, nil))
        }
        let (id, limits) = (id, context.limits)
        context.queryBench.begin {
            self.tell(.queryRead(query, query.answer(from: list, id, limits)))
        }
    }

    private func answer(_ query: QueryRequest, _ reply: ReadReply) {
        switch query.asker {
        case .session(let connection, _):
            let resync = queries.answer(connection, reply, in: id, &subscribers)
            if let resync { handle(.resync(resync)) }
            notePresence()
        case .http(let read): perform(.respond(read, reply))
        }
    }

    /// Sends the head of a list, of which the digest is taken on another thread; what is to be delivered
    /// meanwhile waits, so that the head has its place.
    private func offerHead(of list: EditableList) {
        steps.stop()
        let id = id
        context.headBench.begin {
            let frame = Frame(text: Head(of: list, id).encoded)
            self.context.loop.execute {
                self.assumeIsolated { sequencer in
                    sequencer.steps.resume()
                    sequencer.begin(.offer(frame))
                    sequencer.perform()
                }
            }
        }
    }

    /// A session does not join after all; it may have had the list open before.
    private func end(_ waiting: Joining) {
        presence.leave(waiting.author.client)
        notePresence()
        waiting.done()
    }

    private func closeAll(_ absence: Absence) {
        for link in subscribers.links() { link.listClosed(id, absence) }
        queries.failAll(absence, of: id)
        begin(.closing(absence.farewell(of: id)))
    }

    // MARK: To all subscribers

    private func begin(_ broadcast: Subscribers.Broadcast) {
        subscribers.begin(broadcast)
        goOn(broadcast)
    }

    private func goOn(_ broadcast: Subscribers.Broadcast) {
        guard let sent = subscribers.sendPart(bound: context.limits.queueBytes) else {
            after(0) { sequencer in
                sequencer.goOn(broadcast)
                sequencer.perform()
            }
            return
        }
        switch broadcast {
        case .sets: context.metrics.delivered(to: sent)
        case .closing:
            subscribers.removeAll()
            if machine.stage == .deleted { context.unreadable.clear(id, context.log) }
        case .offer, .presence, .fullPresence: break
        }
    }

    // MARK: Presence

    /// Presence has changed: it is sent to all subscribers, 20 times a second at most.
    private func notePresence(after seconds: Double = PresenceBoard.leastSeconds) {
        guard !isPresenceDue else { return }
        isPresenceDue = true
        after(seconds) { sequencer in
            sequencer.isPresenceDue = false
            sequencer.sendPresence()
        }
    }

    /// Seconds until presence is sent again to subscribers that could not take it.
    private static let greetingSeconds = 1.0

    private func sendPresence() {
        context.loop.label(.presence, subject: id.text)
        guard !subscribers.isEmpty else { return }
        let (broadcasts, pause) = presence.takeBroadcasts(to: subscribers, of: id)
        for broadcast in broadcasts { take(.broadcast(broadcast)) }
        if presence.hasChanges {
            notePresence(after: pause)
        } else if subscribers.awaitGreeting {
            notePresence(after: max(pause, Self.greetingSeconds))
        }
    }

    /// Hands a command over from another thread than the loop's.
    nonisolated func tell(_ command: SequencerCommand) {
        context.loop.execute { self.assumeIsolated { $0.handle(command) } }
    }

    private func after(
        _ seconds: Double, _ work: @escaping @Sendable (isolated ListSequencer) -> Void
    ) { context.loop.schedule(after: seconds) { self.assumeIsolated { work($0) } } }
}
