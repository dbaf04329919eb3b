/// Why something dialed gave no connection or no answer.
package enum DialError: Error, Hashable, CustomStringConvertible {
    /// The URL cannot be dialed.
    case badURL(String, reason: String)
    /// The request cannot be sent as it is.
    case badRequest(reason: String)
    /// The host's name leads nowhere.
    case unknownHost(String, reason: String)
    /// No TCP connection: where (`host:port`), and why in the system's words.
    case cannotConnect(String, reason: String)
    /// No TLS connection: where, and why in the library's words.
    case noTLS(String, reason: String)
    /// The WebSocket handshake was answered with this HTTP status.
    case notUpgraded(String, status: Int)
    /// The peer does not speak the protocol as it should.
    case badAnswer(String, reason: String)
    /// Nothing came for so many seconds.
    case timedOut(String, seconds: Double)
    /// The connection ended before the answer was whole.
    case cut(String)
    /// The answer's body is over so many bytes.
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
