import JSON

/// The state of a client's connection.
enum SimulatedConnection: Equatable {
    /// There is none; the next is due at that time, in seconds.
    case down(until: Double)
    case connecting
    /// There is one, in the session of that number; greeted: `welcome` has arrived.
    case up(session: Int, isGreeted: Bool)
}

/// What a client knows of one list, across its connections.
struct SimulatedList {
    var epoch: String?
    var revision: Int?
    /// The highest edit id used.
    var lastID = 0
    /// The unanswered edits, by id.
    private(set) var unanswered: [Int: JSONValue] = [:]
    /// The edit that was answered last: the client sometimes resends it.
    var lastAnswered: (id: Int, message: JSONValue)?
    /// What the client holds, where it opened the list with a window.
    var window: SimulatedWindow?
    /// Whether the list is open in this session, and the unanswered edits were resent.
    var isOpen = false

    init(lastID: Int = 0) { self.lastID = lastID }

    mutating func add(_ id: Int, _ message: JSONValue) { unanswered[id] = message }

    /// Records that an edit is answered; one that was refused is over, since it may have left its id unused.
    mutating func finish(_ id: Int, isRefused: Bool = false) {
        guard let message = unanswered.removeValue(forKey: id), !isRefused else { return }
        lastAnswered = (id, message)
    }
}
