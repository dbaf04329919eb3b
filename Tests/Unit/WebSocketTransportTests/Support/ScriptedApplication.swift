import Foundation

@testable import WebSocketTransport

/// An application whose answers a test gives, and which keeps a log.
///
/// WebSockets at `/ws` and `/ws/ROOM`, calls below `/api`, probes, an open route, and files elsewhere.
final class ScriptedApplication: Application, Sendable {
    typealias Received = @Sendable (Connection, [UInt8]) -> Void
    typealias Respond = @Sendable (HTTPRequest, HTTPExchange) -> Void

    let log = EventLog()
    private let open: @Sendable (Connection) -> Bool
    private let received: Received
    private let refused: @Sendable (Connection, FrameProblem) -> Void
    private let respond: Respond
    private let files: Respond

    /// - Parameters:
    ///   - open: called within `opened`; false refuses.
    ///   - received: called for each message; echoes by default.
    ///   - files: serves the files; by default there are none.
    init(
        open: @escaping @Sendable (Connection) -> Bool = { _ in true },
        received: @escaping Received = { $0.send(Frame(text: $1)) },
        refused: @escaping @Sendable (Connection, FrameProblem) -> Void = { connection, problem in
            connection.send(Frame(text: Array("refused".utf8)))
            connection.close(code: problem.closeCode, reason: "\(problem)")
        },
        respond: @escaping Respond = {
            $1.respond(HTTPResponse(status: 200, text: "\($0.method)"))
        },
        files: @escaping Respond = { $1.respond(HTTPResponse(status: 404, text: "no files\n")) }
    ) {
        self.open = open
        self.received = received
        self.refused = refused
        self.respond = respond
        self.files = files
    }

    func servesWebSocket(at path: [String]) -> Bool {
        path.first == "ws" && (path.count == 1 || path.count == 2 && !path[1].isEmpty)
    }

    func route(_ path: [String]) -> HTTPRoute {
        switch path.first {
        case "ws": .upgradeRequired
        case "api": .call
        case "healthz", "readyz": .probe
        case "metrics": .open
        default: .file
        }
    }

    func opened(_ connection: Connection) -> (any ConnectionHandler)? {
        log.add(.opened(path: connection.path))
        guard open(connection) else { return nil }
        return Handler(connection, self)
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if case .file = route(request.segments) {
            files(request, exchange)
        } else {
            respond(request, exchange)
        }
    }

    private final class Handler: ConnectionHandler, Sendable {
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

/// What handlers were told, to be awaited from a test's thread.
final class EventLog: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var recorded: [Event] = []

    /// One call of a handler.
    enum Event: Equatable {
        case opened(path: String)
        case received(Int, [UInt8])
        case refused(Int)
        case drained
        case stalled
        case closed(Int)
    }

    func add(_ event: Event) {
        condition.withLock {
            unsafe recorded.append(event)
            condition.broadcast()
        }
    }

    var events: [Event] { condition.withLock { unsafe recorded } }

    /// Waits until `test` holds of the events so far; false after `seconds`.
    func waits(seconds: Double = 60, until test: ([Event]) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while unsafe !test(recorded) {
            guard condition.wait(until: end) else { return unsafe test(recorded) }
        }
        return true
    }
}

/// Passes connections from handlers to a test.
final class ConnectionBox: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var connections: [Connection] = []

    func put(_ connection: Connection) {
        lock.withLock { unsafe connections.append(connection) }
    }

    /// The one that came last, taken out.
    func take() -> Connection? {
        lock.withLock { unsafe connections.popLast() }
    }

    var all: [Connection] { lock.withLock { unsafe connections } }
}

/// Passes exchanges from an application to a test, in order.
final class ExchangeBox: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var exchanges: [HTTPExchange] = []

    func put(_ exchange: HTTPExchange) {
        condition.withLock {
            unsafe exchanges.append(exchange)
            condition.broadcast()
        }
    }

    /// Nil when none comes for a minute.
    func waitForNext() -> HTTPExchange? {
        let end = Date(timeIntervalSinceNow: 60)
        condition.lock()
        defer { condition.unlock() }
        while unsafe exchanges.isEmpty {
            guard condition.wait(until: end) else { return nil }
        }
        return unsafe exchanges.removeFirst()
    }
}
