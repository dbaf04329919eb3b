import ListDocument
import ListEditing
import ListHosting
import ListProtocol
import ListSequencing
import TextBytes
import WebSocketTransport

/// An HTTP request that waits for a list as it is stored.
struct HTTPListReader: ListReader {
    private enum RequestedState {
        case snapshot(known: String?)
        case changes(ChangesRoute.Query, ChangesRoute)
        case past(PastRoute.Query, PastRoute)
        case naming(VersionsRoute.Query, VersionsRoute)
        case rows(RowsQuery)
    }

    private let requested: RequestedState
    private let exchange: HTTPExchange

    /// Requests the snapshot, or nothing where the client has the state that `known`, an `If-None-Match`,
    /// names.
    init(snapshotUnless known: String?, _ exchange: HTTPExchange) {
        requested = .snapshot(known: known)
        self.exchange = exchange
    }

    /// Requests a page of the past.
    init(changes query: ChangesRoute.Query, _ route: ChangesRoute, _ exchange: HTTPExchange) {
        requested = .changes(query, route)
        self.exchange = exchange
    }

    /// Requests the list as it was.
    init(past query: PastRoute.Query, _ route: PastRoute, _ exchange: HTTPExchange) {
        requested = .past(query, route)
        self.exchange = exchange
    }

    /// Requests the list's revision, to give one a name.
    init(naming query: VersionsRoute.Query, _ route: VersionsRoute, _ exchange: HTTPExchange) {
        requested = .naming(query, route)
        self.exchange = exchange
    }

    /// Requests the rows of a window, or those that have a text.
    init(rows query: RowsQuery, _ exchange: HTTPExchange) {
        requested = .rows(query)
        self.exchange = exchange
    }

    var subject: ReadRequest.Subject {
        switch requested {
        case .snapshot(let known): .snapshot(known: known)
        case .changes, .past, .naming: .changes
        case .rows(.window(let window)): .window(window)
        case .rows(.find(let query)): .find(query)
        }
    }

    /// Answers the request; on the loop's thread.
    func respond(_ reply: ReadReply, from sequencer: ListSequencer) {
        let (list, epoch) = (sequencer.id, sequencer.epoch)
        switch (reply, requested) {
        case (.snapshot(let snapshot), _):
            exchange.respond(
                .json(
                    200, snapshot.body,
                    headers: [("etag", EntityTag(epoch, snapshot.revision).text)]))
        case (.unchanged(let revision), _):
            exchange.respond(.unchanged(EntityTag(epoch, revision)))
        case (.changes(let revision, let counts, let names), .changes(let query, let route)):
            let page = ChangesRoute.Page(
                query: query, revision: revision, counts: counts, names: names)
            route.respond(page, of: list, epoch, exchange)
        case (.changes(let newest, _, _), .past(let query, let route)):
            route.respond(query, newest: newest, of: list, epoch, exchange)
        case (.changes(let newest, _, _), .naming(let query, let route)):
            route.respond(query, newest: newest, of: list, epoch, exchange)
        case (.message(let message), _): exchange.respond(.json(200, message))
        case (.changes, .snapshot), (.changes, .rows): break
        case (.absent(let unavailability), _): exchange.respond(.absent(list, unavailability))
        }
    }
}

extension HTTPResponse {
    /// There is no such list, or it cannot be read now.
    static func absent(_ list: ListID, _ unavailability: Unavailability) -> HTTPResponse {
        switch unavailability {
        case .deleted: ListRoutes.unknown(list.text)
        case .unavailable: .error(503, AccessError.unreadable(list))
        }
    }
}
