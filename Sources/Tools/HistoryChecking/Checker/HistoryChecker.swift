import ListEditing
import ListProtocol

/// The facts that a history shows, and the violations that show while it is read.
///
/// The checker reads the events once, in order: it follows what each session holds, assigns change sets
/// to the revisions of their list (``Timeline``), and joins edits with their answers (``EditRecord``).
/// The extensions then judge each property on these facts.
struct HistoryChecker {
    private(set) var timelines: [Timeline] = []
    private var timelineIndices: [ListKey: Int] = [:]
    private(set) var edits: [EditRecord] = []
    private var editIndices: [EditKey: Int] = [:]
    /// The violations that showed while reading.
    private(set) var violations: [Property: [Violation]] = [:]
    /// How many facts were tried against a property while reading.
    private(set) var tried: [Property: Int] = [:]
    private(set) var snapshots: [SnapshotRecord] = []
    private(set) var counts: [(list: ListKey, revision: Int, counts: [Int], frame: [UInt8])] = []
    private(set) var heads: [(list: ListKey, revision: Int, digest: UInt32, frame: [UInt8])] = []
    private(set) var catchups: [CatchupRecord] = []
    private(set) var windows: [(client: Int, window: ObservedWindow)] = []
    /// The revision of each list that each client holds when all is quiet.
    private(set) var heldAtQuiet: [(client: Int, list: ListKey, revision: Int)] = []
    private(set) var isQuiet = false
    /// The newest session of each client, by the number of the session.
    private var sessions: [Int: FollowedSession] = [:]
    private(set) var sessionCount = 0
    private var clients = Set<Int>()
    /// The names under which the server publishes the clients.
    private(set) var publicNames: [Int: String] = [:]
    private var contents: [String: ModelState] = [:]
    private var seen = SeenRevisions()
    private let allowsStaleOpens: Bool
    /// The names of lists that clients have asked to delete.
    private var deletionsAsked: Set<String> = []
    /// The index of the current event.
    private var moment = 0

    /// The number of clients that had a session.
    var clientCount: Int { clients.count }

    /// - Parameter allowsStaleOpens: As in `HistoryReport.init`.
    init(_ history: ObservedHistory, allowsStaleOpens: Bool) {
        self.allowsStaleOpens = allowsStaleOpens
        for (index, event) in history.events.enumerated() {
            moment = index
            read(event)
        }
        for index in timelines.indices { timelines[index].replay() }
    }

    /// The timeline of a list; nil: no event is about that list.
    func timeline(_ key: ListKey) -> Timeline? {
        timelineIndices[key].map { timelines[$0] }
    }

    // MARK: Events

    private mutating func read(_ event: HistoryEvent) {
        switch event {
        case .made(let list, let content): contents[list] = content
        case .sent(let client, let session, let frame):
            withSession(session, of: client) { checker, followed in
                for request in frame.requests { checker.read(request, frame.bytes, &followed) }
            }
        case .received(let client, let session, let frame):
            withSession(session, of: client) { checker, followed in
                for message in frame.messages { checker.read(message, frame.bytes, &followed) }
            }
        case .window(let client, let window): windows.append((client, window))
        case .snapshot(let list, let tag, let body): read(snapshotOf: list, tag, body)
        case .changes(let list, let epoch, let since, let isKept, let status, let body):
            let key = ListKey(name: list, epoch: epoch)
            if status == 200 {
                read(changesOf: key, since, body)
            } else {
                refused(changesOf: key, since, isKept: isKept, status)
            }
        case .quiet:
            isQuiet = true
            for session in sessions.values.sorted(by: { $0.number < $1.number }) {
                for (name, held) in session.held.sorted(by: { $0.key < $1.key }) {
                    guard let epoch = session.epochs[name] else { continue }
                    heldAtQuiet.append((session.client, ListKey(name: name, epoch: epoch), held))
                }
            }
        }
    }

    /// Calls `body` with a session; a new session of a client ends its earlier one.
    private mutating func withSession(
        _ number: Int, of client: Int,
        _ body: (inout HistoryChecker, inout FollowedSession) -> Void
    ) {
        if sessions[number] == nil {
            sessions = sessions.filter { $0.value.client != client }
            sessionCount += 1
            clients.insert(client)
        }
        var session =
            sessions.removeValue(forKey: number) ?? FollowedSession(client: client, number: number)
        body(&self, &session)
        sessions[number] = session
    }

    private mutating func read(snapshotOf list: String, _ tag: String?, _ body: ReceivedFrame) {
        guard case .snapshot(let snapshot)? = body.messages.first else {
            return report(.resuming, "GET gives no snapshot", list: list)
        }
        let key = ListKey(name: list, epoch: snapshot.epoch)
        snapshots.append(
            SnapshotRecord(snapshot: snapshot, frame: body.bytes, source: .http(tag: tag)))
        withTimeline(key) { $0.observe(snapshot) }
        let newest = seen.newest(of: key)
        tried[.neverBack, default: 0] += 1
        if snapshot.revision < newest {
            report(
                .neverBack, "\(newest) was seen, then GET shows \(snapshot.revision)", list: list,
                revision: snapshot.revision, frame: body.bytes)
        }
    }

    private mutating func read(changesOf key: ListKey, _ since: Int, _ body: ReceivedFrame) {
        guard body.messages.count == 1, case .sets(let sets)? = body.messages.first, sets.isCatchup
        else {
            return report(
                .resuming, "GET changes gives no catchup", list: key.name, frame: body.bytes)
        }
        read(catchup: sets, of: key, since: since, body.bytes, by: "GET changes")
    }

    /// The server does not give the sets since a revision.
    private mutating func refused(
        changesOf key: ListKey, _ since: Int, isKept: Bool, _ status: Int
    ) {
        let isForgotten = status == 410
        if isForgotten { withTimeline(key) { $0.forget(through: since + 1) } }
        if !isForgotten || isKept {
            report(
                .resuming, "GET changes since \(since) gives \(status)", list: key.name,
                revision: since)
        }
    }

    // MARK: Requests of clients

    private mutating func read(
        _ request: ObservedRequest, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        switch request {
        case .open(let list, let since):
            let before = session.openRequests[list]
            session.openRequests[list] = FollowedSession.OpenRequest(
                since: since,
                unanswered: (before?.unanswered ?? []) + [
                    .init(moment: moment, seen: seen.newest(ofEachEpochOf: list))
                ],
                asked: (before?.asked ?? []) + [since].compactMap(\.self),
                unread: before?.unread ?? 0)
        case .edit(let edit):
            guard let epoch = edit.epoch ?? session.epochs[edit.list] else { return }
            let key = EditKey(
                client: session.client, list: ListKey(name: edit.list, epoch: epoch), id: edit.id)
            let index = editIndices[key] ?? edits.count
            if index == edits.count {
                edits.append(EditRecord(key: key, kind: edit.kind))
                editIndices[key] = index
            }
            edits[index].sendings.append(
                RecordedSending(moment: moment, session: session.number, frame: frame))
            session.noteSent(edit, index: index)
        case .delete(let list):
            deletionsAsked.insert(list)
            session.deleteRequests[list] = timelines.map(\.key)
                .filter { $0.name == list }.map(\.epoch)
        case .other: break
        }
    }

    // MARK: Messages of the server

    private mutating func read(
        _ message: ObservedMessage, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        switch message {
        case .welcome(let client, _, _): greeted(session.client, as: client)
        case .opened(let list, let epoch, let revision, _):
            opened(ListKey(name: list, epoch: epoch), revision, frame, &session)
        case .snapshot(let part): read(snapshot: part, frame, &session)
        case .outline(let outline): isRead(outline.key, at: outline.revision, frame, &session)
        case .sets(let sets): read(sets, frame, &session)
        case .answer(let answer): read(answer, frame, &session)
        case .head(let list, let revision, let digest):
            guard let epoch = session.epochs[list] else { return }
            heads.append((ListKey(name: list, epoch: epoch), revision, digest, frame))
        case .closed(let list): closed(list, &session)
        case .error(code: "unknownList", let list?, _):
            noteAbsence(of: list, session)
            closed(list, &session)
        case .unreadable(let why):
            report(
                .revisions, "\(session.text) was sent no message of the protocol: \(why)",
                frame: frame)
        // Its deletion may be told to a session that never opened it.
        case .created(let list, let epoch): withTimeline(ListKey(name: list, epoch: epoch)) { _ in }
        case .error, .rows, .checked, .other: break
        }
    }

    private mutating func greeted(_ client: Int, as name: String) {
        if let known = publicNames[client], known != name {
            report(.neverBack, "client \(client) was \(known) and is \(name) after a reconnect")
        }
        publicNames[client] = name
    }

    private mutating func opened(
        _ key: ListKey, _ revision: Int, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        session.epochs[key.name] = key.epoch
        withTimeline(key) { $0.note(isAbsent: false) }
        guard let request = session.openRequests[key.name]?.unanswered.first else {
            return report(
                .resuming, "\(session.text) did not ask for this list", list: key.name,
                frame: frame)
        }
        session.openRequests[key.name]?.unanswered.removeFirst()
        session.openRequests[key.name]?.unread += 1
        if let died = timeline(key)?.deletedAt, died < request.moment {
            report(
                .onceOnly, "was deleted, and is there again under its epoch", list: key.name,
                frame: frame)
        }
        let newest = request.seen[key.epoch] ?? 0
        if revision < newest, !allowsStaleOpens {
            report(
                .neverBack,
                "\(newest) had been seen when \(session.text) opened the list, "
                    + "and is shown \(revision)", list: key.name, revision: revision, frame: frame)
        }
        noteSeen(revision, of: key, by: session, frame)
    }

    /// A session that opens a list, perhaps, is notified that there is none: one that was seen before it asked is
    /// deleted if a client asked for that, though the server has told no other client.
    private mutating func noteAbsence(of list: String, _ session: FollowedSession) {
        guard deletionsAsked.contains(list),
            let request = session.openRequests[list]?.unanswered.first
        else { return }
        for epoch in request.seen.keys {
            withTimeline(ListKey(name: list, epoch: epoch)) { $0.note(isAbsent: true) }
        }
    }

    private mutating func closed(_ list: String, _ session: inout FollowedSession) {
        let moment = moment
        for epoch in session.close(list) {
            withTimeline(ListKey(name: list, epoch: epoch)) { $0.noteDeletion(at: moment) }
        }
    }

    private mutating func read(
        snapshot part: ObservedSnapshot, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        let whole = part.appended(to: part.part == 0 ? nil : session.parts[part.list])
        guard part.isLast else {
            session.parts[part.list] = whole
            return
        }
        session.parts[part.list] = nil
        let key = ListKey(name: part.list, epoch: part.epoch)
        snapshots.append(SnapshotRecord(snapshot: whole, frame: frame, source: .session))
        withTimeline(key) { $0.observe(whole) }
        isRead(key, at: part.revision, frame, &session)
    }

    /// A session has read a list, or a window of it.
    private mutating func isRead(
        _ key: ListKey, at revision: Int, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        noteSeen(revision, of: key, by: session, frame)
        session.openRequests[key.name]?.noteRead()
        session.held[key.name] = revision
    }

    private mutating func read(
        _ sets: ObservedChanges, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        guard let epoch = sets.epoch ?? session.epochs[sets.list] else {
            return report(
                .revisions, "\(session.text) is sent sets of a list that is not open",
                list: sets.list, frame: frame)
        }
        let key = ListKey(name: sets.list, epoch: epoch)
        if let revision = sets.revision {
            if let request = session.openRequests[sets.list], request.unread > 0 {
                if let from = sets.from, let place = request.asked.firstIndex(of: from) {
                    session.held[sets.list] = from
                    session.openRequests[sets.list]?.asked.remove(at: place)
                } else if request.isPending {
                    session.held[sets.list] = request.since
                }
                session.openRequests[sets.list]?.noteRead()
            }
            let since = session.held[sets.list] ?? 0
            read(catchup: sets, of: key, since: since, frame, by: session.text)
            noteSeen(revision, of: key, by: session, frame)
        } else {
            for set in sets.sets where (set.folds ?? 1) > 1 { read(foldedSet: set, of: key, frame) }
        }
        for set in sets.sets {
            read(set, isCatchup: sets.isCatchup, key, frame, &session)
        }
        if let last = sets.sets.last, let rows = sets.counts {
            counts.append((key, last.revision, rows, frame))
        }
        if let held = session.held[sets.list] { noteSeen(held, of: key, by: session, frame) }
    }

    /// Records sets that lead on from `since`.
    private mutating func read(
        catchup sets: ObservedChanges, of key: ListKey, since: Int, _ frame: [UInt8],
        by observer: String
    ) {
        for set in sets.sets where (set.folds ?? 1) == 1 {
            withTimeline(key) { $0.observe(set, in: frame, by: observer) }
        }
        catchups.append(
            CatchupRecord(
                list: key, since: since, from: sets.from ?? since,
                revision: sets.revision ?? since,
                sets: sets.sets.map { ObservedSet(set: $0, frame: frame) }, frame: frame))
    }

    /// Records a folded set outside a catchup: it leads on as one by itself.
    private mutating func read(
        foldedSet set: PublishedChange, of key: ListKey, _ frame: [UInt8]
    ) {
        let start = set.revision - (set.folds ?? 1)
        catchups.append(
            CatchupRecord(
                list: key, since: start, from: start, revision: set.revision,
                sets: [ObservedSet(set: set, frame: frame)], frame: frame))
    }

    /// Follows one set of a session, in the order in which it arrived.
    private mutating func read(
        _ set: PublishedChange, isCatchup: Bool, _ key: ListKey, _ frame: [UInt8],
        _ session: inout FollowedSession
    ) {
        let folds = set.folds ?? 1
        if folds == 1 {
            let observer = session.text
            withTimeline(key) { $0.observe(set, in: frame, by: observer) }
            if set.client?.text == publicNames[session.client] {
                read(ownSet: set, key, frame, &session)
            }
        }
        tried[.revisions, default: 0] += 1
        var text = "is sent sets before the list"
        if let held = session.held[key.name] {
            session.held[key.name] = max(held, set.revision)
            let isOld = set.revision <= held
            if set.revision == held + folds || isOld && isCatchup { return }
            text = "holds revision \(held) and is sent \(set.revision)" + (isOld ? " again" : "")
        }
        report(
            .revisions, "\(session.text) \(text)", list: key.name, revision: set.revision,
            frame: frame)
    }

    /// Joins a set with the edit of this client that made it: the set is an answer.
    private mutating func read(
        ownSet set: PublishedChange, _ key: ListKey, _ frame: [UInt8],
        _ session: inout FollowedSession
    ) {
        let editID = set.intent ?? 0
        guard let index = editIndices[EditKey(client: session.client, list: key, id: editID)]
        else {
            return report(
                .onceOnly, "edit \(editID) of \(session.text) was never sent", list: key.name,
                revision: set.revision, frame: frame)
        }
        addAnswer(
            .set, set.revision, set.clamps.map { ObservedClamp($0) }, to: index, frame, session)
        // The set of an edit that was answered already is not a second answer.
        if session.sent[key.name]?[editID]?.answers == 0 {
            session.sent[key.name]?[editID]?.answers = 1
        }
    }

    private mutating func read(
        _ answer: ObservedAnswer, _ frame: [UInt8], _ session: inout FollowedSession
    ) {
        guard let sent = session.sent[answer.list]?[answer.id] else {
            return report(
                .answers, "\(session.text) is answered what it did not send: edit \(answer.id)",
                list: answer.list, frame: frame)
        }
        var kind = answer.kind
        let record = edits[sent.index]
        // The second is the first once more: its answer was lost between two servers.
        let isOfAnyEpoch = kind == .reject("staleBase") || kind == .duplicate(applied: false)
        if isOfAnyEpoch, record.key.list.epoch != session.epochs[answer.list] { kind = .otherEpoch }
        addAnswer(kind, answer.revision, answer.clamps, to: sent.index, frame, session)
        session.sent[answer.list]?[answer.id]?.answers += 1
        // A copy of an answered edit may be answered that its list was deleted, or be answered by the one that has its
        // id now.
        let isOver = timeline(record.key.list)?.deletedAt != nil
        let isOfADeletedList = isOver && (kind == .reject("unknownList") || kind == .otherEpoch)
        if sent.answers >= sent.sendings, !isOfADeletedList {
            violations[.answers, default: []].append(
                Violation(
                    "\(record.text) has \(sent.answers + 1) answers in one session",
                    list: answer.list, messages: edits[sent.index].messages))
        }
    }

    private mutating func addAnswer(
        _ kind: AnswerKind, _ revision: Int?, _ clamps: [ObservedClamp], to index: Int,
        _ frame: [UInt8], _ session: FollowedSession
    ) {
        tried[.answers, default: 0] += 1
        edits[index].answers.append(
            RecordedAnswer(
                kind: kind, moment: moment, session: session.number, revision: revision,
                clamps: clamps, frame: frame,
                newestSeen: seen.newest(of: edits[index].key.list)))
    }

    /// Records that a session was sent that revision of a list.
    private mutating func noteSeen(
        _ revision: Int, of key: ListKey, by session: FollowedSession, _ frame: [UInt8]
    ) {
        tried[.neverBack, default: 0] += 1
        let before = seen.note(revision, of: key, by: session.client)
        if revision < before {
            report(
                .neverBack, "\(session.text) saw revision \(before) before, now \(revision)",
                list: key.name, revision: revision, frame: frame)
        }
    }

    /// Calls `body` with the timeline of a list, created where this is the first event about it.
    private mutating func withTimeline(_ key: ListKey, _ body: (inout Timeline) -> Void) {
        if timelineIndices[key] == nil {
            timelineIndices[key] = timelines.count
            timelines.append(Timeline(key: key, content: contents[key.name]))
        }
        if let index = timelineIndices[key] { body(&timelines[index]) }
    }

    private mutating func report(
        _ property: Property, _ text: String, list: String? = nil, revision: Int? = nil,
        frame: [UInt8]? = nil
    ) {
        violations[property, default: []].append(
            Violation(
                text, list: list, revision: revision, messages: frame.map { [$0.text] } ?? []))
    }
}
