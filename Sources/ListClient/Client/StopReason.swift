/// Why a ``ListClient`` is not connected and does not come back by itself.
public enum StopReason: Sendable, Hashable, CustomStringConvertible {
    /// ``ListClient/stop()`` was called.
    case asked
    /// Another session with the same key took over.
    case replaced
    /// The server wants a token, or another one.
    case unauthorized(String)
    /// The server refused the session for good; trying again would end in the same way.
    case refused(String)

    /// In words, for people.
    public var description: String {
        switch self {
        case .asked: "stopped"
        case .replaced: "another session with the same key took over"
        case .unauthorized(let message): "not signed in: \(message)"
        case .refused(let message): "refused by the server: \(message)"
        }
    }
}
