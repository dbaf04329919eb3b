import WebSocketTransport

/// Passes the events of one connection to a ``ListClient``, on the loop's thread, which is the client's.
final class ClientConnection: ConnectionHandler, Sendable {
    private let client: ListClient
    private let attempt: Int
    // Only used on the loop's thread.
    nonisolated(unsafe) private var end = SessionEnd(code: nil, reason: "the connection was lost")

    /// - Parameter attempt: The number of the attempt to connect, by which the client ignores events of
    ///   older connections.
    init(_ client: ListClient, attempt: Int) {
        self.client = client
        self.attempt = attempt
    }

    func received(_ message: [UInt8]) {
        client.assumeIsolated { $0.received(message, attempt) }
    }

    func refused(_ problem: FrameProblem) {
        unsafe end = SessionEnd(code: nil, reason: "the server sent a message that is \(problem)")
    }

    func drained() {}

    func peerCloses(code: Int?, reason: String) {
        let text = reason.isEmpty ? "the server closed the connection" : reason
        unsafe end = SessionEnd(code: code, reason: text)
    }

    func closed() {
        let end = unsafe end
        client.assumeIsolated { $0.ended(end, attempt) }
    }
}

extension SessionEnd {
    /// The end that a failed attempt to connect comes to.
    init(_ error: DialError) {
        switch error {
        case .notUpgraded(_, let status):
            let isFinal = [400, 401, 403, 404].contains(status)
            self.init(
                code: status == 401 ? 4401 : nil, reason: error.description, isFinal: isFinal)
        case .badURL, .badRequest: self.init(code: nil, reason: error.description, isFinal: true)
        default: self.init(code: nil, reason: error.description)
        }
    }
}
