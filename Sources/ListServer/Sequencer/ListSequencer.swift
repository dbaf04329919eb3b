import DequeModule
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
    /// Something to be done, in order.
    private enum Step {
        case effect(SequencerEffect)
        case leave(UInt64, isRejoining: Bool)
        case broadcast(Subscribers.Broadcast)
    }

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
    private var steps: Deque<Step> = []
    private var isPerforming = false
    private var isNotedInUse = false
    /// What it holds that could be read or made again; none while it is not in use.
    private var account: LedgerAccount?
    private var joining: [UInt64: Joining] = [:]
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
            head, limits: context.limits, options: context.options.history, now: EventLoop.now)
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
                    since: message.epoch == epoch ? message.since : nil)))
    }

    /// Ends a session's subscription; its own edits that are under way are answered by `ack`.
    func leave(_ connection: UInt64) {
        if let waiting = joining.removeValue(forKey: connection) { end(waiting) }
        take(.leave(connection, isRejoining: false))
    }

    /// The socket of a session takes bytes again.
    func drained(_ connection: UInt64) {
        if let delivered = subscribers.delivered(to: connection) {
            handle(.resync(connection: connection, delivered: delivered))
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
        let now = SequencerMachine.Moment(loop: EventLoop.now, wall: context.clock.now())
        for effect in machine.handle(command, now: now) { steps.append(.effect(effect)) }
        perform()
    }

    private func take(_ step: Step) {
        steps.append(step)
        perform()
    }

    /// Does what is to be done, in order; what goes to many subscribers takes several turns.
    private func perform() {
        guard !isPerforming else { return }
        isPerforming = true
        while !subscribers.isBroadcasting, let step = steps.popFirst() {
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
            Task { handle(await journal.load(head, mayBeLater: mayBeLater)) }
        case .work(let work, let box):
            context.workbench.run(work, on: box) { outcome, box in
                self.tell(.worked(outcome, box))
            }
        case .append(let record, let expected): append(record, expected)
        case .recover(let record, let expected):
            Task { handle(await journal.recover(record, behind: expected)) }
        case .readHistory(let range): Task { handle(await journal.readHistory(range)) }
        case .encode(let list):
            let (id, epoch) = (id, epoch)
            Task.detached(priority: .utility) {
                self.tell(.encoded(EncodedSnapshot(list, id: id, epoch: epoch)))
            }
        case .compact(let list, let head):
            let journal = journal
            Task.detached(priority: .utility) {
                self.tell(await journal.compact(list, at: head))
            }
        case .delete: Task { handle(await journal.delete(epoch: epoch)) }
        case .answer(let entries, let counts): answer(entries, counts)
        case .refuse(let request, let rejection):
            context.metrics.rejected(rejection.code)
            request.submitter.answered(
                AnsweredEdit(request, .rejected(rejection)), in: id, counts: [],
                isDelivered: false)
        case .withhold(let requests):
            for request in requests { request.submitter.withheld(id: request.id, list: id) }
        case .publish(let frame, let revision): begin(.sets(frame, after: revision))
        case .offer(let frame): begin(.offer(frame))
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
        case .respond(let read, let reply):
            readers.removeValue(forKey: read.ticket)?.respond(reply, from: self)
        case .closeAll(let absence): closeAll(absence)
        case .finishDeletion(let isDone):
            let waiting = deletions
            deletions = []
            for deletion in waiting { deletion.resume(returning: isDone) }
        case .release(let box): context.workbench.release(box)
        case .note(let event): context.note(event, of: id)
        }
    }

    private func append(_ record: JournalRecord, _ expected: JournalPosition) {
        let began = EventLoop.now
        context.journal.append(record, to: id.text, expected: expected) { outcome in
            self.context.loop.execute {
                self.assumeIsolated { $0.appended(outcome, began: began) }
            }
        }
    }

    private func appended(_ outcome: AppendOutcome, began: Double) {
        if case .committed = outcome {
            context.metrics.stored(seconds: EventLoop.now - began)
        }
        handle(.appended(outcome))
    }

    private func answer(_ edits: ArraySlice<AnsweredEdit>, _ counts: [Int]) {
        context.metrics.answered(edits, at: EventLoop.now)
        for edit in edits {
            let request = edit.request
            let isDelivered = request.submitter.connectionID.map {
                subscribers.isAnswered(
                    edit.outcome, id: request.id, of: $0, isRepeated: request.isRepeated)
            }
            request.submitter.answered(
                edit, in: id, counts: counts, isDelivered: isDelivered ?? false)
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
        subscribers.add(waiting.session, client: join.client, sentFrom: sentFrom)
        presence.enter(join.client, name: waiting.author.name)
        notePresence()
        waiting.done()
    }

    /// A session does not join after all; it may have had the list open before.
    private func end(_ waiting: Joining) {
        presence.leave(waiting.author.client)
        notePresence()
        waiting.done()
    }

    private func closeAll(_ absence: Absence) {
        let farewell: any ServerMessage =
            switch absence {
            case .deleted: Closed(list: id, code: "deleted")
            case .unavailable: AccessError.unreadable(id)
            }
        for link in subscribers.links() { link.listClosed(id) }
        begin(.closing(Frame(text: farewell.encoded)))
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
        var bytes = 0
        if presence.hasChanges {
            let part = presence.takeChanges(for: subscribers.count)
            let frame = Frame(
                text: PresenceMessage(list: id, clients: part.changed, left: part.left).encoded)
            bytes += frame.wireCount * subscribers.count
            take(.broadcast(.presence(frame)))
        }
        if subscribers.awaitGreeting {
            let all = PresenceMessage(list: id, clients: presence.clients, left: [])
            let frame = Frame(text: all.encoded)
            bytes += frame.wireCount
            take(.broadcast(.fullPresence(frame)))
        }
        let pause = PresenceBoard.pause(after: bytes)
        if presence.hasChanges {
            notePresence(after: pause)
        } else if subscribers.awaitGreeting {
            notePresence(after: max(pause, Self.greetingSeconds))
        }
    }

    /// Hands a command over from another thread than the loop's.
    private nonisolated func tell(_ command: SequencerCommand) {
        context.loop.execute { self.assumeIsolated { $0.handle(command) } }
    }

    private func after(
        _ seconds: Double, _ work: @escaping @Sendable (isolated ListSequencer) -> Void
    ) {
        context.loop.schedule(after: seconds) { self.assumeIsolated { work($0) } }
    }
}
