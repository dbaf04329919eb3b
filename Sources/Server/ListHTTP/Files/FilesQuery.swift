import ListFiles
import ListProtocol
import TextBytes
import WebSocketTransport

extension FilesRoute {
    /// What a request asks for.
    struct Query: Sendable {
        package enum Purpose: Sendable {
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
        /// Which part of an upload the body is; nil: it is the whole file.
        let part: Uploads.Part?
        let purpose: Purpose
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
        part = try Self.part(of: request)
        if case .some = part {
            for name in ["as", "title", "into"] where request.queryValue(name) != nil {
                throw Self.problem("\(name) is not for an upload: its lists have ids and titles")
            }
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

    private static func part(of request: HTTPRequest) throws(ErrorMessage) -> Uploads.Part? {
        let number = try request.number("part", from: 1)
        switch (request.queryValue("upload"), number) {
        case (nil, nil): return nil
        case (let name?, let number?):
            guard Identifier.isValid(name) else {
                throw problem("upload is a name of the client's: 1-64 of A-Za-z0-9._~-")
            }
            return Uploads.Part(upload: name, number: number)
        default: throw problem("upload and part belong together")
        }
    }

    private static func problem(_ message: String) -> ErrorMessage {
        ErrorMessage(.badMessage, message)
    }
}
