import ListJournal
import ListProtocol
import ListServer

/// A store that no server has, for as long as lists are made in it.
struct StoreTarget: ListTarget {
    private let journal: SQLiteJournal
    private let store: StoreImport

    init(path: String, limits: Limits) throws {
        journal = try SQLiteJournal(path: path)
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
