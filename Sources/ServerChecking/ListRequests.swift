import HistoryChecking
import HistoryLoad
import WebSocketTransport

/// The HTTP requests of a check: makes lists, reads them, deletes them.
struct ListRequests: Sendable {
    let dialer: Dialer
    let server: RemoteURL
    /// The server's address as the user gave it.
    let address: String
    let token: String?

    /// Makes a list.
    ///
    /// - Throws: `CheckError` that says what to do.
    func create(_ plan: ListPlan) async throws(CheckError) {
        let answer = try await send("POST", "/api/lists", plan.body)
        switch answer.status {
        case 201: return
        case 401:
            throw CheckError(
                "the server requires a token: give one with --token or LOCKSTEP_TOKEN")
        case 403:
            throw CheckError("this token may not make lists: the check needs the role owner")
        case 404, 405:
            throw CheckError("\(address) has no /api/lists: is it a Lockstep server?")
        default:
            throw CheckError(
                "the server did not make the list (HTTP \(answer.status)): \(answer.text)")
        }
    }

    /// Deletes a list; true where the list does not exist afterwards.
    func delete(_ name: String) async -> Bool {
        guard let answer = try? await send("DELETE", "/api/lists/\(name)") else { return false }
        return [204, 404].contains(answer.status)
    }

    /// Reads a list; nil where it does not exist.
    func snapshot(_ name: String) async throws(CheckError) -> ReceivedFrame? {
        let answer = try await send("GET", "/api/lists/\(name)")
        if answer.status == 404 { return nil }
        guard answer.status == 200 else {
            throw CheckError("the server did not return the list \(name): HTTP \(answer.status)")
        }
        return ReceivedFrame(answer.body)
    }

    /// Reads the changes of a list since a revision.
    func changes(
        _ list: ListKey, since: Int
    ) async throws(CheckError) -> (status: Int, body: ReceivedFrame) {
        let answer = try await send(
            "GET", "/api/lists/\(list.name)/changes?since=\(since)&epoch=\(list.epoch)")
        return (answer.status, ReceivedFrame(answer.body))
    }

    private func send(
        _ method: String, _ target: String, _ body: [UInt8] = []
    ) async throws(CheckError) -> HTTPClientResponse {
        do throws(DialError) {
            var headers: [(name: String, value: String)] = []
            if let token { headers.append(("Authorization", "Bearer \(token)")) }
            if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
            return try await dialer.fetch(
                HTTPClientRequest(
                    to: server.http(target), method: method, headers: headers, body: body))
        } catch {
            throw CheckError("\(error)")
        }
    }
}
