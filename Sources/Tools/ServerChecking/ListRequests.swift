import HistoryChecking
import HistoryLoad
import WebSocketTransport

/// The HTTP requests of a check: makes lists, reads them, deletes them.
struct ListRequests: Sendable {
    let dialer: Dialer
    /// Servers of the same lists, at least one.
    let servers: [RemoteURL]
    let token: String?

    /// The servers that answer at present.
    ///
    /// - Throws: `CheckError` where there is none.
    func reachable() async throws(CheckError) -> [RemoteURL] {
        var reached: [RemoteURL] = []
        var last = ""
        for server in servers {
            do throws(DialError) {
                _ = try await dialer.fetch(HTTPClientRequest(to: server.http("/healthz")))
                reached.append(server)
            } catch {
                last = "\(error)"
            }
        }
        if reached.isEmpty { throw CheckError(last) }
        return reached
    }

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
            let addresses = servers.map(\.authority).joined(separator: ", ")
            throw CheckError("\(addresses) has no /api/lists: is it a Lockstep server?")
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

    /// Reads a list from a server, with its `ETag`; nil where it does not exist.
    func snapshot(
        _ name: String, at server: RemoteURL
    ) async throws(CheckError) -> (tag: String?, body: ReceivedFrame)? {
        let answer = try await read("/api/lists/\(name)", at: server)
        if answer.status == 404 { return nil }
        guard answer.status == 200 else {
            throw CheckError("the server did not return the list \(name): HTTP \(answer.status)")
        }
        return (answer.header("etag"), ReceivedFrame(answer.body))
    }

    /// Reads the changes of a list since a revision from a server.
    func changes(
        _ list: ListKey, since: Int, at server: RemoteURL
    ) async throws(CheckError) -> (status: Int, body: ReceivedFrame) {
        let answer = try await read(
            "/api/lists/\(list.name)/changes?since=\(since)&epoch=\(list.epoch)", at: server)
        return (answer.status, ReceivedFrame(answer.body))
    }

    /// Sends a `GET` to a server, again for a while where that says that it cannot tell now (503).
    private func read(
        _ target: String, at server: RemoteURL
    ) async throws(CheckError) -> HTTPClientResponse {
        let deadline = ContinuousClock.now + Self.unavailableTime
        while true {
            let answer = try await send("GET", target, to: [server])
            if answer.status != 503 || ContinuousClock.now > deadline { return answer }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    /// As long a server may be without a leader among the nodes of its journal.
    private static let unavailableTime = Duration.seconds(30)

    /// Sends a request to the first of the servers that can be reached; nil: of all.
    private func send(
        _ method: String, _ target: String, _ body: [UInt8] = [], to chosen: [RemoteURL]? = nil
    ) async throws(CheckError) -> HTTPClientResponse {
        var headers: [(name: String, value: String)] = []
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
        var last = "no server is named"
        for server in chosen ?? servers {
            do throws(DialError) {
                return try await dialer.fetch(
                    HTTPClientRequest(
                        to: server.http(target), method: method, headers: headers, body: body))
            } catch {
                last = "\(error)"
            }
        }
        throw CheckError(last)
    }
}
