import HistoryChecking
import HistoryLoad
import WebSocketTransport

/// The HTTP part of a check: makes lists, reads them, deletes them.
struct ListRequests: Sendable {
    let dialer: Dialer
    let server: ServerAddress

    /// Makes a list.
    ///
    /// - Throws: `CommandError`, in words for the user.
    func create(_ plan: ListPlan) async throws(CommandError) {
        let answer = try await send("POST", "/api/lists", plan.body)
        switch answer.status {
        case 201: return
        case 401:
            throw CommandError(
                "the server asks who you are: give a token (--token, or LOCKSTEP_TOKEN)")
        case 403:
            throw CommandError("this token may not make lists: the check needs the role owner")
        case 404, 405:
            throw CommandError("\(server.url) has no /api/lists: is it a Lockstep server?")
        default:
            throw CommandError("the server makes no list (HTTP \(answer.status)): \(answer.text)")
        }
    }

    /// Whether the list is there no more.
    func delete(_ name: String) async -> Bool {
        guard let answer = try? await send("DELETE", "/api/lists/\(name)") else { return false }
        return [204, 404].contains(answer.status)
    }

    /// The list as it stands; nil: it is not there.
    func snapshot(_ name: String) async throws(CommandError) -> ReceivedFrame? {
        let answer = try await send("GET", "/api/lists/\(name)")
        if answer.status == 404 { return nil }
        guard answer.status == 200 else {
            throw CommandError("the server does not show list \(name): HTTP \(answer.status)")
        }
        return ReceivedFrame(answer.body)
    }

    /// What happened since a revision.
    func changes(
        _ list: ListKey, since: Int
    ) async throws(CommandError) -> (status: Int, body: ReceivedFrame) {
        let answer = try await send(
            "GET", "/api/lists/\(list.name)/changes?since=\(since)&epoch=\(list.epoch)")
        return (answer.status, ReceivedFrame(answer.body))
    }

    private func send(
        _ method: String, _ target: String, _ body: [UInt8] = []
    ) async throws(CommandError) -> HTTPClientResponse {
        do {
            var headers = server.headers
            if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
            return try await dialer.fetch(
                HTTPClientRequest(
                    to: try server.http(target), method: method, headers: headers, body: body))
        } catch {
            throw CommandError("\(error)")
        }
    }
}
