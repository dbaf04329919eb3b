import JSON
import ListEditing
import ListFiles
import ListHosting
package import ListProtocol
import ListSequencing
import TextBytes
package import WebSocketTransport

extension HTTPRequest {
    package var isReading: Bool { method.isSame(as: "GET") || method.isSame(as: "HEAD") }

    /// The token of `Authorization: Bearer`; nil where there is none.
    package var bearerToken: String? {
        let words = header("authorization")?.utf8.split(separator: UInt8(ascii: " ")) ?? []
        guard words.count == 2, Substring(words[0]).isSame(asLowercase: "bearer") else {
            return nil
        }
        return String(Substring(words[1]))
    }
}

extension String {
    /// The text for a message to who has sent it: the beginning, where it is long.
    package var shown: String {
        utf8.count <= 256 ? self : String(decoding: utf8.prefix(256), as: UTF8.self) + "…"
    }
}

extension HTTPResponse {
    package static func text(
        _ status: Int, _ text: String, type: String = "text/plain; charset=utf-8"
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, contentType: type, headers: [("cache-control", "no-store")],
            body: Array(text.utf8))
    }

    package static func json(
        _ status: Int, _ body: [UInt8], headers: [(String, String)] = []
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, contentType: "application/json",
            headers: [("cache-control", "no-cache")] + headers, body: body)
    }

    package static func error(_ status: Int, _ error: ErrorMessage) -> HTTPResponse {
        .json(status, error.encoded)
    }

    /// The client has the state with this tag.
    static func unchanged(_ tag: EntityTag) -> HTTPResponse {
        HTTPResponse(status: 304, contentType: "", headers: [("etag", tag.text)], body: [])
    }

    package static func unauthorized(_ error: ErrorMessage) -> HTTPResponse {
        .json(401, error.encoded, headers: [("www-authenticate", "Bearer")])
    }

    /// More is held in memory than may be; nothing was done.
    package static var overloaded: HTTPResponse {
        var response = problem(
            503, "unavailable", "the server holds too much in memory: try again later")
        response.headers.append(("retry-after", "5"))
        return response
    }

    /// What costs much is not done for a page from elsewhere.
    package static var foreignPage: HTTPResponse {
        error(403, ErrorMessage(.forbidden, "pages of this origin may not ask for that"))
    }

    package static func nothing(at path: String) -> HTTPResponse {
        problem(404, "notFound", "there is nothing at \(path.shown)")
    }

    package static func methodNotAllowed(_ allowed: String) -> HTTPResponse {
        var response = problem(405, "methodNotAllowed", "this path takes \(allowed)")
        response.headers.append(("allow", allowed))
        return response
    }

    /// An answer to what is no message of the protocol: a wrong path or method.
    package static func problem(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
        .json(status, HTTPProblem(code: code, message: message).encoded)
    }

    /// A file cannot be read to its end.
    static func badFile(_ error: ListFileError) -> HTTPResponse {
        let problem = HTTPProblem(
            code: "badFile", message: error.description, line: error.line, column: error.column)
        return .json(400, problem.encoded)
    }
}

/// The body of an HTTP error that the WebSocket has no code for.
struct HTTPProblem: ServerMessage {
    let code: String
    let message: String
    /// Where in a file that was sent, from 1.
    var line: Int?
    var column: Int?

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "error")
            writer.member("code", code)
            writer.member("message", message)
            writer.member("line", ifPresent: line)
            writer.member("column", ifPresent: column)
        }
    }
}

extension ServerRuntime {
    /// Answers a request with what `work` makes on another thread than the loop's.
    package func answer(
        _ exchange: HTTPExchange, _ work: @escaping @Sendable () async -> HTTPResponse
    ) {
        background.begin { [loop] in
            let response = await work()
            loop.execute { exchange.respond(response) }
        }
    }
}
