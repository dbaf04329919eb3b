import WebSocketTransport

/// Hears one connection for a ``ListClient``, on the loop's thread, which is the client's.
final class ClientConnection: ConnectionHandler {
    private let client: ListClient
    private let attempt: Int
    nonisolated(unsafe) private var end = SessionEnd(code: nil, reason: "the connection was lost")

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
