/// Dialing a WebSocket.
final class WebSocketDial: DialGoal {
    let method = ""
    let subprotocol: String
    let headerLines: [UInt8]
    let hasBody = false
    private let target: String
    private unowned let core: DialerCore
    private let open: (Connection) -> any ConnectionHandler
    private let done: (Result<Connection, DialError>) -> Void

    /// - Parameters:
    ///   - open: gives who hears the connection.
    ///   - done: called once.
    init(
        _ core: DialerCore, target: String, subprotocol: String, headerLines: [UInt8],
        open: @escaping (Connection) -> any ConnectionHandler,
        done: @escaping (Result<Connection, DialError>) -> Void
    ) {
        self.core = core
        self.target = target
        self.subprotocol = subprotocol
        self.headerLines = headerLines
        self.open = open
        self.done = done
    }

    var stepSeconds: (connection: Double, answer: Double) {
        (core.configuration.connectSeconds, core.configuration.connectSeconds)
    }

    func writeBody(to socket: Socket) -> Bool { true }

    func reached(_ socket: Socket) {
        let number = ConnectionNumber.next()
        let session = WebSocketSession(
            socket, core.configuration.limits, number: number, isClient: true)
        let connection = Connection(
            id: number, path: target, listHint: nil,
            remoteAddress: socket.remoteAddress, session: session)
        session.accept(open(connection))
        let shared = core.shared
        shared.counters.connections += 1
        shared.counters.connectionsOpened += 1
        session.onEnd = { shared.counters.connections -= 1 }
        socket.assign(session)
        session.established()
        done(.success(connection))
    }

    func failed(_ error: DialError) {
        done(.failure(error))
    }
}
