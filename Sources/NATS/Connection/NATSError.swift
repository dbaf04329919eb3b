internal import CNATS

/// Why a connection could not be made, or a subscription.
package enum NATSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A setting is not usable; the text says which and why.
    case badSetting(String)
    /// No server took the connection; the text is libnats'.
    case notConnected(String)
    /// The connection is closed.
    case closed

    package var description: String {
        switch self {
        case .badSetting(let detail): detail
        case .notConnected(let detail): "no NATS server took the connection (\(detail))"
        case .closed: "the connection to NATS is closed"
        }
    }

    /// What libnats says of a status, with the details of this thread's last error.
    static func text(of status: natsStatus) -> String {
        let general = unsafe String(cString: natsStatus_GetText(status))
        var last = NATS_OK
        guard let detail = unsafe nats_GetLastError(&last), last == status,
            case let text = unsafe String(cString: detail), !text.isEmpty, text != general
        else { return general }
        return "\(general): \(text)"
    }
}

/// Why a request has no answer.
package enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was not sent, for the reason in the text: it is not done and never will be.
    case notSent(String)
    /// Nobody listens on its subject, as while a stream has no leader: it is not done.
    case noResponders
    /// Nothing came in time: it may be done, now or later.
    case timedOut
    /// The connection broke: it may be done, now or later.
    case disconnected
    /// The connection was closed meanwhile: it may be done, now or later.
    case closed

    /// Whether the request certainly was not done.
    package var isCertain: Bool {
        switch self {
        case .notSent, .noResponders: true
        case .timedOut, .disconnected, .closed: false
        }
    }

    package var description: String {
        switch self {
        case .notSent(let reason): "not sent: \(reason)"
        case .noResponders: "nobody answers there"
        case .timedOut: "no answer in time"
        case .disconnected: "the connection to NATS broke"
        case .closed: "the connection to NATS was closed"
        }
    }
}

/// What a connection tells its owner.
package enum NATSEvent: Hashable, Sendable {
    /// The connection broke; libnats looks for a server by itself.
    case disconnected(String)
    /// It is connected again, to the server with this address.
    case reconnected(String)
    /// Messages of a subscription were dropped, since the owner did not take them.
    case dropped(subject: String)
    /// It is closed for good: by its owner, or since servers refused the credentials.
    case closed(String)
}
