import Foundation
import JSON

@testable import ListServer
@testable import ServerTesting
@testable import WebSocketTransport

/// A request over HTTP to a server of a simulation: it and its answer take time, and get lost with the server.
struct SimulatedRequest: Sendable, CustomStringConvertible {
    var method = "GET"
    /// What follows `/`.
    let segments: [String]
    var query: [(name: String, value: String)] = []
    var body = ""

    var description: String {
        let query = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return "\(method) /\(segments.joined(separator: "/"))"
            + (query.isEmpty ? "" : "?\(query)") + (body.isEmpty ? "" : " \(body)")
    }

    /// Seconds in which a server answers, as its listener sees to.
    private static let patience = 30.0

    /// Sends it.
    ///
    /// - Parameter done: Told the answer, once; nil: there is none.
    func send(
        to server: SimulatedServer, in time: SimulatedTime,
        done: @escaping @Sendable (HTTPResponse?) -> Void
    ) {
        let connection = RequestConnection { response in
            time.after(time.seconds(0.000_2...0.01)) { done(response) }
        }
        time.after(time.seconds(0.000_2...0.01)) {
            server.loop.execute {
                let request = HTTPRequest(
                    method, path: "/\(segments.joined(separator: "/"))", segments: segments,
                    query: query, fields: [], isForwarded: false, body: Array(body.utf8),
                    from: "192.0.2.1")
                let exchange = HTTPExchange(connection, number: 1, on: server.loop)
                server.application.value.handle(request, exchange)
            }
        }
        time.after(Self.patience) { connection.end(of: server.name, in: time) }
    }
}

/// The server's side of a connection with one request.
private final class RequestConnection: AnsweringConnection, Sendable {
    private struct State: Sendable {
        var late: HTTPResponse?
        var done: (@Sendable (HTTPResponse?) -> Void)?
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state: State

    init(_ done: @escaping @Sendable (HTTPResponse?) -> Void) {
        unsafe state = State(done: done)
    }

    private func take() -> State {
        lock.withLock {
            defer { unsafe state.done = nil }
            return unsafe state
        }
    }

    /// The time is over; a server that stands still, or is gone, says nothing.
    func end(of server: String, in time: SimulatedTime) {
        let state = take()
        state.done?(time.isSuspended(server) ? nil : state.late ?? HTTPResponse(status: 503))
    }

    var counters: Counters { Counters() }
    func add(_ fields: [(name: String, value: String)], to number: UInt64) {}
    func answer(_ response: HTTPResponse, to number: UInt64) { take().done?(response) }
    func whenLate(_ response: HTTPResponse, for number: UInt64) {
        lock.withLock { unsafe state.late = response }
    }
    func keepWaiting(for number: UInt64) {}

    /// What streams send, sessions are sent.
    func stream(
        to number: UInt64, of caller: NetworkAddress?, prefix: String,
        _ open: (EventConnection) -> any ConnectionHandler
    ) {
        take().done?(HTTPResponse(status: 503))
    }
}

extension SimulatedRequest {
    /// The method and the path as the OpenAPI document names them.
    ///
    /// - Parameter list: The id of a list that stands in the path.
    func route(with list: String) -> String {
        let names = segments.enumerated().map { place, segment in
            switch (place, segments.count > 2 ? segments[1] : "") {
            case (2, "lists"): "{list}"
            case (2, "hooks"): "{hook}"
            case (4, "lists"): "{version}"
            default: segment
            }
        }
        return "\(method) /\(names.joined(separator: "/"))"
    }
}
