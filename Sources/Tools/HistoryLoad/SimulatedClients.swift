package import HistoryChecking
import JSON
package import ListEditing
import SeededRandom

/// Many clients that edit a few lists at once, and the history of what they observe.
///
/// A pure state machine: events and the time come in, actions for connections come out. Call it on
/// one thread, so that the order of the history is that of the events. Times are monotonic seconds.
package struct SimulatedClients: Sendable {
    /// The lists that must exist before the clients connect.
    package let lists: [ListPlan]
    /// The lists that clients create and delete during the run.
    package let transientLists: [ListPlan]
    private let settings: SimulationSettings
    private var clients: [SimulatedClient] = []
    private var shared: SharedState
    private var isEnded = false
    /// The number of edits sent, each counted once.
    package var sent: Int { clients.reduce(0) { $0 + $1.sent } }
    /// The number of sessions beyond the first of each client.
    package private(set) var reconnects = 0

    /// - Parameter hold: Makes what a windowed client holds of the list of an outline.
    package init(
        _ settings: SimulationSettings,
        hold: @escaping @Sendable (SparseList) -> any HeldWindow = { $0 }
    ) {
        self.settings = settings
        var random = SplitMix64(seed: settings.seed)
        lists = (0..<settings.lists).map {
            ListPlan(name: "\(settings.prefix)-\($0)", number: $0)
        }
        transientLists = (0..<min(2, settings.clients)).map {
            ListPlan(name: "\(settings.prefix)-passing-\($0)", number: $0 + 1)
        }
        shared = SharedState(random: SplitMix64(seed: random.next()))
        for plan in lists + transientLists {
            shared.history.add(.made(list: plan.name, content: plan.content))
        }
        for number in 0..<settings.clients {
            let names = lists.map(\.name).shuffled(using: &random)
            // Every list has a client, where there are as many.
            let own = lists[number % lists.count].name
            let some = ([own] + names.filter { $0 != own }).prefix(1 + random.below(3))
            let lifecycle =
                transientLists.indices.contains(number)
                ? ListLifecycle(plan: transientLists[number]) : nil
            clients.append(
                SimulatedClient(
                    number: number, key: "\(settings.prefix)-\(String(random.next(), radix: 36))",
                    token: settings.token,
                    generator: EditGenerator(
                        random: SplitMix64(seed: random.next()), idPrefix: "n\(number)"),
                    lists: Array(some), lifecycle: lifecycle,
                    hold: number % SimulationSettings.windowedEach == 2 ? hold : nil))
        }
    }

    /// The events so far.
    package var history: ObservedHistory { shared.history }
    /// The reason why the run cannot continue; nil: it can.
    package var failure: String? { shared.failure }
    /// Whether every client has its lists open and every edit answered.
    package var isSettled: Bool { clients.allSatisfy(\.isSettled) }
    /// The number of edits without an answer.
    package var unanswered: Int {
        clients.reduce(0) { $0 + $1.lists.values.reduce(0) { $0 + $1.unanswered.count } }
    }
    /// What clients wait for; empty where all are settled.
    package var unsettled: [String] {
        clients.enumerated().flatMap { number, client in
            client.unsettled.map { "client \(number) waits for \($0)" }
        }
    }
    /// The number of clients that have a session.
    package var connected: Int { clients.count { $0.isGreeted } }

    /// The most seconds that an edit waited for its answer, by list.
    package var longestWaits: [String: Double] {
        clients.reduce(into: [:]) { $0.merge($1.longestWaits) { max($0, $1) } }
    }
    /// The newest revision that a client holds of each list that stays, by name.
    package var revisions: [String: Int] {
        let held = lists.map { list in
            (list.name, clients.compactMap { $0.lists[list.name]?.revision }.max() ?? 0)
        }
        return Dictionary(uniqueKeysWithValues: held)
    }
    /// What each client is doing, by number.
    ///
    /// - Parameter now: The time, in seconds.
    package func statuses(at now: Double) -> [ClientStatus] {
        clients.map { client in
            ClientStatus(
                lists: client.lists.keys.sorted(), isReady: client.isReady,
                waiting: client.waitsSince.map { now - $0 },
                longestWait: client.longestWaits.values.max() ?? 0)
        }
    }

    /// Whether every client that has that list open holds that revision.
    package func isUpToDate(_ name: String, _ revision: Int) -> Bool {
        clients.allSatisfy { $0.lists[name]?.revision ?? revision == revision }
    }

    /// Starts editing.
    package mutating func load() { shared.isLoading = true }

    /// Stops editing; clients continue to reconnect and to resend.
    package mutating func settle() { shared.isLoading = false }

    /// Adds an event that did not arrive on a connection.
    package mutating func note(_ event: HistoryEvent) { shared.history.add(event) }

    /// Ends all sessions; no client reconnects.
    package mutating func end() -> [ConnectionAction] {
        isEnded = true
        let open = clients.indices.filter { clients[$0].connection != .down(until: .infinity) }
        for number in open { clients[number].lose(until: .infinity) }
        return open.map { .cut($0) }
    }

    /// Lets the clients act that are due.
    package mutating func tick(_ now: Double) -> [ConnectionAction] {
        guard !isEnded else { return [] }
        shared.now = now
        var actions: [ConnectionAction] = []
        for number in clients.indices {
            let again = clients[number].reopen(now, &shared)
            actions += again.compactMap { send([$0], number) }
            switch clients[number].connection {
            case .down(let until) where until <= now:
                clients[number].connection = .connecting
                actions.append(.connect(number))
            case .up(_, isGreeted: true) where shared.isLoading && clients[number].due <= now:
                clients[number].due = now + shared.seconds(in: 0...2 * settings.pause)
                actions += act(number, now)
            default: break
            }
        }
        return actions
    }

    /// The connection of a client is open.
    package mutating func connected(_ number: Int, _ now: Double) -> [ConnectionAction] {
        guard clients[number].connection == .connecting else { return [] }
        if clients[number].publicName != nil { reconnects += 1 }
        clients[number].connection = .up(session: shared.history.session(), isGreeted: false)
        return [send([clients[number].hello()], number)].compactMap(\.self)
    }

    /// A client received a frame.
    package mutating func received(
        _ number: Int, _ bytes: [UInt8], _ now: Double
    ) -> [ConnectionAction] {
        guard case .up(let session, _) = clients[number].connection else { return [] }
        shared.now = now
        let frame = shared.history.frame(bytes)
        shared.history.add(.received(client: number, session: session, frame: frame))
        return frame.messages.flatMap { message in
            clients[number].receive(message, &shared).compactMap { send([$0], number) }
        }
    }

    /// The connection of a client is lost, or could not be made.
    package mutating func lost(_ number: Int, _ now: Double) {
        guard clients[number].connection != .down(until: .infinity) else { return }
        clients[number].lose(until: now + shared.seconds(in: 0.02...0.3))
    }

    private mutating func act(_ number: Int, _ now: Double) -> [ConnectionAction] {
        let frames = clients[number].act(&shared)
        var actions = frames.compactMap { send($0, number) }
        actions += contest(without: number)
        if !frames.isEmpty, !settings.keepsConnections,
            shared.random.chance(SimulationSettings.cutPercent)
        {
            lost(number, now)
            actions.append(.cut(number))
        }
        return actions
    }

    /// Lets another client move the row that a client has just moved.
    private mutating func contest(without number: Int) -> [ConnectionAction] {
        guard let (list, row) = shared.contested else { return [] }
        shared.contested = nil
        let others = clients.indices.filter {
            $0 != number && clients[$0].isGreeted && clients[$0].readyLists.contains(list)
        }
        guard !others.isEmpty else { return [] }
        let other = others[shared.random.below(others.count)]
        guard let move = clients[other].contest(row, of: list, shared) else { return [] }
        return [send([move], other)].compactMap(\.self)
    }

    /// Records a frame as sent and returns the action that sends it.
    private mutating func send(_ messages: [JSONValue], _ number: Int) -> ConnectionAction? {
        guard case .up(let session, _) = clients[number].connection else { return nil }
        let value = messages.count == 1 ? messages[0] : .array(messages)
        let bytes = value.bytes
        shared.history.add(.sent(client: number, session: session, frame: SentFrame(bytes)))
        return .send(number, bytes)
    }
}

/// The number of clients and lists, and the seed of all choices.
package struct SimulationSettings: Sendable {
    package var clients = 20
    package var lists = 5
    package var seed: UInt64 = 0
    package var token: String?
    /// Whether clients keep their connections as long as they can; else they also cut them at times.
    package var keepsConnections = false
    /// The beginning of the names of the run's lists; no other list's name may begin with it.
    package var prefix: String

    package init(prefix: String) { self.prefix = prefix }

    /// The mean time between two actions of one client, in seconds.
    ///
    /// Any number of clients makes at most about 500 edits a second.
    var pause: Double { max(0.08, Double(clients) * 0.002) }

    /// One of so many clients holds a window of its lists; the others hold them whole.
    static let windowedEach = 3
    /// How often a client cuts its connection, in percent of its actions.
    static let cutPercent = 2
}

/// What one client is doing.
package struct ClientStatus: Sendable {
    /// The names of the lists that it edits, in order.
    package let lists: [String]
    /// Whether it has a session in which every list is open.
    package let isReady: Bool
    /// Seconds that the oldest unanswered edit has waited; nil: every edit is answered.
    package let waiting: Double?
    /// The most seconds that an edit waited for its answer, from its first sending on.
    package let longestWait: Double

    package init(lists: [String], isReady: Bool, waiting: Double?, longestWait: Double) {
        self.lists = lists
        self.isReady = isReady
        self.waiting = waiting
        self.longestWait = longestWait
    }
}

/// What the caller must do with a connection.
package enum ConnectionAction: Equatable, Sendable {
    /// Connect the client.
    case connect(Int)
    /// Send the bytes as one frame on the client's connection.
    case send(Int, [UInt8])
    /// Cut the client's connection without a closing handshake; report no further event of it.
    case cut(Int)
}
