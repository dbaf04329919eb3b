import ListEditing
import ListProtocol

/// Decides for one open list what to send and what to report: the list as the server has it, with this
/// client's own edits on top.
///
/// A pure state machine: each event brings the time, in seconds of a monotonic clock, and returns the
/// actions to perform. As protocol.md requires, an edit is sent again only in a later session, or once a
/// list that could not be read is open again, in the order of the ids, under the same id and epoch, so
/// that it is applied once.
struct ListMachine: Sendable {
    let id: ListID
    /// The status that was reported last.
    private(set) var status = ListStatus.opening
    private var stage = ListStage.opening
    private(set) var role: Role?
    private(set) var replica: Replica
    private(set) var pending: PendingEdits
    private var roster = Roster()
    private var isRosterComplete = true
    private var presence = Presence()
    /// The present session; nil without a connection.
    private var session: ListSession?
    /// This client's public name, from the first session on.
    private var me = ClientID("")
    /// Whether `open` was sent and its snapshot or catchup has not arrived.
    private var isOpening = false
    /// The list with the pending edits applied; nil where there are none.
    private var optimistic: OptimisticList?
    /// Reads the rows of a window; nil where the list is held whole.
    private var reader: RowReader?
    /// Whether the rows are to tell who changed them.
    let wantsAuthors: Bool
    /// How often a message did not fit the earlier ones, so that the list was read again.
    private(set) var mismatches = 0
    /// The time of the newest event.
    private var now = 0.0
    /// When to ask again for a list that could not be read.
    private var reopensAt: Double?
    private var backOff = BackOff(first: 1, longest: 30)
    private var random: ClientRandomness

    /// - Parameters:
    ///   - window: The rows that are held at first; nil: all.
    ///   - wantsAuthors: Whether the rows are to tell who changed them.
    ///   - pending: What is left from before a restart.
    ///   - seed: determines the waiting times.
    init(
        _ id: ListID, window: RowWindow? = nil, wantsAuthors: Bool = false,
        pending: PendingEdits = PendingEdits(), seed: UInt64 = 0
    ) {
        self.pending = pending
        self.id = id
        self.wantsAuthors = wantsAuthors
        replica = Replica(isSparse: window != nil)
        reader = window.map { RowReader($0, list: id) }
        random = ClientRandomness(seed: seed)
    }

    /// The list with this client's unanswered edits applied; nil before the first snapshot.
    ///
    /// - Complexity: O(1), also where edits wait: they were applied when they or the list changed.
    var list: EditableList? { optimistic?.list ?? replica.list }

    /// Likewise, where a window of the list is held.
    ///
    /// - Complexity: O(n) in the rows that are held while edits wait.
    var sparse: SparseList? { optimistic?.sparseList ?? replica.sparse }

    /// Whether a window of the list is held, and not all of it.
    var isSparse: Bool { reader != nil }

    var participants: [Participant] { roster.participants }

    /// When ``tick(at:)`` is due; nil where it is not.
    var deadline: Double? {
        if let reopensAt { return reopensAt }
        guard status == .live else { return nil }
        return pending.oldestSending.map { $0 + ListStage.answerSeconds }
    }

    // MARK: Events of the client

    /// A session has begun: opens the list, after which unanswered edits are sent again.
    mutating func began(_ session: ListSession, at time: Double) -> [ListAction] {
        now = time
        guard !isGone else { return [] }
        self.session = session
        me = session.me
        let memory = Double(session.limits.rememberDays) * 86_400
        var actions = pending.drop(before: time - memory).map {
            ListAction.answer(id: $0, .unknown)
        }
        pending.forgetSending()
        refresh()
        isOpening = false
        reopensAt = nil
        stage = .opening
        actions += open()
        return actions
    }

    /// The session is lost: edits wait, and the other clients are not known.
    mutating func lost() -> [ListAction] {
        session = nil
        reader?.forget()
        roster.clear()
        guard !isGone else { return [] }
        reopensAt = nil
        return become(.offline) + [.emit(.presence([]))]
    }

    /// To be called at ``deadline``.
    mutating func tick(at time: Double) -> [ListAction] {
        now = time
        guard let reopensAt, reopensAt <= time else { return report() }
        self.reopensAt = nil
        return open()
    }

    /// Applies an edit here at once and sends it, or an undo or redo, as soon as possible.
    ///
    /// - Returns: its id, and the actions to perform.
    mutating func submit(
        _ content: PendingEdit.Content, at time: Double
    ) -> (id: Int, actions: [ListAction]) {
        now = time
        var content = content
        if case .edit(let actions) = content, let optimistic {
            content = .edit(optimistic.namingNeighbours(actions))
        }
        let entry = pending.add(content, base: replica.revision, epoch: replica.epoch, at: time)
        if case .gone(let code) = stage {
            let dropped = pending.clear()
            return (entry.id, dropped.map { .answer(id: $0, .abandoned(reason: code)) })
        }
        if case .edit(let actions) = content {
            optimistic = optimistic ?? OptimisticList(replica)
            optimistic?.apply(actions, by: me)
        }
        return (entry.id, flush() + report())
    }

    /// Takes back an edit that was submitted just now, and nothing of which was sent.
    mutating func withdraw(_ id: Int) {
        pending.remove(id)
        refresh()
    }

    /// Sets what this client is doing, for the others to see.
    mutating func setPresence(_ presence: Presence) -> [ListAction] {
        self.presence = presence
        return stage == .live ? [sendPresence] : []
    }

    /// Reads rows of a window; the answer comes once they are held.
    mutating func read(_ read: RowRead, reader number: Int, at time: Double) -> [ListAction] {
        now = time
        if case .gone(let code) = stage {
            return [.read(reader: number, .failed(code: code, message: "the list is gone"))]
        }
        reader?.read(read, number)
        return ask()
    }

    /// The list is closed or the client stopped: answers every edit as abandoned, and fails every read.
    mutating func abandon(_ reason: String) -> [ListAction] {
        let dropped = pending.clear()
        refresh()
        return dropped.map { .answer(id: $0, .abandoned(reason: reason)) }
            + (reader?.abandon(reason) ?? [])
    }

    // MARK: Messages of the server

    /// Handles a message about this list.
    mutating func received(_ message: ReceivedMessage, at time: Double) -> [ListAction] {
        now = time
        guard session != nil, !isGone else { return [] }
        return handle(message) + ask() + report()
    }

    private mutating func handle(_ message: ReceivedMessage) -> [ListAction] {
        switch message {
        case .opened(let opened):
            role = opened.role
            pending.raise(opened.lastId)
            isRosterComplete = true
            return []
        case .snapshot(let snapshot, let part, let parts):
            let outcome = replica.apply(snapshot, part: part, of: parts)
            guard outcome != .partial else { return [] }
            return synced(outcome, [.emit(.replaced(revision: replica.revision))])
        case .outline(let outline):
            return synced(replica.apply(outline), [.emit(.replaced(revision: outline.revision))])
        case .catchup(let sets):
            var events: [ListAction] = []
            let answers = answered(by: sets.sets)
            let outcome = apply(sets, &events)
            return answers + synced(outcome, events)
        case .changes(let sets):
            return changed(sets)
        case .ack(let ack): return acknowledged(ack)
        case .reject(let refusal): return refused(refusal)
        case .error(let refusal):
            if refusal.id != nil { return refused(refusal) }
            if refusal.n != nil { return reader?.refused(refusal) ?? [] }
            switch refusal.code {
            case "unknownList": return end(refusal.code)
            case "unavailable": return waitForList()
            default: return []
            }
        case .head(let head):
            guard !isOpening, replica.isRead else { return [] }
            return resync(replica.compare(head))
        case .presence(let message):
            roster.apply(message, me: me, isComplete: isRosterComplete)
            isRosterComplete = false
            return [.emit(.presence(roster.participants))]
        case .closed(let closed): return end(closed.code)
        case .rows, .checked, .found:
            guard !isOpening, let (outcome, actions) = reader?.answered(message, &replica) else {
                return []
            }
            if outcome == .done { refresh() }
            return actions + resync(outcome)
        case .welcome, .renewed, .lists, .created, .pong, .unknown: return []
        }
    }

    private mutating func changed(_ sets: ReceivedChanges) -> [ListAction] {
        var actions = answered(by: sets.sets)
        // While the list is being opened again, its snapshot or catchup contains these sets too.
        if !isOpening {
            var events: [ListAction] = []
            let outcome = apply(sets, &events)
            refresh()
            actions += events + resync(outcome)
        }
        return actions + flush()
    }

    private mutating func acknowledged(_ ack: Ack) -> [ListAction] {
        let answer = EditAnswer(ack)
        var revision = ack.revision ?? 0
        if case .duplicate(applied: false?) = ack.outcome { revision = 0 }
        guard pending.answer(ack.id, at: revision) else { return [] }
        var actions = [ListAction.answer(id: ack.id, answer)]
        refresh()
        if case .duplicate(let applied) = ack.outcome {
            // Its change set may lie above the present revision, in changes that are never sent.
            if applied == nil || revision > replica.revision { actions += open() }
        }
        return actions + flush()
    }

    private mutating func refused(_ refusal: ReceivedRefusal) -> [ListAction] {
        guard let id = refusal.id, pending.answer(id, at: 0) else { return [] }
        refresh()
        return [.answer(id: id, EditAnswer(refusal))] + flush()
    }

    // MARK: Opening

    /// The list cannot be read now: everything is kept, and the client asks again later.
    private mutating func waitForList() -> [ListAction] {
        isOpening = false
        pending.forgetSending()
        if reopensAt == nil { reopensAt = now + backOff.next(jitter: random.unit()) }
        return become(.unavailable)
    }

    private mutating func open(anew: Bool = false) -> [ListAction] {
        guard !isOpening, !isGone, let session else { return [] }
        isOpening = true
        reopensAt = nil
        reader?.forget()
        let since = anew || replica.epoch == nil ? nil : replica.revision
        let open = OpenList(
            list: id, since: since, epoch: since.flatMap { _ in replica.epoch },
            window: session.limits.windowRows > 0 ? reader?.window.message : nil,
            wantsAuthors: wantsAuthors && session.hasAuthors)
        // A list that cannot be read stays unavailable until it has arrived.
        return (stage == .unavailable ? [] : become(.opening)) + [.send(.open(open))]
    }

    /// Reads the list again where a message did not fit.
    private mutating func resync(_ outcome: Replica.FollowUp) -> [ListAction] {
        switch outcome {
        case .done, .partial: return []
        case .check:
            if let list = replica.sparse, let session { reader?.check(list, session.limits) }
            return []
        case .openSince:
            mismatches += 1
            return open()
        case .openAnew(let reason):
            mismatches += 1
            return [.emit(.mismatched(reason))] + open(anew: true)
        }
    }

    /// A snapshot or a catchup has arrived as a whole.
    private mutating func synced(
        _ outcome: Replica.FollowUp, _ events: [ListAction]
    ) -> [ListAction] {
        isOpening = false
        // Asking for the same again might never end.
        if case .openAnew(let reason) = outcome {
            return [.emit(.mismatched(reason))] + open(anew: true)
        }
        guard outcome == .done else { return open(anew: true) }
        backOff.reset()
        reopensAt = nil
        refresh()
        return events + become(.live) + flush() + [sendPresence]
    }

    // MARK: Edits

    private mutating func apply(
        _ sets: ReceivedChanges, _ events: inout [ListAction]
    ) -> Replica.FollowUp {
        replica.apply(sets.sets, counts: sets.counts) { set in
            events.append(
                .emit(
                    .changed(
                        ListChange(
                            revision: set.revision, time: set.at, client: set.client,
                            edit: set.intent, user: set.user, isOwn: set.client == me,
                            undoes: set.undoes, redoes: set.redoes, restores: set.restores,
                            folds: set.folds ?? 1, changes: set.changes, clamped: set.clamps))))
        }
    }

    /// Own edits among the sets are answered by them, whether the sets are new or not.
    private mutating func answered(by sets: [PublishedChange]) -> [ListAction] {
        var actions: [ListAction] = []
        for set in sets where set.client == me {
            guard let id = set.intent, pending.answer(id, at: set.revision) else { continue }
            actions.append(
                .answer(id: id, .applied(revision: set.revision, clamped: set.clamps)))
        }
        return actions
    }

    /// Sends what may be sent now.
    private mutating func flush() -> [ListAction] {
        guard stage == .live, let session else { return [] }
        return pending.takeSendable(limit: session.limits.inFlight, at: now).map {
            .send($0.message(list: id))
        }
    }

    /// Answers the readers of a window, and asks for what is not held.
    private mutating func ask() -> [ListAction] {
        guard stage == .live, let session else { return [] }
        return reader?.proceed(&replica, session.limits) ?? []
    }

    /// Applies the pending edits again, after they or the list have changed.
    private mutating func refresh() {
        pending.prune(replica.revision)
        optimistic = OptimisticList(pending, on: replica, by: me)
    }

    private var sendPresence: ListAction {
        .send(.presence(PresenceUpdate(list: id, state: presence.state)))
    }

    // MARK: Status

    private var isGone: Bool { stage.isGone }

    private mutating func become(_ stage: ListStage) -> [ListAction] {
        self.stage = stage
        return report()
    }

    /// Reports the status where it has changed.
    private mutating func report() -> [ListAction] {
        let current = stage.status(pending, at: now)
        guard status != current else { return [] }
        status = current
        return [.emit(.status(current))]
    }

    private mutating func end(_ code: String) -> [ListAction] {
        isOpening = false
        reopensAt = nil
        return abandon(code) + become(.gone(code: code))
    }
}
