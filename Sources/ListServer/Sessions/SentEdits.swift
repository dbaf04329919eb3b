/// The edits of one list that a session has sent.
struct SentEdits: Sendable {
    /// The highest id so far.
    private var highest = 0
    private var unanswered = 0

    /// Takes one in.
    ///
    /// - Returns: Whether its id, or a higher one, was sent before, and how many wait for an answer.
    mutating func add(_ id: Int) -> (isRepeated: Bool, unanswered: Int) {
        defer { highest = max(highest, id) }
        unanswered += 1
        return (id <= highest, unanswered)
    }

    /// One is not answered and has to be sent again, as if it never had been; how many still wait.
    mutating func withhold(_ id: Int) -> Int {
        highest = min(highest, id - 1)
        return answer()
    }

    /// One was answered; how many still wait.
    mutating func answer() -> Int {
        unanswered -= 1
        return unanswered
    }
}
