import JSON
import ListEditing
package import ListHosting
package import ListProtocol
import TextBytes
package import WebSocketTransport

/// `GET /api/lists/ID/events`: what a list's sessions are sent, as Server-Sent Events.
///
/// Its receiver is a session like those of WebSockets, with one list open: counted, ended and kept in bounds
/// like them.
package struct EventsRoute {
    /// Opens a session for a client that follows a list.
    package typealias Open =
        (EventConnection, OpenList, Principal) -> any ConnectionHandler

    let runtime: ServerRuntime
    let monitor: ServerMonitor
    let open: Open

    func handle(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ grants: Grants,
        _ exchange: HTTPExchange
    ) {
        guard request.method.isSame(as: "GET") else {
            exchange.respond(.methodNotAllowed("GET"))
            return
        }
        // It could not read them, and would hold sessions.
        guard !request.isFromForeignPage else {
            exchange.respond(.foreignPage)
            return
        }
        do throws(ErrorMessage) {
            let place = try StreamPlace(request)
            let principal = Principal(key: runtime.makeID(), name: nil, grants: grants)
            let list = OpenList(list: sequencer.id, since: place.since, epoch: place.epoch)
            exchange.stream(for: request, prefix: "\(sequencer.epoch):") { connection in
                monitor.metrics.streamBegan()
                return open(connection, list, principal)
            }
        } catch {
            exchange.respond(.error(400, error))
        }
    }
}

/// What the client of a stream of events has.
private struct StreamPlace {
    var since: Int?
    var epoch: String?

    /// Reads `Last-Event-ID`, and without it `since` and `epoch` of the query.
    ///
    /// An id that is none of a list's, such as another server's, is that of a client that has nothing.
    ///
    /// - Throws: `badMessage` where `since` is no whole number.
    init(_ request: HTTPRequest) throws(ErrorMessage) {
        guard let last = request.header("last-event-id") else {
            since = try request.number("since", from: 0)
            epoch = request.queryValue("epoch")
            return
        }
        let (epoch, place) = last.halves(at: ":")
        guard let revision = place.flatMap({ Int($0) }), 0...JSONNumber.largestWhole ~= revision
        else { return }
        since = revision
        self.epoch = epoch
    }
}
