import ListEditing
import ListProtocol
import WebSocketTransport

/// `/api/lists` and what is below it.
struct ListRoutes: Sendable {
    let directory: Directory
    let services: Services
    private let allowances: LoopConfined<EditAllowances>

    init(directory: Directory, services: Services) {
        self.directory = directory
        self.services = services
        allowances = LoopConfined(EditAllowances(services.options))
    }

    /// - Parameter path: What follows `/api/lists`.
    func handle(
        _ request: HTTPRequest, _ path: [String], _ grants: Grants, _ exchange: HTTPExchange
    ) {
        guard let name = path.first else {
            collection(request, grants, exchange)
            return
        }
        guard let list = ListID(checking: name), let role = grants.role(on: list),
            let sequencer = directory.assumeIsolated({ $0.sequencer(of: list) })
        else {
            exchange.respond(ListRoutes.unknown(name))
            return
        }
        switch (path.count, path.last) {
        case (1, _): item(request, sequencer, role, exchange)
        case (2, "changes"):
            guard request.isReading else {
                exchange.respond(.methodNotAllowed("GET, HEAD"))
                return
            }
            ChangesRoute(services: services).handle(request, sequencer, exchange)
        case (2, "edits"):
            guard request.method == "POST" else {
                exchange.respond(.methodNotAllowed("POST"))
                return
            }
            edit(request, sequencer, grants, exchange)
        default: exchange.respond(.nothing(at: request.path))
        }
    }

    private func collection(
        _ request: HTTPRequest, _ grants: Grants, _ exchange: HTTPExchange
    ) {
        switch request.method {
        case "GET", "HEAD":
            let lists = directory.assumeIsolated { $0.summaries(for: grants) }
            let message = ListsMessage(lists: lists)
            exchange.respond(.json(200, message.encoded))
        case "POST":
            do throws(ErrorMessage) {
                let list = try CreateList.read(request.body, limits: services.limits)
                guard grants.role(on: list.list) == .owner else {
                    exchange.respond(.error(403, Denial.creating(list.list)))
                    return
                }
                create(list, exchange)
            } catch {
                exchange.respond(.error(400, error))
            }
        default:
            exchange.respond(.methodNotAllowed("GET, HEAD, POST"))
        }
    }

    private func create(_ list: CreateList, _ exchange: HTTPExchange) {
        Task {
            switch await directory.create(list) {
            case .success(let created):
                let location = "/api/lists/\(list.list.text)"
                respond(
                    .json(201, created.encoded, headers: [("location", location)]), exchange)
            case .failure(let refusal):
                respond(.error(refusal.status, refusal.message(list: list.list)), exchange)
            }
        }
    }

    private func item(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ role: Role,
        _ exchange: HTTPExchange
    ) {
        switch request.method {
        case "GET", "HEAD":
            let known = request.header("if-none-match")
            sequencer.assumeIsolated {
                $0.visit { $0.respond(exchange, unlessAt: known) }
            }
        case "DELETE":
            let list = sequencer.id
            guard role == .owner else {
                exchange.respond(.error(403, Denial.deleting(list)))
                return
            }
            Task {
                switch await directory.delete(list) {
                case .success:
                    respond(
                        HTTPResponse(status: 204, contentType: "", headers: [], body: []),
                        exchange)
                case .failure(let refusal):
                    respond(.error(refusal.status, refusal.message(list: list)), exchange)
                }
            }
        default:
            exchange.respond(.methodNotAllowed("GET, HEAD, DELETE"))
        }
    }

    private func edit(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ grants: Grants,
        _ exchange: HTTPExchange
    ) {
        do throws(ErrorMessage) {
            let edit = try HTTPEdit.read(
                request.body, list: sequencer.id, limits: services.limits)
            let member = Member(
                key: edit.client ?? RandomID.make(), name: nil, grants: grants)
            guard
                let author = member.author(
                    on: sequencer.id, isRemembered: edit.client != nil)
            else {
                exchange.respond(ListRoutes.unknown(sequencer.id.text))
                return
            }
            let now = services.clock.now()
            if let wait = allowances.value.take(user: grants.user, request, now: now) {
                refuse(edit.message, wait, exchange)
                return
            }
            let submitted = EditRequest(
                edit.message, author: author, submitter: HTTPEditSubmitter(exchange: exchange),
                arrived: services.loop.passBegan)
            sequencer.assumeIsolated { $0.submit(submitted) }
        } catch {
            exchange.respond(.error(400, error))
        }
    }

    /// - Parameter wait: Milliseconds.
    private func refuse(_ edit: EditMessage, _ wait: Int, _ exchange: HTTPExchange) {
        let rejection = Rejection.tooFast(wait: wait)
        services.metrics.rejected(rejection.code)
        let reject = Reject(
            list: edit.list, id: edit.id, rejection: rejection, retryAfter: wait)
        exchange.respond(
            .json(
                rejection.code.httpStatus, reject.encoded,
                headers: [("retry-after", "\((wait + 999) / 1000)")]))
    }

    /// Answers from another thread than the loop's.
    private func respond(_ response: HTTPResponse, _ exchange: HTTPExchange) {
        services.loop.execute { exchange.respond(response) }
    }

    static func unknown(_ list: String) -> HTTPResponse {
        .error(404, ErrorMessage(.unknownList, "there is no list \(list)"))
    }
}

extension Directory.Refusal {
    var status: Int {
        switch self {
        case .exists, .full: 409
        case .unknown: 404
        case .invalid(let rejection): rejection.code == .tooLarge ? 413 : 400
        case .unavailable: 503
        }
    }
}
