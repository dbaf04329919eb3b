import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing

@testable import ListDocument
@testable import ListHosting
@testable import ServerTesting

/// A list in a journal in memory, stored record by record as a server does, without one.
struct StoredList {
    let journal = MemoryJournal()
    private(set) var list: LoadedList

    init(_ rows: [String] = ["a", "b", "c"]) async throws {
        list = try makeList(rows)
        _ = try await journal.create(
            NewList(
                list: "l", epoch: "e", title: "T", rows: rows.count, at: 0,
                snapshot: list.snapshot.encoded))
    }

    var head: ListHead {
        get throws { try #require(journal.head(of: "l")) }
    }

    var loader: ListLoader { ListLoader(journal: journal, limits: ProtocolLimits()) }

    /// Stores one record of these edits.
    mutating func store(_ edits: [EditRequest]) async throws {
        let batch = list.apply(edits, now: try head.position.revision + 1)
        try await store(batch)
    }

    /// Stores one record of an edit for which something was read.
    mutating func store(_ edit: EditRequest, _ reads: EditReads) async throws {
        var queue = EditQueue([edit])
        queue.nextReads = reads
        let batch = list.apply(&queue, now: try head.position.revision + 1)
        try await store(batch)
    }

    private func store(_ batch: AppliedBatch) async throws {
        let record = list.record(of: batch)
        let position = try head.position
        let outcome = await journal.append(record, to: "l", expected: position)
        try #require(outcome != .conflict)
    }

    /// Stores `count` records of a set each.
    mutating func store(_ ids: ClosedRange<Int>) async throws {
        for id in ids { try await store([edit(id, [rename("a", #"v\#(id) \"ä\n}],{[\\"#)])]) }
    }

    func saveSnapshot() async throws {
        let snapshot = StoredSnapshot(
            position: try head.position, body: list.snapshot.encoded)
        try await journal.saveSnapshot(snapshot, of: "l", epoch: "e")
    }

    /// What reading the list throws.
    func unreadable() async throws -> ListUnreadable? {
        do {
            _ = try await loader.load(try head)
            return nil
        } catch let error as ListUnreadable {
            return error
        }
    }
}

/// A journal whose reads fail, or that changes while it is read.
struct MeddledJournal: JournalReading {
    let journal: MemoryJournal
    /// Runs before each read of records or snapshots.
    let before: @Sendable () async throws(JournalError) -> Void

    func heads() async throws(JournalError) -> [ListHead] { try await journal.heads() }

    func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        try await before()
        return try await journal.read(list: list, after: revision, limit: limit)
    }

    func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await before()
        return try await journal.read(list: list, after: position, limit: limit)
    }

    func read(
        list: String, before position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await before()
        return try await journal.read(list: list, before: position, limit: min(limit, 2))
    }

    func record(
        list: String, at position: JournalPosition
    ) async throws(JournalError) -> StoredRecord? {
        try await before()
        return try await journal.record(list: list, at: position)
    }

    func keptLog(list: String) async throws(JournalError) -> KeptLog? {
        try await journal.keptLog(list: list)
    }

    func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await before()
        return try await journal.loadSnapshot(list: list)
    }

    func loadBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await journal.loadBase(list: list)
    }
}
