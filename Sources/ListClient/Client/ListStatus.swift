/// How a list that a client has opened stands.
public enum ListStatus: Sendable, Hashable {
    /// Asked for.
    case opening
    /// In step with the server.
    case live
    /// In step with the server, which left an edit unanswered for ten seconds: so many edits are not
    /// stored yet, or the server cannot say.
    ///
    /// They are kept, and the status goes back to `live` once they are answered.
    case unstored(edits: Int)
    /// There, but the server cannot read it now.
    ///
    /// What is held stays as it was and edits wait; the client asks again, after 0.5 to 30 seconds.
    case unavailable
    /// Held as it was; edits wait for the connection.
    case offline
    /// Deleted, unknown, or not for this client to see, with the code: for good.
    case gone(code: String)

    /// Whether changes arrive and edits are sent.
    var isInStep: Bool {
        switch self {
        case .live, .unstored: true
        case .opening, .unavailable, .offline, .gone: false
        }
    }
}
