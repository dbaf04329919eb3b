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
    private(set) var unanswered: [Int: UnansweredEdit] = [:]
    /// The edit that was answered last: the client sometimes resends it.
    var lastAnswered: (id: Int, message: JSONValue)?
    /// What the client holds, where it opened the list with a window.
    var window: SimulatedWindow?
    /// Whether the list is open in this session, and the unanswered edits were resent.
    var isOpen = false

    init(lastID: Int = 0) { self.lastID = lastID }

    /// Records an edit that is sent at that time, in seconds.
    mutating func add(_ id: Int, _ message: JSONValue, at now: Double) {
        unanswered[id] = UnansweredEdit(message: message, sentAt: now)
    }

    /// Records that an edit is answered; one that was refused is over, since it may have left its id unused.
    ///
    /// - Parameter now: The time, in seconds.
    /// - Returns: The seconds that the edit waited; nil where it was answered before.
    @discardableResult
    mutating func finish(_ id: Int, isRefused: Bool = false, at now: Double) -> Double? {
        guard let edit = unanswered.removeValue(forKey: id) else { return nil }
        if !isRefused { lastAnswered = (id, edit.message) }
        return now - edit.sentAt
    }
}

/// An edit without an answer.
struct UnansweredEdit {
    let message: JSONValue
    /// When it was sent first, in seconds.
    let sentAt: Double
}
