import Foundation
import ListFiles
import ListJournal
import ListProtocol
import ListServer
import WebSocketTransport

/// A location in which lists are made: a store at rest, or a running server.
protocol ListTarget: Sendable {
    /// The ids of all existing lists.
    func lists() async throws -> Set<ListID>

    /// Makes a list; where that fails, no part of it remains.
    ///
    /// - Parameter progress: Receives the number of rows that are made.
    func create(_ list: CreateList, progress: @escaping @Sendable (Int) -> Void) async throws

    /// Closes the location.
    func close() async
}

/// A store: a file that no server uses, locked until the target is closed, or a cluster, of which
/// servers show the new lists once they are started again.
struct StoreTarget: ListTarget {
    private let journal: any Journal
    private let store: StoreImport

    init(_ journal: any Journal, limits: ProtocolLimits) {
        self.journal = journal
        store = StoreImport(journal, limits: limits)
    }

    func lists() async throws -> Set<ListID> {
        Set(try await journal.heads().map { ListID($0.list) })
    }

    func create(_ list: CreateList, progress: @escaping @Sendable (Int) -> Void) async throws {
        do {
            try await store.create(list)
        } catch let refusal as ErrorMessage {
            throw CommandError(refusal.message)
        }
        progress(list.sections.reduce(0) { $0 + $1.rows.count })
    }

    func close() async { await journal.close() }
}

/// A running server, in which lists are made over HTTP by the requests of an `ImportPlan`.
struct ServerTarget: ListTarget {
    let server: ServerAPI

    func lists() async throws -> Set<ListID> { Set(try await server.lists()) }

    func create(_ list: CreateList, progress: @escaping @Sendable (Int) -> Void) async throws {
        let plan = ImportPlan(list)
        _ = try await server.request("POST", "/api/lists", body: plan.creation, for: 201)
        do {
            let key = UUID().uuidString
            var done = plan.edits.isEmpty ? list.sections.reduce(0) { $0 + $1.rows.count } : 0
            for (index, edit) in plan.edits.enumerated() {
                _ = try await server.request(
                    "POST", "/api/lists/\(list.list.text)/edits",
                    body: edit.body(id: index + 1, client: key), for: 200)
                done += edit.rows
                progress(done)
            }
            progress(done)
        } catch {
            // A part of the list must not remain.
            _ = try? await server.request("DELETE", "/api/lists/\(list.list.text)", for: 204)
            throw error
        }
    }

    func close() async { await server.close() }
}
