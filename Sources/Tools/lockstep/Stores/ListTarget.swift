import Foundation
import ListFiles
import ListHosting
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
/// It makes all lists, or none: what is more than a request holds is sent in parts, of which it makes the lists once it
/// has the last one.
struct ServerTarget: ListTarget {
    let server: ServerAPI

    /// The size at which a request ends with the row at hand, in bytes: a body of `POST /api/files` has 16 MiB at most.
    private static let partBytes = 4 << 20

    func lists() async throws -> Set<ListID> { Set(try await server.lists()) }

    func create(_ lists: [CreateList], progress: @escaping @Sendable (Int) -> Void) async throws {
        let parts = ListBundle.parts(of: lists, targetBytes: Self.partBytes)
        let upload = UUID().uuidString
        var done = 0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            var query = "name=lists.json&format=json"
            if parts.count > 1 { query += "&upload=\(upload)&part=\(index + 1)" }
            if isLast { query += "&make=1&show=0" }
            _ = try await server.request(
                "POST", "/api/files?\(query)", body: part.body, for: isLast ? 201 : 202)
            done += part.rows
            progress(done)
        }
    }

    func close() async { await server.close() }
}

extension CreateList {
    /// The rows of all sections.
    var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }
}
