import HistoryChecking
import JSON
import ListEditing
import ListProtocol
import SeededRandom

/// One client that edits without pause, loses its connection, reconnects, and resends the edits
/// that were not answered.
///
/// A pure state machine: events come in, frames to send come out.
struct SimulatedClient {
    let number: Int
    private let key: String
    private let token: String?
    var connection = SimulatedConnection.down(until: 0)
    private var generator: EditGenerator
    /// The lists that the client keeps open, by name.
    private(set) var lists: [String: SimulatedList]
    /// The last edit id used on each list that the client no longer has open.
    private var lastIDs: [String: Int] = [:]
    /// The name under which the server publishes the client; nil: it had no session yet.
    private(set) var publicName: String?
    /// The list that the client creates and deletes again and again; nil: none.
    private var lifecycle: ListLifecycle?
    /// The number of edits sent, each counted once.
    private(set) var sent = 0
    /// The most seconds that an edit waited for its answer, from its first sending on, by list.
    private(set) var longestWaits: [String: Double] = [:]
    /// When the client acts next, in seconds.
    var due = 0.0
    /// What the client holds of a list, made of an outline; nil: it opens lists whole.
    private let hold: (@Sendable (SparseList) -> any HeldWindow)?
    /// Lists of which the server says that they cannot be read now.
    private var unreadable: Set<String> = []
    /// When those are opened again, in seconds; nil: not decided.
    private var reopening: Double?
    /// Seconds after which the client opens a list again that could not be read.
    private static let reopeningSeconds = 0.2
    /// Whether the server of this session can send a window of a list.
    private var knowsWindows = false
    private var mayRestore = false
    /// The most edits of a list that are unanswered at a time.
    private static let window = 10

    init(
        number: Int, key: String, token: String?, generator: EditGenerator, lists: [String],
        lifecycle: ListLifecycle?, hold: (@Sendable (SparseList) -> any HeldWindow)? = nil
    ) {
        self.hold = hold
        self.number = number
        self.key = key
        self.token = token
        self.generator = generator
        self.lists = Dictionary(uniqueKeysWithValues: lists.map { ($0, SimulatedList()) })
        self.lifecycle = lifecycle
    }

    var isGreeted: Bool {
        if case .up(_, isGreeted: true) = connection { true } else { false }
    }

    /// Whether every list is open and every edit answered.
    var isSettled: Bool {
        isGreeted && lists.values.allSatisfy { $0.isOpen && $0.unanswered.isEmpty }
            && lifecycle?.isUnderWay != true
    }

    /// What the client waits for; empty where it is settled.
    var unsettled: [String] {
        let lists = lists.sorted { $0.key < $1.key }.flatMap { name, list in
            (list.isOpen ? [] : ["\(name) to open"])
                + (list.unanswered.isEmpty
                    ? [] : ["the answers to \(list.unanswered.keys.sorted()) of \(name)"])
        }
        let isUnderWay = lifecycle?.isUnderWay == true
        return (isGreeted ? [] : ["its session"]) + lists
            + (isUnderWay ? ["the end of \(lifecycle?.plan.name ?? "")"] : [])
    }

    /// Whether every list is open.
    var isReady: Bool { isGreeted && lists.values.allSatisfy(\.isOpen) }

    /// When the oldest unanswered edit was sent first, in seconds; nil: every edit is answered.
    var waitsSince: Double? {
        lists.values.flatMap(\.unanswered.values).map(\.sentAt).min()
    }

    /// The lists that can take another edit.
    var readyLists: [String] {
        lists.filter { $0.value.isOpen && $0.value.unanswered.count < Self.window }.keys.sorted()
    }

    // MARK: Connection

    /// The first frame of a session.
    func hello() -> JSONValue {
        let hello = JSONValue.members(
            ("type", .string("hello")), ("client", .string(key)),
            ("name", .string("check \(number)")))
        return token.map { hello.with(("token", .string($0))) } ?? hello
    }

    /// The connection is lost, or could not be made.
    ///
    /// - Parameter until: When to reconnect, in seconds.
    mutating func lose(until: Double) {
        connection = .down(until: until)
        unreadable = []
        for name in lists.keys { lose(name) }
    }

    /// A list is not open any more; its unanswered edits are sent again once it is.
    private mutating func lose(_ name: String) {
        lists[name]?.isOpen = false
        lists[name]?.window?.lose()
    }

    /// Asks again for what was not in reach, after a while: opens lists, creates and deletes the one that it
    /// was creating or deleting.
    mutating func reopen(_ now: Double, _ shared: inout SharedState) -> [JSONValue] {
        guard isGreeted, !unreadable.isEmpty else {
            reopening = nil
            return []
        }
        guard let due = reopening, due <= now else {
            reopening = reopening ?? now + Self.reopeningSeconds
            return []
        }
        defer { unreadable = [] }
        return unreadable.sorted().compactMap { name in
            if name == lifecycle?.plan.name, let step = lifecycle?.resumption {
                return message(of: step, &shared)
            }
            return lists[name].map { _ in open(name) }
        }
    }

    /// The request to open a list, from the revision that the client holds, if it holds one.
    private mutating func open(_ name: String) -> JSONValue {
        var message = JSONValue.members(("type", .string("open")), ("list", .string(name)))
        if hold != nil, knowsWindows {
            message = message.with(("window", SimulatedWindow.request(&generator.random)))
        }
        guard let held = lists[name], let revision = held.revision, let epoch = held.epoch,
            held.window != nil || hold == nil || !knowsWindows
        else { return message }
        return message.with(("since", .whole(revision)), ("epoch", .string(epoch)))
    }

    // MARK: Acting

    /// Makes some edits of one list, or opens, creates or deletes one.
    ///
    /// - Returns: The messages of each frame to send.
    mutating func act(_ shared: inout SharedState) -> [[JSONValue]] {
        if let step = lifecycle?.advance() { return [[message(of: step, &shared)]] }
        for name in shared.transientLists.sorted()
        where lists[name] == nil && generator.random.chance(5) {
            lists[name] = SimulatedList(lastID: lastIDs[name] ?? 0)
            return [[open(name)]]
        }
        let ready = readyLists
        guard !ready.isEmpty else { return [] }
        let name = ready[generator.random.below(ready.count)]
        if generator.random.chance(4) { return [[generator.sideMessage(about: name)]] }
        if hold != nil, generator.random.chance(50),
            let query = lists[name]?.window?.query(&generator.random)
        {
            return [[query]]
        }
        let count = [1, 1, 1, 2, 4][generator.random.below(5)]
        return frames(of: (0..<count).compactMap { _ in edit(name, &shared) })
    }

    private mutating func message(
        of step: LifecycleStep, _ shared: inout SharedState
    ) -> JSONValue {
        switch step {
        case .create(let message): return message
        case .delete(let message):
            if let name = lifecycle?.plan.name { shared.transientLists.remove(name) }
            return message
        case .open: return open(lifecycle?.plan.name ?? "")
        }
    }

    /// Groups messages into frames: a malformed edit refuses its frame, so it gets its own.
    private func frames(of messages: [JSONValue]) -> [[JSONValue]] {
        var frames: [[JSONValue]] = []
        var mayGrow = false
        for message in messages {
            let isWellFormed = message.object?["actions"]?.whole == nil
            if isWellFormed, mayGrow {
                frames[frames.count - 1].append(message)
            } else {
                frames.append([message])
            }
            mayGrow = isWellFormed
        }
        return frames
    }

    /// The next edit of a list, recorded as unanswered.
    private mutating func edit(_ name: String, _ shared: inout SharedState) -> JSONValue? {
        guard let held = lists[name], let epoch = held.epoch, let revision = held.revision else {
            return nil
        }
        let view = shared.view(of: ListKey(name: name, epoch: epoch), at: revision)
        let message = generator.message(
            view, alone: held.unanswered.isEmpty, newest: mayRestore ? revision : nil)
        if let row = Self.movedRow(message), shared.contested == nil, generator.random.chance(30) {
            shared.contested = (name, row)
        }
        return addressed(message, to: name, at: shared.now)
    }

    /// Moves a row that another client has just moved.
    mutating func contest(_ row: String, of name: String, _ shared: SharedState) -> JSONValue? {
        guard let held = lists[name], let epoch = held.epoch, let revision = held.revision else {
            return nil
        }
        let view = shared.view(of: ListKey(name: name, epoch: epoch), at: revision)
        guard !view.sections.isEmpty else { return nil }
        return addressed(
            generator.move(row, in: view, alone: held.unanswered.isEmpty), to: name, at: shared.now)
    }

    /// The message with list, id, epoch and base, recorded as unanswered.
    private mutating func addressed(
        _ message: JSONValue, to name: String, at now: Double
    ) -> JSONValue? {
        guard var held = lists[name], let epoch = held.epoch, let revision = held.revision else {
            return nil
        }
        held.lastID += 1
        var whole = message.with(
            ("list", .string(name)), ("id", .whole(held.lastID)), ("epoch", .string(epoch)))
        if message.object?["actions"] != nil { whole = whole.with(("base", .whole(revision))) }
        held.add(held.lastID, whole, at: now)
        sent += 1
        lists[name] = held
        return whole
    }

    /// The row that a message moves, where that is its only action.
    private static func movedRow(_ message: JSONValue) -> String? {
        guard let actions = message.object?["actions"]?.array, actions.count == 1,
            let action = actions[0].object, action["op"]?.string == "moveRow"
        else { return nil }
        return action["row"]?.string
    }

    // MARK: Messages of the server

    /// Follows one message.
    ///
    /// - Returns: The messages to send in reply, a frame each.
    mutating func receive(_ message: ObservedMessage, _ shared: inout SharedState) -> [JSONValue] {
        switch message {
        case .welcome(let client, let knowsWindows, let restores):
            publicName = client
            self.knowsWindows = knowsWindows
            mayRestore = restores
            if case .up(let session, _) = connection {
                connection = .up(session: session, isGreeted: true)
            }
            let kept = lists.keys.filter { $0 != lifecycle?.plan.name }.sorted()
            let resumed = lifecycle?.resumption.map { self.message(of: $0, &shared) }
            return kept.map { open($0) } + [resumed].compactMap(\.self)
        case .opened(let name, let epoch, _, let lastID):
            guard var held = lists[name] else { return [] }
            if held.epoch != epoch {
                held.epoch = epoch
                held.revision = nil
                held.window = nil
            }
            held.lastID = max(held.lastID, lastID)
            lists[name] = held
            if name == lifecycle?.plan.name { shared.transientLists.insert(name) }
            return []
        case .snapshot(let snapshot):
            guard snapshot.isLast, lists[snapshot.list] != nil else { return [] }
            lists[snapshot.list]?.revision = snapshot.revision
            if snapshot.parts == 1 {
                shared.withView(ListKey(name: snapshot.list, epoch: snapshot.epoch)) {
                    $0.begin(snapshot.state, revision: snapshot.revision)
                }
            }
            return resend(snapshot.list)
        case .outline(let outline): return begin(outline, &shared)
        case .rows(let rows):
            note(lists[rows.list.text]?.window?.answered(rows), of: rows.list.text, &shared)
            return []
        case .checked(let checked):
            note(
                lists[checked.list.text]?.window?.answered(checked), of: checked.list.text, &shared)
            return []
        case .sets(let sets):
            guard lists[sets.list] != nil else { return [] }
            follow(sets, &shared)
            return sets.isCatchup && lists[sets.list]?.isOpen == false ? resend(sets.list) : []
        case .answer(let answer):
            let waited = lists[answer.list]?.finish(
                answer.id, isRefused: answer.isRefusal, at: shared.now)
            if let waited { noteWait(waited, on: answer.list) }
            return []
        case .created(let list, _): return created(list)
        case .closed(let list): return closed(list, &shared)
        case .error(let code, let list, let text): return refused(code, list, text, &shared)
        case .head, .other, .unreadable: return []
        }
    }

    /// Begins to hold a window.
    private mutating func begin(
        _ outline: Outline, _ shared: inout SharedState
    ) -> [JSONValue] {
        let name = outline.list.text
        guard let held = lists[name], let hold else { return [] }
        lists[name]?.revision = outline.revision
        do throws(CountError) {
            let window = try SimulatedWindow(outline, after: held.window, hold)
            lists[name]?.window = window
            note(window.observation, of: name, &shared)
        } catch {
            let key = ListKey(name: name, epoch: outline.epoch)
            note(
                .misfit(list: key, revision: outline.revision, error.message), of: name, &shared)
        }
        return resend(name)
    }

    /// Records what the client holds now.
    private mutating func note(
        _ window: ObservedWindow?, of name: String, _ shared: inout SharedState
    ) {
        if let window { shared.history.add(.window(client: number, window)) }
        if lists[name]?.window?.isEnded == true { lists[name]?.window = nil }
    }

    /// Advances to the newest revision; sets of the client's own edits are their answers.
    private mutating func follow(_ sets: ObservedChanges, _ shared: inout SharedState) {
        guard var held = lists[sets.list], let epoch = held.epoch else { return }
        shared.withView(ListKey(name: sets.list, epoch: epoch)) { view in
            for set in sets.sets { view.follow(set) }
        }
        for window in held.window?.follow(sets.sets, counts: sets.counts) ?? [] {
            shared.history.add(.window(client: number, window))
        }
        if held.window?.isEnded == true { held.window = nil }
        for set in sets.sets {
            held.revision = max(held.revision ?? 0, set.revision)
            if set.client?.text == publicName, set.folds == nil, let editID = set.intent {
                if let waited = held.finish(editID, at: shared.now) {
                    noteWait(waited, on: sets.list)
                }
            }
        }
        lists[sets.list] = held
    }

    private mutating func noteWait(_ seconds: Double, on list: String) {
        longestWaits[list] = max(longestWaits[list] ?? 0, seconds)
    }

    /// The edits to send now that a list is open again: sometimes the one that was answered last,
    /// then the unanswered ones in order.
    private mutating func resend(_ name: String) -> [JSONValue] {
        guard var held = lists[name] else { return [] }
        var messages = held.unanswered.mapValues(\.message).sorted { $0.key < $1.key }
        if let last = held.lastAnswered, last.message.object?["epoch"]?.string == held.epoch,
            last.id < messages.first?.key ?? .max, generator.random.chance(30)
        {
            messages.insert((key: last.id, value: last.message), at: 0)
        }
        held.lastAnswered = nil
        held.isOpen = true
        lists[name] = held
        return messages.map(\.value)
    }

    private mutating func created(_ name: String) -> [JSONValue] {
        guard lifecycle?.plan.name == name, lifecycle?.isCreating == true else { return [] }
        lifecycle?.created(lasting: 5 + generator.random.below(25))
        if lists[name] == nil { lists[name] = SimulatedList(lastID: lastIDs[name] ?? 0) }
        return [open(name)]
    }

    private mutating func closed(_ name: String, _ shared: inout SharedState) -> [JSONValue] {
        if let held = lists.removeValue(forKey: name) { lastIDs[name] = held.lastID }
        shared.transientLists.remove(name)
        if lifecycle?.plan.name == name { lifecycle?.deleted() }
        return []
    }

    private mutating func refused(
        _ code: String, _ list: String?, _ text: String, _ shared: inout SharedState
    ) -> [JSONValue] {
        switch (code, list) {
        case ("unknownList", let list?): return closed(list, &shared)
        case ("listExists", let list?): return created(list)
        case ("unauthorized", _), ("badHello", _), ("tooManyLists", _), ("unknownType", _),
            ("replaced", _):
            shared.failure = "the server refuses the check's clients: \(text) (\(code))"
            return []
        case ("unavailable", let list?):
            lose(list)
            unreadable.insert(list)
            return []
        // After any other error the connection ends or the client continues.
        default:
            if let list { lists[list]?.window?.refused() }
            return []
        }
    }
}
