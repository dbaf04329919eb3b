import JSON
import ListEditing
import ListHTTP
import ListHosting
import ListJournal
import ListProtocol
import ListWebhooks
import Logging
import TextBytes
import WebSocketTransport

/// `/api/hooks`: how the hooks stand, sending again, and taking up a paused one.
struct HooksRoute: Sendable {
    let runtime: ServerRuntime
    let journal: any HookCursorStore
    /// Nil: there is no file of hooks.
    let hooks: Hooks?

    /// - Parameter path: What follows `/api/hooks`.
    func handle(_ request: HTTPRequest, _ path: [String], _ exchange: HTTPExchange) {
        switch (TextKey(request.method), path.count, path.last.map { TextKey($0) }) {
        case ("GET", 0, _), ("HEAD", 0, _): begin(exchange) { await all() }
        case (_, 0, _): exchange.respond(.methodNotAllowed("GET, HEAD"))
        case ("POST", 2, "resume"): begin(exchange) { await resume(path[0]) }
        case ("POST", 2, "resend"): resend(request, path[0], exchange)
        case (_, 2, "resume"), (_, 2, "resend"): exchange.respond(.methodNotAllowed("POST"))
        case ("DELETE", 1, _): begin(exchange) { await forget(path[0]) }
        case (_, 1, _): exchange.respond(.methodNotAllowed("DELETE"))
        default: exchange.respond(.nothing(at: request.path))
        }
    }

    private func all() async -> HTTPResponse {
        let figures = HookFigures.encoded(await hooks?.figures ?? [])
        var writer = JSONWriter(capacity: figures.count + 16)
        writer.object { writer in
            writer.name("hooks" as StaticString)
            writer.raw(figures)
        }
        return .json(200, writer.bytes)
    }

    private func resume(_ name: String) async -> HTTPResponse {
        guard let sender = hooks?.sender(of: name) else { return Self.unknown(name) }
        await sender.resume()
        return Self.done
    }

    private func resend(_ request: HTTPRequest, _ name: String, _ exchange: HTTPExchange) {
        let since: Int
        do throws(ErrorMessage) {
            since = try request.number("since", from: 0) ?? 0
        } catch {
            return exchange.respond(.error(400, error))
        }
        guard let list = request.queryValue("list") else {
            return exchange.respond(
                .error(
                    400, ErrorMessage(.badMessage, "the query must name a list: ?list=ID&since=0")))
        }
        guard ListID(checking: list) != nil else {
            return exchange.respond(Self.unknownList(list, name))
        }
        begin(exchange) { await resend(name, list, since) }
    }

    private func resend(_ name: String, _ list: String, _ since: Int) async -> HTTPResponse {
        guard let sender = hooks?.sender(of: name) else { return Self.unknown(name) }
        do {
            guard let start = try await sender.resend(list, after: since) else {
                return Self.unknownList(list, name)
            }
            var writer = JSONWriter()
            writer.object { $0.member("since", start) }
            return .json(202, writer.bytes)
        } catch {
            return unavailable("\(error)")
        }
    }

    private func forget(_ name: String) async -> HTTPResponse {
        guard Hook.isName(name) else { return Self.unknown(name) }
        guard hooks?.sender(of: name) == nil else {
            return .problem(
                409, "hookInUse", "the hook \(name) is in the file of hooks: take it out first")
        }
        do {
            try await journal.forgetHook(name)
            return Self.done
        } catch {
            return unavailable("\(error)")
        }
    }

    private func unavailable(_ reason: String) -> HTTPResponse {
        runtime.log.error("a hook cannot be changed", metadata: ["reason": "\(reason)"])
        return .problem(503, "unavailable", "the store cannot be used now: try again later")
    }

    private static let done = HTTPResponse(status: 204, contentType: "", headers: [], body: [])

    private static func unknownList(_ list: String, _ name: String) -> HTTPResponse {
        .problem(
            404, "notFound",
            "there is no list \(list.shown), or the hook \(name.shown) is not told of it")
    }

    private static func unknown(_ name: String) -> HTTPResponse {
        .problem(404, "notFound", "the file of hooks has no hook \(name.shown)")
    }

    private func begin(
        _ exchange: HTTPExchange, _ work: @escaping @Sendable () async -> HTTPResponse
    ) {
        runtime.answer(exchange, work)
    }
}

extension HookFigures {
    /// How hooks stand, as a JSON array.
    static func encoded(_ hooks: [HookFigures]) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 * (hooks.count + 1))
        writer.array { writer in
            for hook in hooks { hook.write(to: &writer) }
        }
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("url", url)
            writer.member("state", state.rawValue)
            writer.member("lists", lists)
            writer.member("sets", sets)
            writer.member("seconds", Int(seconds))
            writer.member("taken", counts.taken)
            writer.member("failed", counts.failed)
            writer.member("lastError", ifPresent: lastError)
        }
    }
}
