import Foundation
import ListProtocol
import WebSocketTransport

/// A server that runs, in which lists are made over HTTP.
///
/// A list that is too large for one request is made empty and filled by edits, each far below the
/// server's limits.
struct ServerTarget: ListTarget {
    let client: ServerClient

    func lists() async throws -> Set<ListID> { Set(try await client.lists()) }

    func create(_ list: CreateList, progress: @escaping @Sendable (Int) -> Void) async throws {
        let plan = ImportPlan(list)
        _ = try await client.ask("POST", "/api/lists", body: plan.creation, for: 201)
        do {
            let key = UUID().uuidString
            var done = plan.edits.isEmpty ? list.sections.reduce(0) { $0 + $1.rows.count } : 0
            for (index, edit) in plan.edits.enumerated() {
                _ = try await client.ask(
                    "POST", "/api/lists/\(list.list.text)/edits",
                    body: edit.body(id: index + 1, client: key), for: 200)
                done += edit.rows
                progress(done)
            }
            progress(done)
        } catch {
            // Nobody is to take a part for the whole.
            _ = try? await client.ask("DELETE", "/api/lists/\(list.list.text)", for: 204)
            throw error
        }
    }

    func close() async { await client.close() }
}
