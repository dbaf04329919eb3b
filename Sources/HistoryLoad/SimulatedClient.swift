import HistoryChecking
import JSON

/// One client that edits without pause, loses its connection, comes back, and sends again what was
/// not answered.
///
/// It does nothing itself: events come in, frames to send come out.
struct LoadClient {
    let number: Int
    private let key: String
    private let token: String?
    var link = Link.down(until: 0)
    var maker: EditMaker
    /// The lists that it keeps open, by name.
    var lists: [String: HeldList]
    /// The ids used on lists that it let go.
    var used: [String: Int] = [:]
    var publicName: String?
    /// The list that it makes and deletes again and again; nil: none.
    var founding: Founding?
    /// Edits that it sent, each counted once.
    private(set) var sent = 0
    /// When it acts next.
    var due = 0.0
    /// The most edits of a list that it leaves unanswered.
    private static let window = 10

    init(
        number: Int, key: String, token: String?, maker: EditMaker, lists: [String],
        founding: Founding?
    ) {
        self.number = number
        self.key = key
        self.token = token
        self.maker = maker
        self.lists = Dictionary(uniqueKeysWithValues: lists.map { ($0, HeldList()) })
        self.founding = founding
    }

    var isGreeted: Bool {
        if case .up(_, isGreeted: true) = link { true } else { false }
    }

    /// Whether every list is open and every edit answered.
    var isSettled: Bool {
        isGreeted && lists.values.allSatisfy { $0.isOpen && $0.waiting.isEmpty }
            && founding?.isUnderWay != true
    }

    /// The first frame of a session.
    func hello() -> JSONValue {
        let hello = JSONValue.members(
            ("type", .string("hello")), ("client", .string(key)),
            ("name", .string("check \(number)")))
        return token.map { hello.with(("token", .string($0))) } ?? hello
    }

    /// The connection is gone.
    mutating func lose(until: Double) {
        link = .down(until: until)
        for name in lists.keys { lists[name]?.isOpen = false }
    }

    /// Asks for a list, from the revision that is held if there is one.
    func open(_ name: String) -> JSONValue {
        let message = JSONValue.members(("type", .string("open")), ("list", .string(name)))
        guard let held = lists[name], let revision = held.revision, let epoch = held.epoch else {
            return message
        }
        return message.with(("since", .whole(revision)), ("epoch", .string(epoch)))
    }

    /// Some edits of one list, or a step of what else there is to do; each inner array is a frame.
    mutating func act(_ world: inout World) -> [[JSONValue]] {
        if let frame = found(&world) { return [[frame]] }
        for name in world.passing.sorted() where lists[name] == nil && maker.dice.chance(5) {
            lists[name] = HeldList(used: used[name] ?? 0)
            return [[open(name)]]
        }
        let ready = readyLists
        guard !ready.isEmpty else { return [] }
        let name = ready[maker.dice.below(ready.count)]
        let count = [1, 1, 1, 2, 4][maker.dice.below(5)]
        return grouped((0..<count).compactMap { _ in edit(name, &world) })
    }

    /// The lists that can take another edit.
    var readyLists: [String] {
        lists.filter { $0.value.isOpen && $0.value.waiting.count < Self.window }.keys.sorted()
    }

    /// One frame, but a malformed edit in a frame of its own: it would take the others with it.
    private func grouped(_ messages: [JSONValue]) -> [[JSONValue]] {
        var frames: [[JSONValue]] = []
        var together = false
        for message in messages {
            let isSound = message.object?["actions"]?.whole == nil
            if isSound, together {
                frames[frames.count - 1].append(message)
            } else {
                frames.append([message])
            }
            together = isSound
        }
        return frames
    }

    /// The next edit of a list, noted as unanswered.
    private mutating func edit(_ name: String, _ world: inout World) -> JSONValue? {
        guard let held = lists[name], let epoch = held.epoch, let revision = held.revision else {
            return nil
        }
        let view = world.view(of: ListKey(name: name, epoch: epoch), at: revision)
        let message = maker.message(view, alone: held.waiting.isEmpty)
        if let row = Self.movedRow(message), world.contested == nil, maker.dice.chance(30) {
            world.contested = (name, row)
        }
        return sealed(message, name)
    }

    /// Moves a row that another client has just moved.
    mutating func contest(_ row: String, of name: String, _ world: World) -> JSONValue? {
        guard let held = lists[name], let epoch = held.epoch, let revision = held.revision else {
            return nil
        }
        let view = world.view(of: ListKey(name: name, epoch: epoch), at: revision)
        guard !view.sections.isEmpty else { return nil }
        return sealed(maker.move(row, in: view, alone: held.waiting.isEmpty), name)
    }

    /// The message in its envelope.
    private mutating func sealed(_ message: JSONValue, _ name: String) -> JSONValue? {
        guard var held = lists[name], let epoch = held.epoch, let revision = held.revision else {
            return nil
        }
        held.used += 1
        var whole = message.with(
            ("list", .string(name)), ("id", .whole(held.used)), ("epoch", .string(epoch)))
        if message.object?["actions"] != nil { whole = whole.with(("base", .whole(revision))) }
        held.waiting[held.used] = whole
        sent += 1
        lists[name] = held
        return whole
    }

    /// The row that a message moves as the only thing it does.
    private static func movedRow(_ message: JSONValue) -> String? {
        guard let actions = message.object?["actions"]?.array, actions.count == 1,
            let action = actions[0].object, action["op"]?.string == "moveRow"
        else { return nil }
        return action["row"]?.string
    }
}
