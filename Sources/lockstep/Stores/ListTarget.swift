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

    /// Makes lists, all of them or none.
    ///
    /// - Parameter progress: Receives the number of rows that are made.
    func create(_ lists: [CreateList], progress: @escaping @Sendable (Int) -> Void) async throws

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

    func create(_ lists: [CreateList], progress: @escaping @Sendable (Int) -> Void) async throws {
        do {
            try await store.create(lists)
        } catch let refusal as ErrorMessage {
            throw CommandError(refusal.message)
        }
        progress(lists.reduce(0) { $0 + $1.rowCount })
    }

    func close() async { await journal.close() }
}

/// A running server.
///
/// It makes all lists of one request, or none. Lists that are more than a request holds are made one after the
/// other by the requests of `ImportPlan`s, and those that were made are deleted where one fails.
struct ServerTarget: ListTarget {
    let server: ServerAPI

    /// The largest body of `POST /api/files`, in bytes.
    private static let maxBytes = 16 << 20

    func lists() async throws -> Set<ListID> { Set(try await server.lists()) }

    func create(_ lists: [CreateList], progress: @escaping @Sendable (Int) -> Void) async throws {
        let body = ListBundle.encode(lists)
        if body.count <= Self.maxBytes, try await server.takesFiles() {
            _ = try await server.request(
                "POST", "/api/files?name=lists.json&format=json&make=1&show=0", body: body, for: 201
            )
            return progress(lists.reduce(0) { $0 + $1.rowCount })
        }
        var made: [ListID] = []
        var done = 0
        do {
            for list in lists {
                made.append(list.list)
                let before = done
                try await create(list) { progress(before + $0) }
                done += list.rowCount
            }
        } catch {
            for list in made {
                _ = try? await server.request("DELETE", "/api/lists/\(list.text)", for: 204)
            }
            throw error
        }
    }

    private func create(_ list: CreateList, progress: @Sendable (Int) -> Void) async throws {
        let plan = ImportPlan(list)
        _ = try await server.request("POST", "/api/lists", body: plan.creation, for: 201)
        let key = UUID().uuidString
        var done = plan.edits.isEmpty ? list.rowCount : 0
        for (index, edit) in plan.edits.enumerated() {
            _ = try await server.request(
                "POST", "/api/lists/\(list.list.text)/edits",
                body: edit.body(id: index + 1, client: key), for: 200)
            done += edit.rows
            progress(done)
        }
        progress(done)
    }

    func close() async { await server.close() }
}

extension ServerAPI {
    /// Whether the server has `POST /api/files`, as those of earlier versions have not.
    fileprivate func takesFiles() async throws -> Bool {
        try await request("GET", "/api/files", for: 404, 405).status == 405
    }
}

extension CreateList {
    /// The rows of all sections.
    var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }
}
