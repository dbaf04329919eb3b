import JSON
import ListEditing
import ListFiles
import ListProtocol
import TextBytes
import WebSocketTransport

/// `POST /api/files`: reads a file that some program exported, and makes lists of it where asked to.
///
/// Files are read away from the loop, one after the other.
struct FilesRoute: Sendable {
    /// The largest file, in bytes.
    static let maxBytes = 16 << 20
    /// The most lists that are made of one file: a turn of the loop takes them all.
    private static let maxLists = 250

    private let registry: ListRegistry
    private let context: ServerContext
    private let lists: ListRoutes
    private let queue: WorkerQueue

    init(registry: ListRegistry, lists: ListRoutes, context: ServerContext) {
        self.registry = registry
        self.context = context
        self.lists = lists
        queue = context.background.queue("files.reading")
    }

    /// What a request asks for.
    struct Query: Sendable {
        enum Purpose: Sendable {
            case telling
            /// The id and the title of the one list that is made; nil: as the file has it.
            case making(ListID?, title: String?)
            case adding(to: ListID)
        }

        let name: String
        let format: FileFormat?
        let titleColumn: String?
        /// The most rows of each list that are told.
        let shown: Int
        let purpose: Purpose
    }

    /// A file whose rows are to be added to a list, and who adds them.
    struct Addition: Sendable {
        let contents: FileContents
        let shown: Int
        let grants: Grants
        let request: HTTPRequest
    }

    func handle(_ request: HTTPRequest, _ grants: Grants, _ exchange: HTTPExchange) {
        guard request.method.isSame(as: "POST") else {
            return exchange.respond(.methodNotAllowed("POST"))
        }
        do throws(ErrorMessage) {
            let query = try Query(request, limits: context.limits)
            if let refusal = refusal(of: query, for: grants) { return exchange.respond(refusal) }
            if case .telling = query.purpose {
            } else {
                exchange.whenLate(.error(504, Self.undecided))
            }
            Task {
                await answer(query, request, grants, exchange)
                queue.returnMemory(of: request.body.count)
            }
        } catch {
            exchange.respond(.error(400, error))
        }
    }

    /// Who may not do what is asked for need not be read.
    private func refusal(of query: Query, for grants: Grants) -> HTTPResponse? {
        switch query.purpose {
        case .telling: return nil
        case .making:
            return grants.ownsSomething
                ? nil : .error(403, ErrorMessage(.forbidden, "only owners create lists"))
        case .adding(let list):
            guard let role = grants.role(on: list) else { return ListRoutes.unknown(list.text) }
            return role == .viewer ? .error(403, AccessError.editing(list)) : nil
        }
    }

    private func answer(
        _ query: Query, _ request: HTTPRequest, _ grants: Grants, _ exchange: HTTPExchange
    ) async {
        let limits = context.limits
        let read = await queue.run {
            Result { () throws(ListFileError) in
                try FileReader.read(
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
            await lists.add(addition, to: list, self, exchange)
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
            let made = try await registry.create(new).map(\.list)
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

    // MARK: Adding to a list

    /// Adds the rows of a file to a list, in one edit.
    ///
    /// - Parameter outline: The list without its rows, as it is told to clients.
    func add(
        _ addition: Addition, to sequencer: ListSequencer, _ outline: [UInt8],
        _ exchange: HTTPExchange
    ) {
        let (list, limits) = (sequencer.id, context.limits)
        Task {
            let prepared = await queue.run { () -> Prepared in
                let plan = AdditionPlan(
                    addition.contents.lists, to: Self.targets(in: outline),
                    makeID: { RandomID.make() })
                guard plan.actions <= limits.actions else { return .tooMany(plan.actions) }
                let edit = Result { () throws(ErrorMessage) in
                    try HTTPEdit.read(plan.body, list: list, limits: limits)
                }
                let told = ContentsMessage(addition.contents, shown: addition.shown).encoded
                return .edit(edit, told: Array(told.dropLast()))
            }
            context.loop.execute {
                switch prepared {
                case .tooMany(let actions):
                    exchange.respond(Self.tooMany(actions, limit: limits.actions))
                case .edit(.failure(let error), _): exchange.respond(.error(400, error))
                case .edit(.success(let edit), let told):
                    lists.submit(
                        edit, addition.request, sequencer, addition.grants,
                        answeredBy: HTTPEditSubmitter(exchange: exchange, told: told))
                }
            }
        }
    }

    private enum Prepared: Sendable {
        case tooMany(Int)
        case edit(Result<HTTPEdit, ErrorMessage>, told: [UInt8])
    }

    private static func tooMany(_ actions: Int, limit: Int) -> HTTPResponse {
        .problem(
            413, "tooLarge",
            "\(actions) rows and sections are more than the \(limit) of one edit: make a list of the "
                + "file")
    }

    /// The sections of a list, by its outline.
    private static func targets(in outline: [UInt8]) -> [AdditionPlan.Target] {
        guard case .outline(let outline)? = (try? ServerFrame.decode(outline))?.first else {
            return []
        }
        return outline.sections.map { section in
            AdditionPlan.Target(
                section: section.id, title: section.title,
                isInsertable: outline.rules.insertable != false
                    && section.rules.insertable != false)
        }
    }

    /// Answers from another thread than the loop's.
    private func respond(_ response: HTTPResponse, _ exchange: HTTPExchange) {
        context.loop.execute { exchange.respond(response) }
    }
}

extension FilesRoute.Query {
    /// Reads the parameters of a request.
    ///
    /// - Throws: `badMessage`, naming the parameter.
    init(_ request: HTTPRequest, limits: ProtocolLimits) throws(ErrorMessage) {
        name = request.queryValue("name") ?? ""
        if let word = request.queryValue("format") {
            guard let known = FileFormat(rawValue: word) else {
                let all = FileFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw Self.problem("format is one of \(all), not \(word.shown)")
            }
            format = known
        } else {
            format = nil
        }
        titleColumn = request.queryValue("titleColumn")
        shown = try request.number("show", from: 0) ?? .max
        let makes = try Self.isSet("make", in: request)
        let target = try Self.list("into", of: request)
        let id = try Self.list("as", of: request)
        let title = request.queryValue("title")
        if makes, case .some = target {
            throw Self.problem("make and into exclude each other")
        }
        for name in ["as", "title"] where !makes {
            if case .some = request.queryValue(name) {
                throw Self.problem("\(name) is of a list that is made: give make=1")
            }
        }
        guard title.map({ $0.utf8.count <= limits.titleBytes }) ?? true else {
            throw Self.problem("title has at most \(limits.titleBytes) bytes")
        }
        purpose =
            if makes {
                .making(id, title: title)
            } else if let target {
                .adding(to: target)
            } else {
                .telling
            }
    }

    private static func isSet(
        _ name: String, in request: HTTPRequest
    ) throws(ErrorMessage) -> Bool {
        guard let text = request.queryValue(name) else { return false }
        guard text.isSame(as: "1") else { throw problem("\(name) is 1, or absent") }
        return true
    }

    private static func list(
        _ name: String, of request: HTTPRequest
    ) throws(ErrorMessage) -> ListID? {
        guard let text = request.queryValue(name) else { return nil }
        guard let list = ListID(checking: text) else {
            throw problem("\(name) must be a list's id: 1-64 of A-Za-z0-9._~-")
        }
        return list
    }

    private static func problem(_ message: String) -> ErrorMessage {
        ErrorMessage(.badMessage, message)
    }
}
