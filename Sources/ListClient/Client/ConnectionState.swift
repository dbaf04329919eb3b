/// How a ``ListClient`` stands with its server.
public enum ConnectionState: Sendable, Hashable {
    /// Connecting, or waiting for the server's welcome.
    case connecting
    /// In a session.
    case online
    /// Trying again after so many seconds, and why the last try or session ended.
    case waiting(seconds: Double, reason: String)
    /// Not connected, and not trying.
    case stopped(StopReason)
}
