/// How a list that a client has opened stands.
public enum ListStatus: Sendable, Hashable {
    /// Asked for.
    case opening
    /// In step with the server.
    case live
    /// Held as it was; edits wait for the connection.
    case offline
    /// Deleted, unknown, or not for this client to see, with the code: for good.
    case gone(code: String)
}
