@testable import ListJournal

/// Marks of a store that has no place for them.
actor NoMarks: MarkedStore {
    nonisolated let isLocked: Bool
    private let whenMarked: @Sendable () async throws -> Void
    private(set) var stored: CopyMark?

    init(
        isLocked: Bool = true, whenMarked: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.isLocked = isLocked
        self.whenMarked = whenMarked
    }

    func mark() async throws(JournalError) -> CopyMark? { stored }

    func setMark(_ mark: CopyMark?) async throws(JournalError) {
        stored = mark
        do {
            if mark != nil { try await whenMarked() }
        } catch {
            throw .failed("\(error)")
        }
    }
}

/// A target that fails from its `limit`th step on, as if the command had been killed.
final class StoppingTarget: CopyTarget, ReadingThrough {
    private let target: any CopyTarget
    private let steps: Steps

    var read: any JournalReading { target }
    var isLocked: Bool { target.isLocked }

    init(_ target: any CopyTarget, after limit: Int) {
        self.target = target
        steps = Steps(limit: limit)
    }

    func mark() async throws(JournalError) -> CopyMark? { try await target.mark() }

    func setMark(_ mark: CopyMark?) async throws(JournalError) {
        try await steps.take()
        try await target.setMark(mark)
    }

    func begin(_ plan: CopiedList) async throws(JournalError) -> any ListWriter {
        try await steps.take()
        return Writer(writer: try await target.begin(plan), steps: steps)
    }

    func delete(list: String, epoch: String) async throws(JournalError) {
        try await steps.take()
        try await target.delete(list: list, epoch: epoch)
    }

    private actor Steps {
        private var left: Int

        init(limit: Int) { left = limit }

        func take() throws(JournalError) {
            guard left > 0 else { throw .failed("stopped") }
            left -= 1
        }
    }

    private struct Writer: ListWriter {
        let writer: any ListWriter
        let steps: Steps

        func append(_ records: [StoredRecord]) async throws(JournalError) {
            // Four records are a step.
            for start in stride(from: 0, to: records.count, by: 4) {
                try await steps.take()
                try await writer.append(Array(records.dropFirst(start).prefix(4)))
            }
        }

        func add(
            _ snapshot: StoredSnapshot, _ kinds: Set<SnapshotKind>
        ) async throws(JournalError) {
            try await steps.take()
            try await writer.add(snapshot, kinds)
        }

        func add(_ version: NamedVersion, _ body: [UInt8]) async throws(JournalError) {
            try await steps.take()
            try await writer.add(version, body)
        }

        func finish() async throws(JournalError) {
            try await steps.take()
            try await writer.finish()
        }
    }
}

/// One list of a store, as if it were alone.
struct OneList: ReadingThrough {
    let read: any JournalReading
    private let head: ListHead

    init(_ read: any JournalReading, _ head: ListHead) {
        self.read = read
        self.head = head
    }

    func heads() async throws(JournalError) -> [ListHead] { [head] }
}

/// Reads what another journal reads.
protocol ReadingThrough: JournalReading {
    var read: any JournalReading { get }
}

extension ReadingThrough {
    func heads() async throws(JournalError) -> [ListHead] { try await read.heads() }

    func read(
        list: String, after revision: Int, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await read.read(list: list, after: revision, limit: limit)
    }

    func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await read.read(list: list, after: position, limit: limit)
    }

    func read(
        list: String, before position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await read.read(list: list, before: position, limit: limit)
    }

    func record(
        list: String, at position: JournalPosition
    ) async throws(JournalError) -> StoredRecord? {
        try await read.record(list: list, at: position)
    }

    func keptLog(list: String) async throws(JournalError) -> KeptLog? {
        try await read.keptLog(list: list)
    }

    func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await read.loadSnapshot(list: list)
    }

    func loadNextBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await read.loadNextBase(list: list)
    }

    func loadBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await read.loadBase(list: list)
    }

    func versions(list: String) async throws(JournalError) -> [NamedVersion] {
        try await read.versions(list: list)
    }

    func loadVersion(
        _ name: String, of list: String
    ) async throws(JournalError) -> StoredSnapshot? {
        try await read.loadVersion(name, of: list)
    }
}
