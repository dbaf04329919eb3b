import ListEditing
import ListProtocol

/// What follows from a history alone, before any property is asked about.
struct Reading {
    private(set) var timelines: [Timeline] = []
    private var timelineIndices: [ListKey: Int] = [:]
    var edits: [EditRecord] = []
    var editIndices: [EditKey: Int] = [:]
    /// Violations that show while reading.
    private(set) var faults: [Property: [Finding]] = [:]
    /// How much was held against a property while reading.
    var tried: [Property: Int] = [:]
    var snapshots: [(snapshot: HeardSnapshot, frame: [UInt8], isServers: Bool)] = []
    var counted: [(list: ListKey, revision: Int, counts: [Int], frame: [UInt8])] = []
    var heads: [(list: ListKey, revision: Int, digest: String, frame: [UInt8])] = []
    var resumptions: [Resumption] = []
    /// What each client holds of each list when all is quiet.
    private(set) var heldAtQuiet: [(client: Int, list: ListKey, revision: Int)] = []
    private(set) var isQuiet = false
    /// Sessions that were ended by a newer one of their client are forgotten.
    private var sessions: [Int: FollowedSession] = [:]
    private(set) var sessionCount = 0
    private var clients = Set<Int>()
    private(set) var publicNames: [Int: String] = [:]
    private var contents: [String: PlainState] = [:]
    /// The newest revision that each client was shown.
    private var seen: [Int: [ListKey: Int]] = [:]
    /// The newest revision that anybody was shown, by name, then epoch.
    private(set) var seenByAll: [String: [String: Int]] = [:]
    /// The number of the event that is being read.
    private(set) var moment = 0

    /// How many clients had a session.
    var clientCount: Int { clients.count }

    init(_ history: History) {
        for (index, event) in history.events.enumerated() {
            moment = index
            read(event)
        }
        for index in timelines.indices { timelines[index].replay() }
    }

    private mutating func read(_ event: HistoryEvent) {
        switch event {
        case .made(let list, let content): contents[list] = content
        case .sent(let client, let session, let frame):
            follow(client, session) { reading, followed in
                for message in frame.messages { reading.said(message, frame.bytes, &followed) }
            }
        case .received(let client, let session, let frame):
            follow(client, session) { reading, followed in
                for message in frame.messages { reading.heard(message, frame.bytes, &followed) }
            }
        case .snapshot(let list, let body): read(snapshotOf: list, body)
        case .changes(let list, let epoch, let since, let status, let body):
            read(changesOf: ListKey(name: list, epoch: epoch), since, status, body)
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

    private mutating func follow(
        _ client: Int, _ number: Int, _ body: (inout Reading, inout FollowedSession) -> Void
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

    private mutating func read(snapshotOf list: String, _ body: ReceivedFrame) {
        guard case .snapshot(let snapshot)? = body.messages.first else {
            return fault(.resuming, Finding("GET gives no snapshot", list: list))
        }
        let key = ListKey(name: list, epoch: snapshot.epoch)
        snapshots.append((snapshot, body.bytes, true))
        withTimeline(key) { $0.see(snapshot) }
        let newest = seenByAll[list]?[key.epoch] ?? 0
        tried[.neverBack, default: 0] += 1
        if snapshot.revision < newest {
            fault(
                .neverBack,
                Finding(
                    "\(newest) was seen, then GET shows \(snapshot.revision)", list: list,
                    revision: snapshot.revision, messages: [body.bytes.text]))
        }
    }

    private mutating func read(
        changesOf key: ListKey, _ since: Int, _ status: Int, _ body: ReceivedFrame
    ) {
        guard status == 200 else {
            if status == 410 { withTimeline(key) { $0.forgotten = max($0.forgotten, since + 1) } }
            return
        }
        guard case .sets(let sets)? = body.messages.first, sets.isCatchup else {
            return fault(
                .resuming,
                Finding(
                    "GET changes gives no catchup", list: key.name, messages: [body.bytes.text]))
        }
        take(sets, of: key, since: since, body.bytes, by: "GET changes")
    }

    /// Notes sets that lead on from `since`.
    mutating func take(
        _ sets: HeardSets, of key: ListKey, since: Int, _ frame: [UInt8], by observer: String
    ) {
        for set in sets.sets where (set.folds ?? 1) == 1 {
            withTimeline(key) { $0.see(set, in: frame, by: observer) }
        }
        resumptions.append(
            Resumption(
                list: key, since: since, from: sets.from ?? since,
                revision: sets.revision ?? since,
                sets: sets.sets.map { SeenSet(set: $0, frame: frame) }, frame: frame))
    }

    mutating func fault(_ property: Property, _ finding: Finding) {
        faults[property, default: []].append(finding)
    }

    /// The timeline of a list, made when it is first heard of.
    mutating func withTimeline(_ key: ListKey, _ body: (inout Timeline) -> Void) {
        if timelineIndices[key] == nil {
            timelineIndices[key] = timelines.count
            timelines.append(Timeline(key: key, content: contents[key.name]))
        }
        if let index = timelineIndices[key] { body(&timelines[index]) }
    }

    func timeline(_ key: ListKey) -> Timeline? {
        timelineIndices[key].map { timelines[$0] }
    }

    mutating func greeted(_ client: Int, as name: String) {
        if let known = publicNames[client], known != name {
            fault(
                .neverBack,
                Finding("client \(client) was \(known) and is \(name) after a reconnect"))
        }
        publicNames[client] = name
    }

    /// A client was shown that revision of a list.
    mutating func show(
        _ revision: Int, of key: ListKey, to session: FollowedSession, _ frame: [UInt8]
    ) {
        tried[.neverBack, default: 0] += 1
        let before = seen[session.client]?[key] ?? 0
        if revision < before {
            fault(
                .neverBack,
                Finding(
                    "\(session.text) saw revision \(before) before, now \(revision)",
                    list: key.name, revision: revision, messages: [frame.text]))
        }
        seen[session.client, default: [:]][key] = max(before, revision)
        let newest = seenByAll[key.name]?[key.epoch] ?? 0
        seenByAll[key.name, default: [:]][key.epoch] = max(newest, revision)
    }
}
