@testable import WebSocketTransport

/// An application whose answers a test gives, and which keeps a log.
final class ScriptedApplication: Application {
    typealias Received = @Sendable (Connection, [UInt8]) -> Void
    typealias Respond = @Sendable (HTTPRequest, HTTPExchange) -> Void

    let log = EventLog()
    private let open: @Sendable (Connection) -> Bool
    private let received: Received
    private let refused: @Sendable (Connection, FrameProblem) -> Void
    private let respond: Respond

    /// - Parameters:
    ///   - open: called within `opened`; false refuses.
    ///   - received: called for each message; echoes by default.
    init(
        open: @escaping @Sendable (Connection) -> Bool = { _ in true },
        received: @escaping Received = { $0.send(Frame(text: $1)) },
        refused: @escaping @Sendable (Connection, FrameProblem) -> Void = { connection, problem in
            connection.send(Frame(text: Array("refused".utf8)))
            connection.close(code: problem.closeCode, reason: "\(problem)")
        },
        respond: @escaping Respond = { $1.respond(HTTPResponse(status: 200, text: "\($0.method)")) }
    ) {
        self.open = open
        self.received = received
        self.refused = refused
        self.respond = respond
    }

    func opened(_ connection: Connection) -> (any ConnectionHandler)? {
        log.add(.opened(path: connection.path))
        guard open(connection) else { return nil }
        return Handler(connection, self)
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        respond(request, exchange)
    }

    private final class Handler: ConnectionHandler {
        let connection: Connection
        let application: ScriptedApplication

        init(_ connection: Connection, _ application: ScriptedApplication) {
            self.connection = connection
            self.application = application
        }

        private var number: Int { Int(connection.id) }

        func received(_ message: [UInt8]) {
            application.log.add(.received(number, message))
            application.received(connection, message)
        }

        func refused(_ problem: FrameProblem) {
            application.log.add(.refused(number))
            application.refused(connection, problem)
        }

        func drained() { application.log.add(.drained) }
        func stalled() { application.log.add(.stalled) }
        func closed() { application.log.add(.closed(number)) }
    }
}
