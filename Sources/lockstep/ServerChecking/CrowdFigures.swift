/// How a crowd is doing.
struct CrowdFigures: Sendable {
    /// Clients that have a session.
    let connected: Int
    /// Edits without an answer.
    let unanswered: Int
    /// Edits sent, each counted once.
    let sent: Int
    let reconnects: Int
}
