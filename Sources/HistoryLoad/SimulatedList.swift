import JSON

/// What a client knows of one list, across its connections.
struct HeldList {
    var epoch: String?
    var revision: Int?
    /// The highest id that it used.
    var used = 0
    /// Edits without an answer, by id.
    var waiting: [Int: JSONValue] = [:]
    /// The edit that was answered last, and its epoch: at times it is sent once more.
    var over: (id: Int, message: JSONValue)?
    /// Whether it is open in this session, and what waited was sent again.
    var isOpen = false

    /// An answered edit is over.
    mutating func finish(_ id: Int) {
        if let message = waiting.removeValue(forKey: id) { over = (id, message) }
    }
}
