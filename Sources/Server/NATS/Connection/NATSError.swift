// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
internal import CNATS

/// Why a connection could not be made, or a subscription.
package enum NATSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A setting is not usable; the text says which and why.
    case badSetting(String)
    /// No server took the connection; the text is libnats'.
    case notConnected(String)
    /// A server does not take the credentials, or they cannot be read; the text is libnats'.
    case refused(String)
    /// The certificate of one side is not taken by the other; the text is libnats'.
    case untrusted(String)
    /// The connection is closed.
    case closed

    package var description: String {
        switch self {
        case .badSetting(let detail): detail
        case .notConnected(let detail): "no NATS server took the connection (\(detail))"
        case .refused(let detail):
            "the NATS server refuses the credentials (\(detail)): check user and password, or the "
                + "token, in nats.urls, or the file in nats.credentials"
        case .untrusted(let detail):
            "the connection to NATS cannot be encrypted (\(detail)): nats.ca must name the authority "
                + "of the server's certificate, which must be for the name in nats.urls; nats.cert "
                + "and nats.key must name a certificate that the server takes"
        case .closed: "the connection to NATS is closed"
        }
    }

    /// Why no connection was made.
    static func ofConnecting(
        _ status: natsStatus, _ configuration: NATSConfiguration
    ) -> NATSError {
        let text = text(of: status)
        return switch status {
        case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED: .refused(text)
        case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_REQUIRED, NATS_SECURE_CONNECTION_WANTED:
            .untrusted(text)
        case NATS_NO_SERVER, NATS_TIMEOUT: .notConnected(text)
        // So it ends where a server does not take the client's certificate, but also where it stops.
        case _ where configuration.isEncrypted:
            .notConnected(
                "\(text); perhaps the server "
                    + (configuration.certificate == nil
                        ? "wants a certificate: set nats.cert and nats.key"
                        : "does not take the certificate in nats.cert"))
        default: .notConnected(text)
        }
    }

    /// A text without the user, the password or the token of an address in it.
    static func withoutSecrets(_ text: String) -> String {
        text.replacing(#/\/\/[^\s,]*@/#, with: "//")
    }

    /// What libnats says of a status, with the details of this thread's last error.
    static func text(of status: natsStatus) -> String {
        let general = unsafe String(cString: natsStatus_GetText(status))
        var last = NATS_OK
        guard let detail = unsafe nats_GetLastError(&last), last == status,
            case let text = unsafe String(cString: detail), !text.isEmpty, text != general
        else { return general }
        return "\(general): \(withoutSecrets(text))"
    }
}

/// Why a request has no answer.
package enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was not sent, for the reason in the text: it is not done and never will be.
    case notSent(String)
    /// No subscriber listens on its subject, as while a stream has no leader: it is not done.
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
