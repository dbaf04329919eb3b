package import ListDocument
import ListEditing
import ListJournal
package import ListProtocol
package import ListSequencing
import Logging
import TextBytes
import WebSocketTransport

/// The one place where a list is edited: takes intents in order, applies them, makes the result
/// durable, and only then answers and publishes.
///
/// Confined to the loop's thread. It decides nothing: a ``SequencerMachine`` does, of which this performs the
/// effects, one after the other, and hands their outcomes back as commands.
package final class ListSequencer {
    /// A session that waits to join.
    struct Joining {
        let session: any SubscriberLink
        let author: Author
        let done: () -> Void
    }

    package let id: ListID
    package let epoch: String
    let services: SequencerServices

    // What only the parts of the sequencer use, in this file and beside it.
    var machine: SequencerMachine
    /// Where other servers append to the same journal.
    private var shared: SharedSequencer?
    package var subscribers = Subscribers()
    var presence = PresenceBoard()
    private var isPresenceDue = false
    // What other servers tell, and are told, of the list's clients.
    var exchange = PresenceExchange()
    var presenceSubscription: ServerBus.Subscription?
    var isDeltaDue = false
    /// The subscribers of which the other servers hear.
    private var countedSubscribers = 0
    var steps = SequencerSteps()
    private var isPerforming = false
    private var isNotedInUse = false
    /// The newest revision that was told to ``SequencerServices/changes``; -1 that it is deleted.
    private var notedRevision: Int
    /// What it holds that could be read or made again; none while it is not in use.
    private var account: LedgerAccount?
    var joining: [UInt64: Joining] = [:]
    var queries = SessionQueries()
    var readers: [Int: any ListReader] = [:]
    private var nextTicket = 0
    var deletions: [CheckedContinuation<DeletionOutcome, Never>] = []

    init(_ head: ListHead, services: SequencerServices) {
        id = ListID(head.list)
        epoch = head.epoch
        self.services = services
        notedRevision = head.position.revision
        let isShared = services.journal.isShared
        machine = SequencerMachine(
            head, limits: services.limits, options: services.history, isSoleWriter: !isShared,
            now: services.loop.now)
        shared = isShared ? SharedSequencer(of: machine, server: services.bus?.server) : nil
    }

    var journal: SequencerJournal { SequencerJournal(list: id, epoch: epoch, services: services) }

    // MARK: What it is asked

    /// Queues an edit; its submitter is called once the answer is durable.
    ///
    /// - Returns: False where the list is deleted; the edit is not queued then.
    package func submit(_ request: EditRequest) -> Bool {
        guard !machine.isDeleted else { return false }
        handle(.edit(request))
        return true
    }

    /// Opens the list for a session: `opened`, the state, and from there on every set.
    ///
    /// - Parameter done: Called once the session has joined, or cannot.
    package func join(
        _ session: any SubscriberLink, author: Author, message: OpenList,
        done: @escaping () -> Void
    ) {
        let connection = session.connectionNumber
        // Everything sent to it from here on follows the state that it requests.
        take(.leave(connection, .rejoining))
        joining[connection] = Joining(session: session, author: author, done: done)
        let join = JoinRequest(
            connection: connection, client: author.client, role: author.role,
            since: areSame(message.epoch, epoch) ? message.since : nil,
            window: message.window, wantsAuthors: message.wantsAuthors)
        handle(.serve(.join(join)))
    }

    /// Answers a query of a session that has the list open.
    ///
    /// - Parameter done: Called once it is answered.
    package func query(
        _ session: any SubscriberLink, _ query: ListQuery, done: @escaping () -> Void
    ) {
        let request = queries.begin(
            query.subject, n: query.n, of: session, &subscribers, done: done)
        if let request { handle(.serve(request)) }
    }

    /// Ends a session's subscription; its own edits that are under way are answered by `ack`.
    ///
    /// - Parameter isAwaitingAnswers: The session goes on, and edits of the list are not answered in it yet.
    package func leave(_ connection: UInt64, isAwaitingAnswers: Bool) {
        if let waiting = joining.removeValue(forKey: connection) { end(waiting) }
        queries.end(connection)
        take(.leave(connection, isAwaitingAnswers ? .closing : .ending))
    }

    /// The socket of a session takes bytes again.
    package func drained(_ connection: UInt64) {
        if let resync = subscribers.resync(of: connection) {
            handle(.serve(.resync(resync)))
        } else {
            notePresence()
        }
    }

    /// Answers an HTTP request that reads the list.
    package func read(_ reader: any ListReader) {
        nextTicket += 1
        readers[nextTicket] = reader
        handle(.serve(.read(ReadRequest(ticket: nextTicket, subject: reader.subject))))
    }

    /// Deletes the list after the commit that is under way.
    ///
    /// Returns once that is certain, which may take as long as the journal is out of reach.
    func delete(isolation: isolated (any Actor)? = #isolation) async -> DeletionOutcome {
        await withCheckedContinuation { continuation in
            deletions.append(continuation)
            handle(.delete)
        }
    }

    /// Releases the list if it has not been used since `moment` (seconds of the loop).
    func release(unusedSince moment: Double) {
        // A list that a session has open is in use.
        handle(.release(unusedSince: subscribers.isEmpty && joining.isEmpty ? moment : -.infinity))
    }

    /// Takes a record of the list that this or another server stored.
    func follow(_ record: FollowedRecord) {
        handle(.followed(record, isWatched: !subscribers.isEmpty || !joining.isEmpty))
    }

    // MARK: What it tells

    /// The list as it is stored.
    var summary: ListSummary {
        ListSummary(
            list: id, title: machine.head.title, revision: machine.head.position.revision,
            rows: machine.head.rows, done: machine.head.done,
            clients: subscribers.count + (services.peers?.clients(of: id) ?? 0))
    }

    /// How many revisions a session was not sent yet; 0 where it has the list not open.
    package func revisionsBehind(_ connection: UInt64) -> Int {
        subscribers.delivered(to: connection).map { machine.head.position.revision - $0 } ?? 0
    }

    /// Whether nothing waits and nothing is under way.
    var isQuiet: Bool { machine.isQuiet && shared?.isQuiet ?? true && steps.isEmpty }

    var head: ListHead { machine.head }
    var stage: SequencerMachine.Stage { machine.stage }
    /// The server that wrote the newest record; nil: unknown.
    var lastWriter: String? { shared?.writers.newestWriter }
    var isLoaded: Bool { machine.isLoaded }
    var compaction: CompactionPolicy { machine.past.compaction }

    /// Reads the list without copying it; nil: it is not in memory.
    package func inspect<Result>(_ read: (LoadedList) -> Result) -> Result? {
        machine.inspect(read)
    }

    // MARK: Doing it

    func handle(_ command: SequencerCommand) {
        if let kind = command.turnKind { services.loop.label(kind, subject: id.text) }
        if shared == nil {
            for effect in machine.handle(command, now: now) { steps.append(.effect(effect)) }
            perform()
        } else if let decided = shared?.handle(command, &machine, now: now) {
            take(decided)
        }
    }

    /// Takes what came of other servers; nothing where the journal is this one's alone.
    func handle(_ command: SharedCommand) {
        services.loop.label(command.turnKind, subject: id.text)
        if let decided = shared?.handle(command, &machine, now: now) { take(decided) }
    }

    private func take(_ decided: ([SequencerEffect], [SharedEffect])) {
        for effect in decided.0 { steps.append(.effect(effect)) }
        for effect in decided.1 { steps.append(.shared(effect)) }
        perform()
    }

    private var now: Moment {
        Moment(
            loop: services.loop.now, wall: services.runtime.clock.now(),
            steady: services.runtime.clock.steady())
    }

    private func take(_ step: SequencerSteps.Step) {
        steps.append(step)
        perform()
    }

    /// Does what is to be done, in order; what goes to many subscribers takes several turns.
    func perform() {
        guard !isPerforming else { return }
        isPerforming = true
        while !subscribers.isBroadcasting, let step = steps.next() {
            switch step {
            case .effect(let effect): perform(effect)
            case .shared(let effect): perform(effect)
            case .leave(let connection, let leaving):
                let client = subscribers.remove(connection, list: id, leaving)
                if let client, leaving != .rejoining { leavePresence(client) }
            case .broadcast(let broadcast): begin(broadcast)
            }
        }
        isPerforming = false
        noteChange()
        if subscribers.count != countedSubscribers {
            countedSubscribers = subscribers.count
            services.peers?.setClients(of: id, to: countedSubscribers)
        }
        let standing = machine.standing()
        let isInUse = standing.isInUse || shared.map { !$0.isQuiet } ?? false
        guard isInUse != isNotedInUse else {
            account?.bytes = standing.reclaimableBytes
            return
        }
        isNotedInUse = isInUse
        services.inUse.note(self, isInUse: isNotedInUse)
        account =
            isNotedInUse
            ? services.ledger.open { self.handle(.reclaim) } : nil
    }

    /// Tells what is stored; of a shared journal the registry tells everyone.
    private func noteChange() {
        guard let changes = services.changes, !services.journal.isShared else { return }
        let stored = machine.isDeleted ? -1 : machine.head.position.revision
        guard stored != notedRevision else { return }
        notedRevision = stored
        changes.note(id, revision: max(0, stored))
    }

    // MARK: To all subscribers

    func begin(_ broadcast: Subscribers.Broadcast) {
        subscribers.begin(broadcast)
        goOn(broadcast)
    }

    private func goOn(_ broadcast: Subscribers.Broadcast) {
        guard let sent = subscribers.sendPart(bound: services.limits.queueBytes) else {
            after(0) {
                self.goOn(broadcast)
                self.perform()
            }
            return
        }
        switch broadcast {
        case .sets: services.monitor.metrics.delivered(to: sent)
        case .closing:
            subscribers.removeAll()
            if machine.isDeleted { services.monitor.noteReadable(id) }
        case .sendBestEffort, .presence, .fullPresence: break
        }
    }

    // MARK: Presence

    /// Presence has changed: it is sent to all subscribers, 20 times a second at most.
    func notePresence(after seconds: Double = PresenceBoard.leastSeconds) {
        guard !isPresenceDue else { return }
        isPresenceDue = true
        after(seconds) {
            self.isPresenceDue = false
            self.sendPresence()
        }
    }

    /// Seconds until presence is sent again to subscribers that could not take it.
    private static let greetingSeconds = 1.0

    private func sendPresence() {
        services.loop.label(.presence, subject: id.text)
        guard !subscribers.isEmpty else { return }
        let (broadcasts, pause) = presence.takeBroadcasts(to: subscribers, of: id)
        for broadcast in broadcasts { take(.broadcast(broadcast)) }
        if presence.hasChanges {
            notePresence(after: pause)
        } else if subscribers.awaitGreeting {
            notePresence(after: max(pause, Self.greetingSeconds))
        }
    }

    /// The same for other threads, to hand commands over.
    var bound: LoopBound<ListSequencer> { LoopBound(self, loop: services.loop) }

    func after(_ seconds: Double, _ work: @escaping () -> Void) {
        services.loop.schedule(after: seconds, work)
    }
}

/// A request that waits for a list as it is stored.
package protocol ListReader {
    /// What is to be read.
    var subject: ReadRequest.Subject { get }

    /// Answers the request; on the loop's thread.
    func respond(_ reply: ReadReply, from sequencer: ListSequencer)
}
