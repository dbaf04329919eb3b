import Foundation
import ListEditing
import ListJournal
import ListProtocol
import ListServer

/// A store that is read without a server: at rest, or beside the one that has it.
struct StoreSource: ListSource {
    private let path: String
    private let reader: StoreReader

    init(path: String) throws {
        self.path = path
        reader = try StoreReader(path: path)
    }

    func lists() async throws -> [ListID] {
        try await reader.heads().map { ListID($0.list) }
    }

    func state(of list: ListID) async throws -> ListState? {
        guard let head = try await head(of: list) else { return nil }
        do {
            return try await StoredLists(reader).state(of: head)
        } catch let error as ListUnreadable {
            throw CommandError("\(error); --salvage exports what is left of it")
        }
    }

    func salvage(_ list: ListID) async throws -> SalvagedList? {
        guard let head = try await head(of: list) else { return nil }
        let salvage = try await StoredLists(reader).salvage(head)
        return SalvagedList(
            state: salvage.state, revision: head.position.revision, problems: salvage.problems)
    }

    private func head(of list: ListID) async throws -> ListHead? {
        try await reader.heads().first { $0.list == list.text }
    }

    func backup(to path: String, progress: @escaping @Sendable (Int, Int) -> Void) async throws {
        let size = try FileManager.default.attributesOfItem(atPath: self.path)[.size] as? Int
        let total = max(1, (size ?? 0) / 1024)
        try reader.backup(to: path) { progress(Int($0 * Double(total)), total) }
    }

    func close() async throws { try reader.close() }
}
