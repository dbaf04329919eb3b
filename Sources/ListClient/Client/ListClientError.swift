/// Why a ``ListClient`` could not do what was asked.
public enum ListClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The URL is none.
    case badURL(String)
    /// There is no connection to the server, for this reason.
    case notConnected(String)
    /// The client is stopped, and does not come back by itself.
    case stopped(StopReason)
    /// The server refused, with the code of the protocol or the HTTP status.
    case refused(code: String, message: String)
    /// The list is not there, is not for this client to see, or was deleted.
    case noList(String)
    /// The list is there, and the server cannot read it now.
    case unavailable(String)
    /// So many edits wait for the connection that no more are taken.
    case tooManyPending(Int)
    /// The task was cancelled before anything was sent, or while a list was opened.
    case cancelled
    /// The task was cancelled while an answer was awaited: whether the edit was applied, or will be,
    /// is not known.
    case outcomeUnknown

    /// In words, for people.
    public var description: String {
        switch self {
        case .badURL(let text): text
        case .notConnected(let reason): reason
        case .stopped(let reason): reason.description
        case .refused(let code, let message): "\(message) (\(code))"
        case .noList(let list): "there is no list \(list) for this client"
        case .unavailable(let list): "the list \(list) is there and cannot be read now"
        case .tooManyPending(let count): "\(count) edits wait for the connection already"
        case .cancelled: "cancelled"
        case .outcomeUnknown: "not known whether applied"
        }
    }
}
