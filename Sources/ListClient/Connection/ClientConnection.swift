import ListProtocol
import WebSocketTransport

/// Passes the events of one connection to a ``ListClient``, on the loop's thread, which is the client's.
final class ClientConnection: ConnectionHandler {
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

/// The messages that wait to be sent, together in as few frames as possible.
struct Outbox {
    private var messages: [ClientMessage] = []

    /// Adds a message behind those that wait.
    mutating func append(_ message: ClientMessage) {
        messages.append(message)
    }

    /// Adds a message before those that wait.
    mutating func prepend(_ message: ClientMessage) {
        messages.insert(message, at: 0)
    }

    mutating func removeAll() {
        messages = []
    }

    /// Takes all messages, as the text of as few frames as `limit` allows.
    ///
    /// - Parameter limit: The longest frame, in bytes; one message that is longer goes alone.
    mutating func takeFrames(limit: Int) -> [[UInt8]] {
        guard !messages.isEmpty else { return [] }
        var frames: [[UInt8]] = []
        var frame: [[UInt8]] = []
        // The brackets of the array; each message adds itself and a comma.
        var bytes = 2
        for message in messages.map(\.encoded) {
            if !frame.isEmpty, bytes + message.count + 1 > limit {
                frames.append(ServerFrame.joined(frame))
                frame = []
                bytes = 2
            }
            frame.append(message)
            bytes += message.count + 1
        }
        frames.append(ServerFrame.joined(frame))
        messages = []
        return frames
    }
}
