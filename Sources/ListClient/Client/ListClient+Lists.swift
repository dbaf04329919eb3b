import Foundation
public import ListEditing
import ListProtocol
import WebSocketTransport

extension ListClient {
    /// Opens a list, and keeps it in step from here on.
    ///
    /// - Throws: `ListClientError.noList` where there is none for this client, `.unavailable` where it
    ///   cannot be read now (unless ``ClientOptions/waitsForServer``), `.stopped`, and `.cancelled` with
    ///   the task.
    public func open(_ id: String) async throws(ListClientError) -> SharedList {
        guard let list = ListID(checking: id) else { throw .noList(id) }
        if case .stopped(let reason) = state { throw .stopped(reason) }
        let held: HeldList
        if let known = lists[list], !known.isGone {
            held = known
        } else {
            held = HeldList(list, seed: random.next())
            lists[list] = held
            if session.isOnline, let me {
                let session = ListSession(me: me, limits: limits)
                perform(held.machine.began(session, at: EventLoop.now), held)
                flush()
            }
        }
        let status = await opened(held, list)
        if case .stopped(let reason) = state { throw .stopped(reason) }
        guard let status else { throw .cancelled }
        if status == .unavailable {
            // Nobody holds one that never came, to see it come later.
            if held.machine.list == nil, lists[list] === held { lists[list] = nil }
            throw .unavailable(id)
        }
        guard status.isInStep else { throw .noList(id) }
        return SharedList(id: id, client: self, list: list)
    }

    /// The status once it tells whether the list is open; nil where the task was cancelled.
    private func opened(_ held: HeldList, _ list: ListID) async -> ListStatus? {
        guard !Task.isCancelled else { return nil }
        waits += 1
        let number = waits
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                held.whenOpen(
                    number, waitsForList: options.waitsForServer, continuation)
            }
        } onCancel: {
            Task { await self.stopOpening(list, number) }
        }
    }

    private func stopOpening(_ list: ListID, _ number: Int) {
        lists[list]?.stopOpening(number)
    }

    /// The lists that this client may see.
    ///
    /// - Throws: `ListClientError`.
    public func overview() async throws(ListClientError) -> [ListOverview] {
        let answer = try await ask("GET", "/api/lists")
        do throws(DecodingProblem) {
            return try ListsMessage(json: answer.body).lists.map { summary in
                ListOverview(
                    id: summary.list.text, title: summary.title, revision: summary.revision,
                    rows: summary.rows, clients: summary.clients)
            }
        } catch {
            throw .refused(code: "badAnswer", message: "the server's answer \(error.message)")
        }
    }

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - id: 1–64 of `A-Za-z0-9._~-`.
    ///   - title: nil takes the id.
    ///   - sections: its sections with their rows; ids that are empty are made by the server.
    /// - Throws: `ListClientError.refused`, with code 409 where the id is taken, and `badMessage` where
    ///   the id is none or a field nests too deep.
    public func create(
        _ id: String, title: String? = nil, rules: Rules = Rules(), sections: [SectionState] = []
    ) async throws(ListClientError) {
        guard let list = ListID(checking: id) else {
            throw .refused(
                code: "badMessage", message: "a list's id is 1 to 64 of A-Z a-z 0-9 . _ ~ -")
        }
        for row in sections.lazy.flatMap(\.rows) {
            if let problem = FieldNesting.problem(row.fields) {
                throw .refused(code: "badMessage", message: "row \(row.id.text): \(problem)")
            }
        }
        let seeds = sections.map { section in
            SectionSeed(
                id: section.id.text.isEmpty ? nil : section.id, title: section.title,
                rules: section.rules,
                rows: section.rows.map { row in
                    RowSeed(
                        id: row.id.text.isEmpty ? nil : row.id, fields: row.fields,
                        rules: row.rules)
                })
        }
        let wanted = CreateList(list: list, title: title ?? id, rules: rules, sections: seeds)
        _ = try await ask("POST", "/api/lists", body: wanted.encoded)
    }

    /// Deletes a list for everyone.
    ///
    /// - Throws: `ListClientError.refused`, with code 404 where there is none.
    public func delete(_ id: String) async throws(ListClientError) {
        guard let list = ListID(checking: id) else { throw .noList(id) }
        _ = try await ask("DELETE", "/api/lists/\(list.text)")
    }

    private func ask(
        _ method: String, _ target: String, body: [UInt8] = []
    ) async throws(ListClientError) -> HTTPClientResponse {
        var headers = body.isEmpty ? [] : [(name: "Content-Type", value: "application/json")]
        if let token = options.token { headers.append(("Authorization", "Bearer \(token)")) }
        let request = HTTPClientRequest(
            to: url.http(target), method: method, headers: headers, body: body)
        let answer: HTTPClientResponse
        do throws(DialError) {
            answer = try await dialer.fetch(request)
        } catch {
            throw .notConnected(error.description)
        }
        guard 200..<300 ~= answer.status else {
            throw .refused(code: "\(answer.status)", message: HTTPRefusalText.of(answer.body))
        }
        return answer
    }
}
