import ListDocument
import ListEditing
package import ListHosting
import ListProtocol
import ListSequencing
import TextBytes
package import WebSocketTransport

/// `/api/lists` and what is below it.
///
/// Confined to the loop's thread.
package struct ListRoutes {
    private let registry: ListRegistry
    private let runtime: ServerRuntime
    private let admission: (any EditAdmission)?
    private let changes: ChangesRoute
    private let past: PastRoute
    private let versions: VersionsRoute
    private let events: EventsRoute
    private let allowances: EditAllowances

    /// - Parameters:
    ///   - ledger: Counts what is held in memory for peers.
    ///   - rate: How many edits a client may send; nil: they are not counted.
    ///   - follow: Opens a session for a client that follows a list.
    package init(
        _ registry: ListRegistry, ledger: LoopBound<MemoryLedger>,
        admission: (any EditAdmission)?, rate: EditRate?,
        follow: @escaping EventsRoute.Open
    ) {
        self.registry = registry
        self.admission = admission
        let services = registry.services
        runtime = services.runtime
        let stored = StoredPast(
            runtime: runtime, journal: services.journal, limits: services.limits)
        let queue = LoopBound(PastQueue(runtime, ledger: ledger), loop: runtime.loop)
        changes = ChangesRoute(stored, queue: queue)
        past = PastRoute(stored, queue: queue)
        versions = VersionsRoute(stored, queue: queue)
        events = EventsRoute(runtime: runtime, monitor: services.monitor, open: follow)
        allowances = EditAllowances(rate)
    }

    private var limits: ProtocolLimits { registry.services.limits }

    /// - Parameter path: What follows `/api/lists`.
    package func handle(
        _ request: HTTPRequest, _ path: [String], _ grants: Grants, _ exchange: HTTPExchange
    ) {
        guard let name = path.first else {
            collection(request, grants, exchange)
            return
        }
        guard let list = ListID(checking: name), let role = grants.role(on: list) else {
            exchange.respond(ListRoutes.unknown(name))
            return
        }
        guard registry.mayBeNew(list) else {
            return handle(request, path, of: list, role, grants, exchange)
        }
        runtime.begin(with: self) { _, routes in
            do throws(ListRefusal) {
                try await routes.registry.find(list)
                routes.handle(request, path, of: list, role, grants, exchange)
            } catch {
                exchange.respond(.error(error.status, error.message(list: list)))
            }
        }
    }

    private func handle(
        _ request: HTTPRequest, _ path: [String], of list: ListID, _ role: Role,
        _ grants: Grants, _ exchange: HTTPExchange
    ) {
        guard let sequencer = registry.sequencer(of: list) else {
            let isDone =
                path.count == 1 && role == .owner && request.method.isSame(as: "DELETE")
                && registry.wasDeletedLate(list)
            exchange.respond(isDone ? Self.deleted : Self.unknown(list.text))
            return
        }
        switch (path.count, path.last.map { TextKey($0) }) {
        case (1, _): item(request, sequencer, role, exchange)
        case (2, "changes"):
            guard request.isReading else {
                exchange.respond(.methodNotAllowed("GET, HEAD"))
                return
            }
            changes.handle(request, sequencer, exchange)
        case (2, "rows"):
            guard request.isReading else {
                exchange.respond(.methodNotAllowed("GET, HEAD"))
                return
            }
            rows(request, sequencer, exchange)
        case (2, "events"): events.handle(request, sequencer, grants, exchange)
        case (2..., _) where path[1].isSame(as: "versions"):
            // The parts of a path leave out nothing of a name: no part of one is empty.
            let name = path.count > 2 ? path[2...].joined(separator: "/") : nil
            versions.handle(request, name, sequencer, role, grants, exchange)
        case (2, "edits"):
            guard request.method.isSame(as: "POST") else {
                exchange.respond(.methodNotAllowed("POST"))
                return
            }
            guard role != .viewer else {
                exchange.respond(.error(403, AccessError.editing(list)))
                return
            }
            edit(request, sequencer, grants, exchange)
        default: exchange.respond(.nothing(at: request.path))
        }
    }

    private func rows(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ exchange: HTTPExchange
    ) {
        do throws(ErrorMessage) {
            let query = try RowsQuery(request, of: sequencer.id, limits: limits)
            let reader = HTTPListReader(rows: query, exchange)
            sequencer.read(reader)
        } catch {
            exchange.respond(.error(400, error))
        }
    }

    private func collection(
        _ request: HTTPRequest, _ grants: Grants, _ exchange: HTTPExchange
    ) {
        switch TextKey(request.method) {
        case "GET", "HEAD":
            runtime.begin(with: registry) { _, registry in
                let lists = await registry.summaries(for: grants)
                exchange.respond(.json(200, lists.body))
            }
        case "POST":
            // Which list it is about stands in the body; who owns none need not be read.
            guard grants.ownsSomething else {
                exchange.respond(
                    .error(403, ErrorMessage(.forbidden, "only owners create lists")))
                return
            }
            create(request, grants, exchange)
        default:
            exchange.respond(.methodNotAllowed("GET, HEAD, POST"))
        }
    }

    /// Reads a list, which may be long, makes it, and frees what was read, away from the loop.
    private func create(_ request: HTTPRequest, _ grants: Grants, _ exchange: HTTPExchange) {
        let (limits, creations, runtime) = (limits, registry.creations, runtime)
        let bound = LoopBound(registry, loop: runtime.loop)
        let respond = { @Sendable response in runtime.loop.execute { exchange.respond(response) } }
        runtime.background.begin {
            do throws(ErrorMessage) {
                let list = try await creations.run {
                    Result { () throws(ErrorMessage) in
                        try CreateList.read(request.body, limits: limits)
                    }
                }.get()
                guard grants.role(on: list.list) == .owner else {
                    throw AccessError.creating(list.list)
                }
                let made = await bound.run { _, registry in
                    Self.awaitOutcome(of: list.list, exchange)
                    return await registry.create(list, for: grants.user ?? "")
                }
                switch made {
                case .success(let created):
                    let location = "/api/lists/\(list.list.text)"
                    respond(.json(201, created.encoded, headers: [("location", location)]))
                case .failure(let refusal):
                    respond(.error(refusal.status, refusal.message(list: list.list)))
                }
            } catch {
                respond(.error(error.code == .forbidden ? 403 : 400, error))
            }
        }
    }

    private func item(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ role: Role,
        _ exchange: HTTPExchange
    ) {
        switch TextKey(request.method) {
        case "GET", "HEAD":
            state(request, sequencer, exchange)
        case "DELETE":
            let list = sequencer.id
            guard role == .owner else {
                exchange.respond(.error(403, AccessError.deleting(list)))
                return
            }
            Self.awaitOutcome(of: list, exchange)
            runtime.begin(with: registry) { _, registry in
                switch await registry.delete(list) {
                case .success: exchange.respond(Self.deleted)
                case .failure(let refusal):
                    exchange.respond(.error(refusal.status, refusal.message(list: list)))
                }
            }
        default:
            exchange.respond(.methodNotAllowed("GET, HEAD, DELETE"))
        }
    }

    /// Has a request that creates or deletes a list answered where that is not certain in time.
    private static func awaitOutcome(of list: ListID, _ exchange: HTTPExchange) {
        let refusal = ListRefusal.undecided
        exchange.whenLate(.error(refusal.status, refusal.message(list: list)))
    }

    /// Answers with the list as it is, or was.
    private func state(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ exchange: HTTPExchange
    ) {
        let known = request.header("if-none-match")
        do throws(ErrorMessage) {
            let reader =
                if let revision = try request.number("revision", from: 0) {
                    HTTPListReader(
                        past: PastRoute.Query(revision: revision, known: known), past, exchange)
                } else {
                    HTTPListReader(snapshotUnless: known, exchange)
                }
            sequencer.read(reader)
        } catch {
            exchange.respond(.error(400, error))
        }
    }

    /// Bytes of a body that is read in a turn of the loop.
    private static let turnBytes = 65_536

    private func edit(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ grants: Grants,
        _ exchange: HTTPExchange
    ) {
        guard request.body.count > Self.turnBytes else {
            submit(
                Self.read(edit: request, of: sequencer.id, limits), request, sequencer, grants,
                exchange)
            return
        }
        let (list, limits) = (sequencer.id, limits)
        runtime.begin(with: (self, sequencer)) { _, bound in
            let edit = await Self.readAway(edit: request, of: list, limits)
            bound.0.submit(edit, request, bound.1, grants, exchange)
        }
    }

    private static func read(
        edit request: HTTPRequest, of list: ListID, _ limits: ProtocolLimits
    ) -> Result<HTTPEdit, ErrorMessage> {
        Result { () throws(ErrorMessage) in
            try HTTPEdit.read(request.body, list: list, limits: limits)
        }
    }

    @concurrent
    private static func readAway(
        edit request: HTTPRequest, of list: ListID, _ limits: ProtocolLimits
    ) async -> Result<HTTPEdit, ErrorMessage> {
        read(edit: request, of: list, limits)
    }

    private func submit(
        _ read: Result<HTTPEdit, ErrorMessage>, _ request: HTTPRequest,
        _ sequencer: ListSequencer, _ grants: Grants, _ exchange: HTTPExchange
    ) {
        do throws(ErrorMessage) {
            submit(
                try read.get(), request, sequencer, grants,
                answeredBy: HTTPEditSubmitter(exchange: exchange))
        } catch {
            exchange.respond(.error(400, error))
        }
    }

    /// Hands an edit to its list.
    func submit(
        _ edit: HTTPEdit, _ request: HTTPRequest, _ sequencer: ListSequencer, _ grants: Grants,
        answeredBy submitter: HTTPEditSubmitter
    ) {
        let exchange = submitter.exchange
        let principal = Principal(
            key: edit.client ?? runtime.makeID(), name: nil, grants: grants)
        guard
            let author = principal.author(on: sequencer.id, isRemembered: edit.client != nil)
        else {
            exchange.respond(ListRoutes.unknown(sequencer.id.text))
            return
        }
        let now = runtime.clock.now()
        if let wait = allowances.take(user: grants.user, request, now: now) {
            refuse(edit.message, wait, exchange)
            return
        }
        // It may still be applied: a client that is told otherwise would send it under a new id.
        exchange.whenLate(HTTPEditSubmitter.unanswered(sequencer.id))
        let submitted = EditRequest(
            edit.message, author: author, submitter: submitter,
            isCertainlyNew: edit.client == nil, arrived: runtime.loop.passBegan,
            makeID: runtime.makeID)
        admit(submitted, sequencer, exchange)
    }

    /// Hands an edit to its list, if the program has nothing against it.
    private func admit(
        _ request: EditRequest, _ sequencer: ListSequencer, _ exchange: HTTPExchange
    ) {
        let list = sequencer.id
        let handOver = { (request: EditRequest) in
            if !sequencer.submit(request) {
                exchange.respond(ListRoutes.unknown(list.text))
            }
        }
        guard let admission else { return handOver(request) }
        runtime.begin(with: handOver) { _, handOver in
            switch await admission.judge(request, of: list) {
            case .submit(let judged): handOver(judged)
            case .undecided:
                request.submitter.answered(
                    AnsweredEdit(request, .rejected(EditBacklog.unavailable)), in: list,
                    counts: [], isDelivered: false)
            }
        }
    }

    /// - Parameter wait: Milliseconds.
    private func refuse(_ edit: EditMessage, _ wait: Int, _ exchange: HTTPExchange) {
        let rejection = Rejection.tooFast(wait: wait)
        registry.services.monitor.metrics.rejected(rejection.code)
        let reject = Reject(
            list: edit.list, id: edit.id, rejection: rejection, retryAfter: wait)
        exchange.respond(
            .json(
                rejection.code.httpStatus, reject.encoded,
                headers: [("retry-after", "\((wait + 999) / 1000)")]))
    }

    private static let deleted = HTTPResponse(
        status: 204, contentType: "", headers: [], body: [])

    static func unknown(_ list: String) -> HTTPResponse {
        .error(404, ErrorMessage(.unknownList, "there is no list \(list.shown)"))
    }
}

extension ListRefusal {
    var status: Int {
        switch self {
        case .exists, .full: 409
        case .unknown: 404
        case .invalid(let rejection): rejection.code == .tooLarge ? 413 : 400
        case .unavailable: 503
        case .undecided: 504
        }
    }
}

/// An HTTP request that waits for the answer of its edit.
struct HTTPEditSubmitter: EditSubmitter {
    let exchange: HTTPExchange
    /// The summary of a file whose rows the edit adds, an object without its closing brace; nil: it adds none.
    var summary: [UInt8]?

    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {
        exchange.respond(response(to: edit, in: list, counts: counts))
    }

    func leftUnanswered(id: Int, list: ListID) {
        exchange.respond(Self.unanswered(list))
    }

    /// The edit is perhaps applied, now or later.
    static func unanswered(_ list: ListID) -> HTTPResponse {
        .error(
            504,
            ErrorMessage(
                .unavailable,
                "not answered in time, and perhaps applied later: ask again with the same client and "
                    + "id, or read the list", list: list))
    }

    private func response(
        to edit: AnsweredEdit, in list: ListID, counts: [Int]
    ) -> HTTPResponse {
        let message = edit.outcome.message(id: edit.id, list: list)
        if let summary {
            if case .rejected(let rejection) = edit.outcome {
                return .json(rejection.code.httpStatus, message)
            }
            return .json(200, summary + Array(",\"ack\":".utf8) + message + [UInt8(ascii: "}")])
        }
        switch edit.outcome {
        case .applied:
            let sets = edit.set.map { [$0] } ?? []
            return .json(200, EditResult(sets: sets, counts: counts).encoded)
        case .noop, .duplicate: return .json(200, message)
        case .rejected(let rejection): return .json(rejection.code.httpStatus, message)
        }
    }
}
