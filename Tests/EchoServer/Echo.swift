import WebSocketTransport

/// One connection whose messages are sent back.
final class Echo: ConnectionHandler {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func received(_ message: [UInt8]) {
        connection.send(Frame(text: message))
    }

    func receivedBinary(_ message: [UInt8]) {
        connection.send(Frame(binary: message))
    }

    func refused(_ problem: FrameProblem) {
        connection.close(code: problem.closeCode)
    }

    func drained() {}

    func closed() {}
}
