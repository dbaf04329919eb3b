import Dispatch
import Foundation
import JSON
import ListDocument
import ListEditing
import ListHosting
import ListJournal
import ListProtocol
import ListServer
import Synchronization
import WebSocketTransport

/// A location from which lists are read: a store, or a running server.
protocol ListSource: Sendable {
    /// The ids of all lists, ascending.
    func lists() async throws -> [ListID]

    /// The current state of a list; nil where the list does not exist.
    func state(of list: ListID) async throws -> ListState?

    /// What can be read of a damaged list; nil where the list does not exist.
    ///
    /// - Throws: `CommandError` where the location is not a store.
    func salvage(_ list: ListID) async throws -> SalvagedList?

    /// Copies the whole store into a file, and marks the copy as a backup.
    ///
    /// - Parameters:
    ///   - path: An empty file, which the caller has made.
    ///   - progress: Receives the size that is done and the total, in KiB.
    func backup(to path: String, progress: @escaping @Sendable (Int, Int) -> Void) async throws

    /// Closes the location.
    ///
    /// - Throws: An error where what was read may be wrong.
    func close() async throws
}

/// What could be read of a damaged list.
struct SalvagedList: Sendable {
    /// The list up to the damage; nil where nothing can be read.
    var state: ListState?
    /// The revision of the list's head in the store.
    var revision: Int
    /// Descriptions of the damage; empty where everything can be read.
    var problems: [String]
}

extension ListSource {
    func salvage(_ list: ListID) async throws -> SalvagedList? {
        throw CommandError("--salvage reads a store: give --store")
    }
}

/// A store that is read directly.
protocol StoredSource: ListSource {
    var reader: any JournalReading { get }
}

extension StoredSource {
    func lists() async throws -> [ListID] {
        try await reader.heads().map { head throws(CommandError) in
            guard let list = ListID(checking: head.list) else {
                throw CommandError("the store has a list \"\(head.list)\", which cannot be an id")
            }
            return list
        }
    }

    func state(of list: ListID) async throws -> ListState? {
        guard let head = try await reader.head(list: list.text) else { return nil }
        do {
            return try await StoredLists(reader).state(of: head)
        } catch let error as ListUnreadable {
            throw CommandError("\(error); --salvage exports what can be read of it")
        }
    }

    func salvage(_ list: ListID) async throws -> SalvagedList? {
        guard let head = try await reader.head(list: list.text) else { return nil }
        let salvage = try await StoredLists(reader).salvage(head)
        return SalvagedList(
            state: salvage.state, revision: head.position.revision, problems: salvage.problems)
    }
}

/// A file that is read at rest, or beside the server that uses it.
struct StoreSource: StoredSource {
    private let path: String
    private let store: StoreReader

    var reader: any JournalReading { store }

    init(path: String) throws {
        self.path = path
        store = try StoreReader(path: path)
    }

    func backup(to path: String, progress: @escaping @Sendable (Int, Int) -> Void) async throws {
        let size = try FileManager.default.attributesOfItem(atPath: self.path)[.size] as? Int
        let total = max(1, (size ?? 0) / 1024)
        let isCancelled = Atomic(false)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (done: CheckedContinuation<Void, any Error>) in
                // A thread of its own: it may take minutes.
                DispatchQueue(label: "backup").async {
                    done.resume(
                        with: Result {
                            try store.backup(to: path) { share in
                                progress(Int(share * Double(total)), total)
                                if isCancelled.load(ordering: .relaxed) {
                                    throw CancellationError()
                                }
                            }
                        })
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    func close() async throws { try store.close() }
}

/// A cluster that is read, beside the servers that use it.
struct ClusterSource: StoredSource {
    let journal: JetStreamJournal

    var reader: any JournalReading { journal }

    /// Copies all lists into a file, each as it is when it is copied.
    func backup(to path: String, progress: @escaping @Sendable (Int, Int) -> Void) async throws {
        let bytes = try await journal.byteCount()
        let total = max(1, bytes / 1024)
        let target = try SQLiteJournal(path: path)
        do {
            let source = StoreCopy.Source(name: "the cluster", lists: journal, marks: nil)
            _ = try await StoreCopy(from: source, to: target, named: path).run { done, all in
                progress(Int(Double(total) * Double(done) / Double(max(1, all))), total)
            }
            await target.close()
            try SQLiteJournal.makeSingleFile(path, isBackup: true)
        } catch {
            await target.close()
            SQLiteJournal.removeSideFiles(of: path)
            throw error
        }
    }

    func close() async throws { await journal.close() }
}

/// A running server, read over HTTP.
struct ServerSource: ListSource {
    let server: ServerAPI

    func lists() async throws -> [ListID] { try await server.lists() }

    func state(of list: ListID) async throws -> ListState? {
        let response = try await server.request("GET", "/api/lists/\(list.text)", for: 200, 404)
        guard response.status == 200 else { return nil }
        let value = try JSONReader.read(response.body, maximumDepth: JSONReader.ownDepth)
        do throws(DecodingProblem) {
            return try ListState(snapshot: value)
        } catch {
            throw CommandError("the server's snapshot cannot be read: \(error.message)")
        }
    }

    func backup(to path: String, progress: @escaping @Sendable (Int, Int) -> Void) async throws {
        let download = try await server.download("/api/backup")
        guard let file = FileHandle(forWritingAtPath: path) else { throw NewFile.failure(path) }
        defer { try? file.close() }
        let total = download.response.header("content-length").flatMap { Int($0) } ?? 0
        var done = 0
        while let piece = try await download.nextPiece() {
            try file.write(contentsOf: Data(piece))
            done += piece.count
            progress(done / 1024, max(1, total / 1024))
        }
        guard done == total else {
            throw CommandError("the server sent \(done) bytes of \(total)")
        }
    }

    func close() async throws { await server.close() }
}
