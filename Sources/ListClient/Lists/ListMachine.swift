import ListEditing
import ListProtocol

/// One list that is kept open: what the server said, and this client's own edits on top of it.
///
/// Pure: events in, actions out. What it promises is protocol.md's: an edit is sent again only in a
/// later session, or once a list that could not be read is opened again, in the order of the ids,
/// under the same id and epoch, so that it is applied once.
///
/// Events bring the time, in seconds of a clock that never goes back.
struct ListMachine: Sendable {
    /// An edit that has no answer after so many seconds may not be stored.
    static let patience = 10.0

    private enum Stage: Equatable {
        case opening
        case live
        case unavailable
        case offline
        case gone(code: String)
    }

    let id: ListID
    /// What was told last.
    private(set) var status = ListStatus.opening
    private var stage = Stage.opening
    private(set) var role: Role?
    private(set) var replica = Replica()
    private(set) var pending = PendingEdits()
    private var roster = Roster()
    private var isRosterWhole = true
    private var presence = Presence()
    /// The session that is under way.
    private var session: ListSession?
    /// This client's public name, from the first session on.
    private var me = ClientID("")
    private var isOpening = false
    private var optimistic: EditableList?
    /// How often what the server said did not fit what it had said before, and the list was read
    /// again.
    private(set) var misfits = 0
    /// The time of the newest event.
    private var now = 0.0
    /// When a list that could not be read is asked for again.
    private var reopensAt: Double?
    private var backOff = BackOff(first: 1, longest: 30)
    private var random: ClientRandomness

    /// - Parameter seed: makes the waiting times.
    init(_ id: ListID, seed: UInt64 = 0) {
        self.id = id
        random = ClientRandomness(seed: seed)
    }

    /// The list with this client's unanswered edits applied; nil before the first snapshot.
    ///
    /// O(1), where edits wait too: they were applied when they or something under them changed.
    var list: EditableList? { optimistic ?? replica.list }

    var participants: [Participant] { roster.participants }

    /// When ``tick(at:)`` is due; nil: not at all.
    var deadline: Double? {
        if let reopensAt { return reopensAt }
        guard status == .live else { return nil }
        return pending.oldestSending.map { $0 + Self.patience }
    }

    // MARK: What the client does

    /// A session has begun: the list is opened, and what was not answered is sent again after it.
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

    /// The session is lost: edits wait, the others are out of sight.
    mutating func lost() -> [ListAction] {
        session = nil
        roster.clear()
        guard !isGone else { return [] }
        reopensAt = nil
        return become(.offline) + [.tell(.presence([]))]
    }

    /// To be called at ``deadline``.
    mutating func tick(at time: Double) -> [ListAction] {
        now = time
        guard let reopensAt, reopensAt <= time else { return report() }
        self.reopensAt = nil
        return open()
    }

    /// An edit, undo or redo: applied here at once, sent as soon as may be.
    ///
    /// - Returns: its id, and what is to be done.
    mutating func submit(
        _ kind: PendingEdit.Kind, at time: Double
    ) -> (id: Int, actions: [ListAction]) {
        now = time
        var kind = kind
        if case .edit(let actions) = kind, optimistic != nil, let list {
            kind = .edit(NeighbourNaming.name(actions, in: list))
        }
        let entry = pending.add(kind, base: replica.revision, epoch: replica.epoch, at: time)
        if case .gone(let code) = stage {
            let dropped = pending.clear()
            return (entry.id, dropped.map { .answer(id: $0, .abandoned(reason: code)) })
        }
        if case .edit(let actions) = kind, let list {
            var next = list
            let context = EditContext(client: me, mayGiveRules: true)
            _ = try? next.apply(Edit(base: nil, actions: actions), context)
            optimistic = next
        }
        return (entry.id, flush() + report())
    }

    /// Tells the others what one is doing.
    mutating func show(_ presence: Presence) -> [ListAction] {
        self.presence = presence
        return stage == .live ? [sendPresence] : []
    }

    /// The client was stopped: nothing will be answered any more.
    mutating func abandon(_ reason: String) -> [ListAction] {
        let dropped = pending.clear()
        refresh()
        return dropped.map { .answer(id: $0, .abandoned(reason: reason)) }
    }

    // MARK: What the server says

    /// Takes a message about this list.
    mutating func take(_ message: ReceivedMessage, at time: Double) -> [ListAction] {
        now = time
        guard session != nil, !isGone else { return [] }
        return heed(message) + report()
    }

    private mutating func heed(_ message: ReceivedMessage) -> [ListAction] {
        switch message {
        case .opened(let opened):
            role = opened.role
            pending.raise(opened.lastId)
            isRosterWhole = true
            return []
        case .snapshot(let snapshot, let part, let parts):
            let outcome = replica.take(snapshot, part: part, of: parts)
            guard outcome != .partial else { return [] }
            return synced(outcome, [.tell(.replaced(revision: replica.revision))])
        case .catchup(let sets):
            var told: [ListAction] = []
            let answers = answered(by: sets.sets)
            let outcome = take(sets, &told)
            return answers + synced(outcome, told)
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
            return follow(replica.compare(head))
        case .presence(let message):
            roster.take(message, me: me, isWhole: isRosterWhole)
            isRosterWhole = false
            return [.tell(.presence(roster.participants))]
        case .closed(let closed): return end(closed.code)
        case .welcome, .lists, .created, .pong, .unknown: return []
        }
    }

    private mutating func changed(_ sets: ReceivedChanges) -> [ListAction] {
        var actions = answered(by: sets.sets)
        // While the list is being opened again, its snapshot or catchup holds these sets too.
        if !isOpening {
            var told: [ListAction] = []
            let outcome = take(sets, &told)
            refresh()
            actions += told + follow(outcome)
        }
        return actions + flush()
    }

    private mutating func acknowledged(_ ack: Ack) -> [ListAction] {
        let answer: EditAnswer
        var settled = ack.revision ?? 0
        switch ack.outcome {
        case .applied(_, let clamps): answer = .applied(revision: ack.revision, clamped: clamps)
        case .noop(let clamps): answer = .nothing(clamped: clamps)
        case .duplicate(applied: true?): answer = .applied(revision: ack.revision, clamped: [])
        case .duplicate(applied: false?):
            answer = .refused(
                EditRefusal(
                    code: "duplicate",
                    message: "it was answered before, and was not applied", action: nil,
                    retryAfter: nil))
            settled = 0
        case .duplicate(applied: nil): answer = .unknown
        }
        guard pending.answer(ack.id, at: settled) else { return [] }
        var actions = [ListAction.answer(id: ack.id, answer)]
        refresh()
        if case .duplicate(let applied) = ack.outcome {
            // What it became may be behind the revision held, in sets that never come.
            if applied == nil || settled > replica.revision { actions += open() }
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

    // MARK: Steps

    private var isGone: Bool {
        if case .gone = stage { true } else { false }
    }

    /// The list is there and cannot be read now: nothing is dropped, and it is asked for later.
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
        // One that cannot be read stays so until it has come.
        return (stage == .unavailable ? [] : become(.opening)) + [.send(.open(open))]
    }

    private mutating func follow(_ outcome: Replica.Outcome) -> [ListAction] {
        switch outcome {
        case .done, .partial: return []
        case .openSince:
            misfits += 1
            return open()
        case .openAnew:
            misfits += 1
            return open(anew: true)
        }
    }

    /// A snapshot or a catchup is in.
    private mutating func synced(
        _ outcome: Replica.Outcome, _ told: [ListAction]
    ) -> [ListAction] {
        isOpening = false
        // What came was asked for: asking for the same again could go on for ever.
        guard outcome == .done else { return open(anew: true) }
        backOff.reset()
        reopensAt = nil
        refresh()
        return told + become(.live) + flush() + [sendPresence]
    }

    private mutating func take(
        _ sets: ReceivedChanges, _ told: inout [ListAction]
    ) -> Replica.Outcome {
        return replica.take(sets.sets, counts: sets.counts) { set in
            told.append(
                .tell(
                    .changed(
                        ListChange(
                            revision: set.revision, time: set.at, client: set.client,
                            edit: set.intent, user: set.user, isOwn: set.client == me,
                            undoes: set.undoes, redoes: set.redoes, folds: set.folds ?? 1,
                            changes: set.changes, clamped: set.clamps))))
        }
    }

    /// Own intents among the sets are answered by them, whether the sets are news or not.
    private mutating func answered(by sets: [PublishedChange]) -> [ListAction] {
        var actions: [ListAction] = []
        for set in sets where set.client == me {
            guard let intent = set.intent, pending.answer(intent, at: set.revision) else {
                continue
            }
            actions.append(
                .answer(id: intent, .applied(revision: set.revision, clamped: set.clamps)))
        }
        return actions
    }

    private mutating func flush() -> [ListAction] {
        guard stage == .live, let session else { return [] }
        return pending.takeSendable(limit: session.limits.inFlight, at: now).map {
            .send($0.message(list: id))
        }
    }

    private mutating func become(_ stage: Stage) -> [ListAction] {
        self.stage = stage
        return report()
    }

    /// Tells the status where it is another one.
    private mutating func report() -> [ListAction] {
        let current = currentStatus
        guard status != current else { return [] }
        status = current
        return [.tell(.status(current))]
    }

    private var currentStatus: ListStatus {
        switch stage {
        case .opening: return .opening
        case .unavailable: return .unavailable
        case .offline: return .offline
        case .gone(let code): return .gone(code: code)
        case .live:
            guard let oldest = pending.oldestSending, now - oldest >= Self.patience else {
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

    private mutating func refresh() {
        pending.prune(replica.revision)
        optimistic =
            pending.entries.isEmpty
            ? nil : replica.list.map { pending.reapplied(to: $0, as: me) }
    }

    private var sendPresence: ListAction {
        .send(.presence(PresenceUpdate(list: id, state: presence.state)))
    }
}
