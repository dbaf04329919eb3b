package import HistoryChecking
import JSON

/// Many clients that edit a few lists at once, and the history of what they saw.
///
/// A pure state machine: what happens and the time come in, orders for connections come out. All of
/// it belongs on one thread, so that the history's order is that of the events.
package struct Crowd: Sendable {
    /// The lists that are to be there before the clients come.
    package let lists: [ListPlan]
    /// Lists that clients make and delete meanwhile.
    package let passing: [ListPlan]
    private let settings: CrowdSettings
    private var clients: [LoadClient] = []
    private var world: World
    private var isEnded = false
    /// Edits sent, each counted once.
    package var sent: Int { clients.reduce(0) { $0 + $1.sent } }
    /// Sessions beyond the first of each client.
    package private(set) var reconnects = 0

    package init(_ settings: CrowdSettings) {
        self.settings = settings
        var dice = Dice(seed: settings.seed)
        lists = (0..<settings.lists).map {
            ListPlan(name: "\(settings.prefix)-\($0)", number: $0)
        }
        passing = (0..<min(2, settings.clients)).map {
            ListPlan(name: "\(settings.prefix)-passing-\($0)", number: $0 + 1)
        }
        world = World(dice: Dice(seed: dice.next()))
        for plan in lists + passing {
            world.history.add(.made(list: plan.name, content: plan.content))
        }
        for number in 0..<settings.clients {
            let some = lists.map(\.name).shuffled(using: &dice).prefix(1 + dice.below(3))
            let founding = passing.indices.contains(number) ? Founding(plan: passing[number]) : nil
            clients.append(
                LoadClient(
                    number: number, key: "\(settings.prefix)-\(String(dice.next(), radix: 36))",
                    token: settings.token,
                    maker: EditMaker(dice: Dice(seed: dice.next()), mark: "n\(number)"),
                    lists: Array(some), founding: founding))
        }
    }

    /// What was seen so far.
    package var history: History { world.history }
    /// Why the run cannot go on; nil: it can.
    package var failure: String? { world.failure }
    /// Whether every client has its lists open and every edit answered.
    package var isSettled: Bool { clients.allSatisfy(\.isSettled) }
    /// How many edits have no answer.
    package var unanswered: Int {
        clients.reduce(0) { $0 + $1.lists.values.reduce(0) { $0 + $1.waiting.count } }
    }
    /// How many clients have a session.
    package var connected: Int { clients.count { $0.isGreeted } }

    /// Whether every client that has that list open holds that revision.
    package func isUpToDate(_ name: String, _ revision: Int) -> Bool {
        clients.allSatisfy { $0.lists[name]?.revision ?? revision == revision }
    }

    /// Begins to edit.
    package mutating func load() { world.isLoading = true }

    /// Edits no more; waits for answers and goes on reconnecting.
    package mutating func settle() { world.isLoading = false }

    /// Notes something that no connection told.
    package mutating func note(_ event: HistoryEvent) { world.history.add(event) }

    /// Ends all sessions for good.
    package mutating func end() -> [CrowdOrder] {
        isEnded = true
        let open = clients.indices.filter { clients[$0].link != .down(until: .infinity) }
        for number in open { clients[number].lose(until: .infinity) }
        return open.map { .cut($0) }
    }

    /// Time has passed: who is due acts.
    ///
    /// - Parameter now: Monotonic seconds.
    package mutating func tick(_ now: Double) -> [CrowdOrder] {
        guard !isEnded else { return [] }
        var orders: [CrowdOrder] = []
        for number in clients.indices {
            switch clients[number].link {
            case .down(let until) where until <= now:
                clients[number].link = .connecting
                orders.append(.connect(number))
            case .up(_, isGreeted: true) where world.isLoading && clients[number].due <= now:
                clients[number].due = now + world.dice.seconds(0...2 * settings.pause)
                orders += act(number, now)
            default: break
            }
        }
        return orders
    }

    /// The client's connection is there.
    package mutating func connected(_ number: Int, _ now: Double) -> [CrowdOrder] {
        guard clients[number].link == .connecting else { return [] }
        if clients[number].publicName != nil { reconnects += 1 }
        clients[number].link = .up(session: world.history.session(), isGreeted: false)
        return [send([clients[number].hello()], number)].compactMap(\.self)
    }

    /// The client was sent a frame.
    package mutating func received(
        _ number: Int, _ bytes: [UInt8], _ now: Double
    ) -> [CrowdOrder] {
        guard case .up(let session, _) = clients[number].link else { return [] }
        let frame = world.history.frame(bytes)
        world.history.add(.received(client: number, session: session, frame: frame))
        return frame.messages.flatMap { message in
            clients[number].receive(message, &world).compactMap { send([$0], number) }
        }
    }

    /// The client's connection is gone, or could not be made.
    package mutating func lost(_ number: Int, _ now: Double) {
        guard clients[number].link != .down(until: .infinity) else { return }
        clients[number].lose(until: now + world.dice.seconds(0.02...0.3))
    }

    private mutating func act(_ number: Int, _ now: Double) -> [CrowdOrder] {
        let frames = clients[number].act(&world)
        var orders = frames.compactMap { send($0, number) }
        orders += contest(without: number)
        if !frames.isEmpty, world.dice.below(100) < CrowdSettings.cuts {
            lost(number, now)
            orders.append(.cut(number))
        }
        return orders
    }

    /// Lets another client move the row that one has just moved.
    private mutating func contest(without number: Int) -> [CrowdOrder] {
        guard let (list, row) = world.contested else { return [] }
        world.contested = nil
        let others = clients.indices.filter {
            $0 != number && clients[$0].isGreeted && clients[$0].readyLists.contains(list)
        }
        guard !others.isEmpty else { return [] }
        let other = others[world.dice.below(others.count)]
        guard let move = clients[other].contest(row, of: list, world) else { return [] }
        return [send([move], other)].compactMap(\.self)
    }

    /// Notes a frame as sent, then orders it.
    private mutating func send(_ messages: [JSONValue], _ number: Int) -> CrowdOrder? {
        guard case .up(let session, _) = clients[number].link else { return nil }
        let value = messages.count == 1 ? messages[0] : .array(messages)
        let bytes = value.bytes
        world.history.add(.sent(client: number, session: session, frame: SentFrame(bytes)))
        return .send(number, bytes)
    }
}
