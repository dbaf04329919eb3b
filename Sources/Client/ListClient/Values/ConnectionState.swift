/// The state of a ``ListClient``'s connection to its server.
public enum ConnectionState: Sendable, Hashable {
    /// Connecting, or waiting for the server's welcome.
    case connecting
    /// In a session.
    case online
    /// Connecting again after so many seconds, and why the last attempt or session ended.
    case waiting(seconds: Double, reason: String)
    /// Not connected, and not connecting again.
    case stopped(StopReason)
}

/// Why a ``ListClient`` is not connected and does not connect again by itself.
public enum StopReason: Sendable, Hashable, CustomStringConvertible {
    /// ``ListClient/stop()`` was called.
    case asked
    /// Another session with the same key took over.
    case replaced
    /// The server wants a token, or another one.
    case unauthorized(String)
    /// The server refused the session for good; another attempt would end in the same way.
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
