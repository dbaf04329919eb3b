import JSON
import ListDocument
import ListFiles
package import ListHosting
import ListProtocol
import TextBytes
package import WebSocketTransport

/// `POST /api/files`: reads a file that some program exported, and makes lists of it where asked to.
///
/// Files are read away from the loop, one after the other.
package struct FilesRoute: Sendable {
    /// The largest file, in bytes.
    package static let maxBytes = 16 << 20
    /// The most lists that are made of one file: a turn of the loop takes them all.
    private static let maxLists = 250

    private let registry: LoopBound<ListRegistry>
    let runtime: ServerRuntime
    let limits: ProtocolLimits
    let lists: LoopBound<ListRoutes>
    let queue: WorkerQueue
    private let uploads: LoopBound<Uploads>

    /// - Parameters:
    ///   - lists: Takes the edits that add rows.
    ///   - ledger: Counts the parts of files that wait for others.
    package init(_ registry: ListRegistry, lists: ListRoutes, ledger: LoopBound<MemoryLedger>) {
        runtime = registry.services.runtime
        self.registry = LoopBound(registry, loop: runtime.loop)
        self.lists = LoopBound(lists, loop: runtime.loop)
        limits = registry.services.limits
        queue = runtime.background.queue("files.reading")
        uploads = LoopBound(
            Uploads(maxBytes: limits.listBytes, ledger: ledger, loop: runtime.loop),
            loop: runtime.loop)
    }

    package func handle(_ request: HTTPRequest, _ grants: Grants, _ exchange: HTTPExchange) {
        guard request.method.isSame(as: "POST") else {
            return exchange.respond(.methodNotAllowed("POST"))
        }
        do throws(ErrorMessage) {
            let query = try Query(request, limits: limits)
            if let refusal = refusal(of: query, for: grants) { return exchange.respond(refusal) }
            var bodies = [request.body]
            if let part = query.part {
                let user = grants.user ?? ""
                do throws(Uploads.Refusal) {
                    try uploads.value.take(request.body, as: part, of: user)
                } catch {
                    return exchange.respond(Self.refusal(error, of: part))
                }
                guard case .making = query.purpose else {
                    return exchange.respond(HTTPResponse(status: 202))
                }
                bodies = uploads.value.finish(part, of: user)
            }
            if case .telling = query.purpose {
            } else {
                exchange.whenLate(.error(504, Self.undecided))
            }
            runtime.background.begin { [bodies] in
                await answer(query, bodies, request, grants, exchange)
                queue.returnMemory(of: bodies.reduce(0) { $0 + $1.count })
            }
        } catch {
            exchange.respond(.error(400, error))
        }
    }

    /// Who may not do what is asked for need not be read.
    private func refusal(of query: Query, for grants: Grants) -> HTTPResponse? {
        switch query.purpose {
        case .telling where query.part == nil: return nil
        case .telling, .making:
            return grants.ownsSomething
                ? nil : .error(403, ErrorMessage(.forbidden, "only owners create lists"))
        case .adding(let list):
            guard let role = grants.role(on: list) else { return ListRoutes.unknown(list.text) }
            return role == .viewer ? .error(403, AccessError.editing(list)) : nil
        }
    }

    private func answer(
        _ query: Query, _ bodies: [[UInt8]], _ request: HTTPRequest, _ grants: Grants,
        _ exchange: HTTPExchange
    ) async {
        let limits = limits
        let read = await queue.run {
            Result { () throws(ListFileError) in
                guard query.part == nil else {
                    return try FileReader.read(parts: bodies, limits: limits)
                }
                return try FileReader.read(
                    request.body, name: query.name, format: query.format,
                    titleColumn: query.titleColumn, limits: limits)
            }
        }
        switch (read, query.purpose) {
        case (.failure(let error), _):
            respond(.badFile(error), exchange)
        case (.success(let contents), .telling):
            let body = await queue.run { ContentsMessage(contents, shown: query.shown).encoded }
            respond(.json(200, body), exchange)
        case (.success(let contents), .making(let id, let title)):
            let response = await make(contents, id, title, shown: query.shown, grants)
            respond(response, exchange)
        case (.success(let contents), .adding(let list)):
            let addition = Addition(
                contents: contents, shown: query.shown, grants: grants, request: request)
            await add(addition, to: list, exchange)
        }
    }

    private static func refusal(_ refusal: Uploads.Refusal, of part: Uploads.Part) -> HTTPResponse {
        switch refusal {
        case .unknown:
            .problem(
                404, "unknownUpload",
                "there is no upload \(part.upload) here: one ends \(Int(Uploads.idleSeconds)) s after its "
                    + "last part, or with its server; begin again with part 1")
        case .outOfOrder(let next):
            .problem(409, "wrongPart", "part \(next) of \(part.upload) is next, not \(part.number)")
        case .tooLarge:
            .problem(413, "tooLarge", "the parts are larger together than a list may be")
        case .tooMany: .overloaded
        }
    }

    // MARK: Making lists

    private func make(
        _ contents: FileContents, _ id: ListID?, _ title: String?, shown: Int, _ grants: Grants
    ) async -> HTTPResponse {
        let count = contents.lists.count
        switch (id, title) {
        case (nil, nil): break
        case _ where count == 1: break
        default:
            return .error(
                400,
                ErrorMessage(.badMessage, "as and title name one list, and the file has \(count)"))
        }
        guard count > 0 else {
            return .error(400, ErrorMessage(.badMessage, "the file holds no list"))
        }
        guard count <= Self.maxLists else {
            return .problem(
                413, "tooLarge",
                "\(count) lists are more than the \(Self.maxLists) that are made of one file")
        }
        let new = contents.lists.map { $0.creation(id: id, title: title) }
        for list in new.map(\.list) where grants.role(on: list) != .owner {
            return .error(403, AccessError.creating(list))
        }
        do throws(ListRegistry.RefusedCreation) {
            let made = try await registry.run {
                (_, registry) throws(ListRegistry.RefusedCreation) in
                try await registry.create(new).map(\.list)
            }
            let body = await queue.run {
                ContentsMessage(contents, shown: shown, made: made).encoded
            }
            return .json(201, body)
        } catch {
            return .error(error.refusal.status, error.refusal.message(list: error.list))
        }
    }

    private static let undecided = ErrorMessage(
        .unavailable, "not answered in time, and perhaps done later: look at the lists")

    /// Reads the sections of a list to which the rows of a file are to be added.
    private func add(_ addition: Addition, to list: ListID, _ exchange: HTTPExchange) async {
        do throws(ListRefusal) {
            try await registry.run { (_, registry) throws(ListRefusal) in
                try await registry.find(list)
            }
            registry.execute { registry in
                guard let sequencer = registry.sequencer(of: list) else {
                    return exchange.respond(ListRoutes.unknown(list.text))
                }
                let reader = SectionsReader(addition: addition, route: self, exchange: exchange)
                sequencer.read(reader)
            }
        } catch {
            respond(.error(error.status, error.message(list: list)), exchange)
        }
    }

    /// Answers from another thread than the loop's.
    private func respond(_ response: HTTPResponse, _ exchange: HTTPExchange) {
        runtime.loop.execute { exchange.respond(response) }
    }
}
