import Foundation
import JSON
public import ListEditing
import ListProtocol
import WebSocketTransport

/// The requests over HTTP: reading the lists of a server, and creating and deleting them.
extension ListClient {
    /// Reads the lists that this client may see.
    ///
    /// - Throws: `ListClientError`.
    public func overview() async throws(ListClientError) -> [ListOverview] {
        let response = try await request("GET", "/api/lists")
        do throws(DecodingProblem) {
            return try ListsMessage(json: response.body).lists.map { summary in
                ListOverview(
                    id: summary.list.text, title: summary.title, revision: summary.revision,
                    rows: summary.rows, done: summary.done, clients: summary.clients)
            }
        } catch {
            throw .refused(code: "badAnswer", message: "the server's answer \(error.message)")
        }
    }

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - id: 1–64 of `A-Za-z0-9._~-`.
    ///   - title: nil for the id.
    ///   - sections: its sections with their rows; the server makes ids where they are empty.
    /// - Throws: `ListClientError.refused`, with code 409 where the id is taken, and `badMessage` where
    ///   the id is not valid or a field nests too deep.
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
        _ = try await request("POST", "/api/lists", body: wanted.encoded)
    }

    /// Deletes a list for everyone.
    ///
    /// - Throws: `ListClientError.refused`, with code 404 where there is none.
    public func delete(_ id: String) async throws(ListClientError) {
        guard let list = ListID(checking: id) else { throw .noList(id) }
        _ = try await request("DELETE", "/api/lists/\(list.text)")
    }

    /// Sends a request and returns its response, where the status is 2xx.
    private func request(
        _ method: String, _ target: String, body: [UInt8] = []
    ) async throws(ListClientError) -> HTTPClientResponse {
        var headers = body.isEmpty ? [] : [(name: "Content-Type", value: "application/json")]
        try await holdToken()
        if let token = held.text { headers.append(("Authorization", "Bearer \(token)")) }
        let request = HTTPClientRequest(
            to: url.http(target), method: method, headers: headers, body: body)
        let response: HTTPClientResponse
        do throws(DialError) {
            response = try await dialer.fetch(request)
        } catch {
            throw .notConnected(error.description)
        }
        guard 200..<300 ~= response.status else {
            if response.status == 401 { tokenRefused() }
            throw .refused(
                code: "\(response.status)", message: Self.refusalText(response.body))
        }
        return response
    }

    /// Reads the `message` of a refused request; without one, the first line of the body.
    private static func refusalText(_ body: [UInt8]) -> String {
        if let message = try? JSONReader.read(body).object?["message"]?.string { return message }
        let text = String(decoding: body.prefix(500), as: UTF8.self)
        return text.split(separator: "\n").first.map { String($0) } ?? "refused"
    }
}

/// A list of a server, as it is listed without opening it.
public struct ListOverview: Sendable, Hashable {
    /// The list's id.
    public var id: String
    /// The list's title.
    public var title: String
    /// The revision of its newest change.
    public var revision: Int
    /// The number of rows.
    public var rows: Int
    /// How many of them are done; nil: none, or the server does not know.
    public var done: Int?
    /// The number of sessions that have it open.
    public var clients: Int
}
