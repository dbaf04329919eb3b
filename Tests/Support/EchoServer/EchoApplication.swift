import Foundation
import WebFiles
import WebSocketTransport

/// Sends every WebSocket message back, and tells the time over HTTP.
final class EchoApplication: Application {
    private let site: StaticSite?

    /// - Parameter site: The files of all other paths.
    init(site: StaticSite?) {
        self.site = site
    }

    func servesWebSocket(at path: [String]) -> Bool { path == ["ws"] }

    func route(_ path: [String]) -> HTTPRoute {
        switch path {
        case ["ws"]: .upgradeRequired
        case ["time"]: .open
        default: .file
        }
    }

    func opened(_ connection: Connection) -> (any ConnectionHandler)? {
        Echo(connection)
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if case .file = route(request.segments) {
            guard let site else {
                return exchange.respond(HTTPResponse(status: 404, text: "no files\n"))
            }
            return site.serve(request, exchange)
        }
        guard request.method == "GET" else {
            exchange.respond(
                HTTPResponse(status: 405, headers: [("Allow", "GET")], text: "only GET\n"))
            return
        }
        exchange.respond(HTTPResponse(status: 200, text: "\(Date())\n"))
    }
}

/// One connection whose messages are sent back.
private final class Echo: ConnectionHandler {
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
