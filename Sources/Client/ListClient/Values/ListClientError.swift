/// Why a ``ListClient`` could not do what was asked.
public enum ListClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not a URL of a server.
    case badURL(String)
    /// There is no connection to the server, for this reason.
    case notConnected(String)
    /// The client is stopped, and does not connect again by itself.
    case stopped(StopReason)
    /// The server refused, with the code of the protocol or the HTTP status.
    case refused(code: String, message: String)
    /// The list does not exist, is not visible to this client, or was deleted.
    case noList(String)
    /// The list exists, and the server cannot read it now.
    case unavailable(String)
    /// The list is open already, and is asked for in another way, with a window or authors; close it first.
    case openOtherwise(String)
    /// This many edits wait for the connection; no more are accepted.
    case tooManyPending(Int)
    /// The file of unanswered edits cannot be read or written, for this reason; nothing was sent.
    case badFile(String)
    /// The task was cancelled before anything was sent, or while a list was opened.
    case cancelled
    /// Nothing came within ``ClientOptions/timeout``.
    case timedOut
    /// The task was cancelled, or ``ClientOptions/timeout`` was over, while an answer was awaited: whether the
    /// edit was applied, or will be, is not known.
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
        case .openOtherwise(let list):
            "the list \(list) is open already in another way; close it first"
        case .tooManyPending(let count): "\(count) edits wait for the connection already"
        case .badFile(let reason): reason
        case .cancelled: "cancelled"
        case .timedOut: "no answer in time"
        case .outcomeUnknown: "not known whether applied"
        }
    }
}
