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
    /// Seconds after which an edit without an answer is reported as perhaps not stored.
    static let answerSeconds = 10.0

    private enum ListStage: Equatable {
        case opening
        case live
        case unavailable
        case offline
        case gone(code: String)
    }

    let id: ListID
    /// The status that was reported last.
    private(set) var status = ListStatus.opening
    private var stage = ListStage.opening
    private(set) var role: Role?
    private(set) var replica = Replica()
    private(set) var pending = PendingEdits()
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
    private var optimistic: EditableList?
    /// How often a message did not fit the earlier ones, so that the list was read again.
    private(set) var mismatches = 0
    /// The time of the newest event.
    private var now = 0.0
    /// When to ask again for a list that could not be read.
    private var reopensAt: Double?
    private var backOff = BackOff(first: 1, longest: 30)
    private var random: ClientRandomness

    /// - Parameter seed: determines the waiting times.
    init(_ id: ListID, seed: UInt64 = 0) {
        self.id = id
        random = ClientRandomness(seed: seed)
    }

    /// The list with this client's unanswered edits applied; nil before the first snapshot.
    ///
    /// - Complexity: O(1), also where edits wait: they were applied when they or the list changed.
    var list: EditableList? { optimistic ?? replica.list }

    var participants: [Participant] { roster.participants }

    /// When ``tick(at:)`` is due; nil where it is not.
    var deadline: Double? {
        if let reopensAt { return reopensAt }
        guard status == .live else { return nil }
        return pending.oldestSending.map { $0 + Self.answerSeconds }
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
        if case .edit(let actions) = content, optimistic != nil, let list {
            content = .edit(EditPreparation.namingNeighbours(actions, in: list))
        }
        let entry = pending.add(content, base: replica.revision, epoch: replica.epoch, at: time)
        if case .gone(let code) = stage {
            let dropped = pending.clear()
            return (entry.id, dropped.map { .answer(id: $0, .abandoned(reason: code)) })
        }
        if case .edit(let actions) = content, let list {
            var next = list
            let context = EditContext(client: me, mayGiveRules: true)
            _ = try? next.apply(Edit(base: nil, actions: actions), context)
            optimistic = next
        }
        return (entry.id, flush() + report())
    }

    /// Sets what this client is doing, for the others to see.
    mutating func setPresence(_ presence: Presence) -> [ListAction] {
        self.presence = presence
        return stage == .live ? [sendPresence] : []
    }

    /// The list is closed or the client stopped: answers every edit as abandoned.
    mutating func abandon(_ reason: String) -> [ListAction] {
        let dropped = pending.clear()
        refresh()
        return dropped.map { .answer(id: $0, .abandoned(reason: reason)) }
    }

    // MARK: Messages of the server

    /// Handles a message about this list.
    mutating func received(_ message: ReceivedMessage, at time: Double) -> [ListAction] {
        now = time
        guard session != nil, !isGone else { return [] }
        return handle(message) + report()
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
            switch refusal.code {
            case "unknownList": return end(refusal.code)
            case "unavailable": return waitForList()
            default: return []
            }
        case .head(let head):
            guard !isOpening, replica.list != nil else { return [] }
            return resync(replica.compare(head))
        case .presence(let message):
            roster.apply(message, me: me, isComplete: isRosterComplete)
            isRosterComplete = false
            return [.emit(.presence(roster.participants))]
        case .closed(let closed): return end(closed.code)
        case .outline, .rows, .checked, .found, .welcome, .lists, .created, .pong, .unknown:
            return []
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
        let answer: EditAnswer
        var revision = ack.revision ?? 0
        switch ack.outcome {
        case .applied(_, let clamps): answer = .applied(revision: ack.revision, clamped: clamps)
        case .noop(let clamps): answer = .noop(clamped: clamps)
        case .duplicate(applied: true?): answer = .applied(revision: ack.revision, clamped: [])
        case .duplicate(applied: false?):
            answer = .refused(
                EditRefusal(
                    code: "duplicate",
                    message: "it was answered before, and was not applied", action: nil,
                    retryAfter: nil))
            revision = 0
        case .duplicate(applied: nil): answer = .unknown
        }
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
        let answer = EditAnswer.refused(
            EditRefusal(
                code: refusal.code, message: refusal.message, action: refusal.action,
                retryAfter: refusal.retryAfter))
        return [.answer(id: id, answer)] + flush()
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
        guard !isOpening, !isGone, session != nil else { return [] }
        isOpening = true
        reopensAt = nil
        let since = anew || replica.epoch == nil ? nil : replica.revision
        let open = OpenList(list: id, since: since, epoch: since.flatMap { _ in replica.epoch })
        // A list that cannot be read stays unavailable until it has arrived.
        return (stage == .unavailable ? [] : become(.opening)) + [.send(.open(open))]
    }

    /// Reads the list again where a message did not fit.
    private mutating func resync(_ outcome: Replica.FollowUp) -> [ListAction] {
        switch outcome {
        case .done, .partial: return []
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
                            undoes: set.undoes, redoes: set.redoes, folds: set.folds ?? 1,
                            changes: set.changes, clamped: set.clamps))))
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

    /// Applies the pending edits again, after they or the list have changed.
    private mutating func refresh() {
        pending.prune(replica.revision)
        optimistic =
            pending.entries.isEmpty
            ? nil : replica.list.map { pending.reapplied(to: $0, as: me) }
    }

    private var sendPresence: ListAction {
        .send(.presence(PresenceUpdate(list: id, state: presence.state)))
    }

    // MARK: Status

    private var isGone: Bool {
        if case .gone = stage { true } else { false }
    }

    private mutating func become(_ stage: ListStage) -> [ListAction] {
        self.stage = stage
        return report()
    }

    /// Reports the status where it has changed.
    private mutating func report() -> [ListAction] {
        let current = currentStatus
        guard status != current else { return [] }
        status = current
        return [.emit(.status(current))]
    }

    private var currentStatus: ListStatus {
        switch stage {
        case .opening: return .opening
        case .unavailable: return .unavailable
        case .offline: return .offline
        case .gone(let code): return .gone(code: code)
        case .live:
            guard let oldest = pending.oldestSending, now - oldest >= Self.answerSeconds else {
                return .live
            }
            return .unstored(edits: pending.unanswered.count)
        }
    }

    private mutating func end(_ code: String) -> [ListAction] {
        isOpening = false
        reopensAt = nil
        return abandon(code) + become(.gone(code: code))
    }
}

/// What a ``ListMachine`` asks the client to do.
enum ListAction: Equatable {
    /// Send a message, if there is a session.
    case send(ClientMessage)
    /// Answer the edit of this id.
    case answer(id: Int, EditAnswer)
    /// Pass an event to those who follow the list.
    case emit(ListEvent)
}

/// What a ``ListMachine`` needs to know of a session.
struct ListSession: Equatable {
    /// The public name of this client.
    var me: ClientID
    var limits: ProtocolLimits
}
