import ListDocument
import ListEditing
import ListProtocol
import ListSequencing
import TextBytes
import WebSocketTransport

/// An HTTP request that waits for a list as it is stored.
struct ListReader: Sendable {
    private enum RequestedState {
        case snapshot(known: String?)
        case changes(ChangesRoute.Query, ChangesRoute)
        case past(PastRoute.Query, PastRoute)
        case naming(VersionsRoute.Query, VersionsRoute)
        case rows(RowsQuery)
        case sections(FilesRoute.Addition, FilesRoute)
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

    /// Requests the sections, to which the rows of a file are to be added.
    init(adding addition: FilesRoute.Addition, _ route: FilesRoute, _ exchange: HTTPExchange) {
        requested = .sections(addition, route)
        self.exchange = exchange
    }

    var subject: ReadRequest.Subject {
        switch requested {
        case .snapshot(let known): .snapshot(known: known)
        case .changes, .past, .naming: .changes
        case .rows(.window(let window)): .window(window)
        case .rows(.find(let query)): .find(query)
        case .sections: .window(ListWindow(around: [], before: 0, after: 0))
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
        case (.message(let outline), .sections(let addition, let route)):
            route.add(addition, to: sequencer, outline, exchange)
        case (.message(let message), _): exchange.respond(.json(200, message))
        case (.changes, .snapshot), (.changes, .rows), (.changes, .sections): break
        case (.absent(.deleted), _): exchange.respond(ListRoutes.unknown(list.text))
        case (.absent(.unavailable), _):
            exchange.respond(.error(503, AccessError.unreadable(list)))
        }
    }
}
