// Canonical equivalence: tests alone compare errors.
/// Why a ``Dialer`` opened no connection or received no response.
package enum DialError: Error, Hashable, CustomStringConvertible {
    /// The URL cannot be used.
    case badURL(String, reason: String)
    /// The request cannot be sent as it is.
    case badRequest(reason: String)
    /// The host's name cannot be resolved.
    case unknownHost(String, reason: String)
    /// No TCP connection to `host:port`; the reason is the system's.
    case cannotConnect(String, reason: String)
    /// No TLS connection; the reason is the library's.
    case noTLS(String, reason: String)
    /// The WebSocket handshake was answered with this HTTP status.
    case notUpgraded(String, status: Int)
    /// The peer violates the protocol.
    case badAnswer(String, reason: String)
    /// A step was not done within its time limit, in seconds.
    case timedOut(String, seconds: Double)
    /// The connection ended before the response was complete.
    case cut(String)
    /// The body of the response is over the limit, in bytes.
    case tooLarge(String, limit: Int)
    /// The dialer was closed.
    case closed
    /// The caller's task was cancelled.
    case cancelled

    package var description: String {
        switch self {
        case .badURL(let url, let reason): "the URL \(url) cannot be used: \(reason)"
        case .badRequest(let reason): "the request cannot be sent: \(reason)"
        case .unknownHost(let host, let reason): "the host \(host) is not known: \(reason)"
        case .cannotConnect(let address, let reason): "cannot connect to \(address): \(reason)"
        case .noTLS(let address, let reason): "no TLS with \(address): \(reason)"
        case .notUpgraded(let address, let status):
            "\(address) answered HTTP \(status) instead of opening a WebSocket"
        case .badAnswer(let address, let reason): "\(address) answered wrongly: \(reason)"
        case .timedOut(let address, let seconds):
            "\(address) gave no answer for \(seconds) seconds"
        case .cut(let address): "\(address) ended the connection before its answer was whole"
        case .tooLarge(let address, let limit): "\(address) answered with over \(limit) bytes"
        case .closed: "the connection was closed on this side"
        case .cancelled: "cancelled"
        }
    }
}
