import Foundation
package import ListJournal

/// A journal in memory that fails, or holds its commits back, on demand.
package final class MemoryJournal: Journal {
    /// What the next appends do.
    package enum Mode: Sendable {
        case working
        /// Nothing is stored, and the caller cannot know.
        case losing
        /// The record is stored, but the caller is not told so.
        case storingSilently
    }

    private struct Log {
        var head: ListHead
        var snapshot: StoredSnapshot
        var base: StoredSnapshot
        var nextBase: StoredSnapshot?
        var records: [StoredRecord] = []
        var versions: [(version: NamedVersion, body: [UInt8])] = []
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var logs: [String: Log] = [:]
    /// Rises with each record of any list.
    nonisolated(unsafe) private var place: Int64 = 0
    nonisolated(unsafe) private var mode = Mode.working
    nonisolated(unsafe) private var hooks: [String: [String: HookCursor]] = [:]
    nonisolated(unsafe) private var followers: [@Sendable (FollowedRecord) -> Void] = []

    package var figures: JournalFigures { JournalFigures(engine: "memory") }

    package init() {}

    package func set(_ mode: Mode) {
        lock.withLock { unsafe self.mode = mode }
    }

    package func follow(_ receive: @escaping @Sendable (FollowedRecord) -> Void) {
        lock.withLock { unsafe followers.append(receive) }
    }

    /// To be called with the lock, so that everybody is told in the same order.
    private func tell(_ change: FollowedRecord.Change, _ head: ListHead, by writer: String) {
        let record = FollowedRecord(change, head: head, writer: writer)
        for follower in unsafe followers { follower(record) }
    }

    package func records(of list: String) -> [StoredRecord] {
        lock.withLock { unsafe logs[list]?.records ?? [] }
    }

    /// The list's head.
    package func head(of list: String) -> ListHead? {
        lock.withLock { unsafe logs[list]?.head }
    }

    package func heads() async throws(JournalError) -> [ListHead] {
        lock.withLock { unsafe logs.values.map(\.head).sorted { $0.list < $1.list } }
    }

    package func create(_ lists: [NewList]) async throws(JournalError) -> CreationOutcome {
        try checkOutcome()
        return lock.withLock {
            for list in lists where unsafe logs[list.list] != nil { return .taken(list.list) }
            return .created(lists.map { insert($0) })
        }
    }

    /// To be called with the lock.
    private func insert(_ list: NewList) -> ListHead {
        unsafe place += 1
        let position = unsafe JournalPosition(revision: 0, token: 0, place: place)
        let head = ListHead(
            list: list.list, epoch: list.epoch, title: list.title, rows: list.rows,
            done: list.done, position: position)
        let snapshot = StoredSnapshot(
            position: position, body: list.snapshot, epoch: list.epoch)
        unsafe logs[list.list] = Log(head: head, snapshot: snapshot, base: snapshot)
        tell(.created, head, by: "")
        return head
    }

    /// - Throws: `undecided` where nothing is stored and the caller cannot know.
    private func checkOutcome() throws(JournalError) {
        if lock.withLock({ unsafe mode == .losing }) { throw .undecided }
    }

    package func delete(list: String, epoch: String) async throws(JournalError) {
        try checkOutcome()
        lock.withLock {
            guard let head = unsafe logs[list]?.head, head.epoch == epoch else { return }
            unsafe logs[list] = nil
            tell(.deleted, head, by: "")
        }
    }

    package func append(
        _ record: JournalRecord, to list: String, expected: JournalPosition,
        done: @escaping @Sendable (AppendOutcome) -> Void
    ) {
        done(append(record, to: list, expected: expected, by: ""))
    }

    /// Appends a record of the server that is named.
    package func append(
        _ record: JournalRecord, to list: String, expected: JournalPosition, by writer: String
    ) -> AppendOutcome {
        lock.withLock {
            guard let head = unsafe logs[list]?.head, head.position == expected,
                head.epoch == record.epoch
            else { return .conflict }
            guard unsafe mode != .losing else { return .unknown("told to lose it") }
            var next = record.position(after: expected)
            unsafe place += 1
            next.place = unsafe place
            unsafe logs[list]?.head = ListHead(head, record, at: next)
            let stored = StoredRecord(
                position: next, at: record.at, body: record.body, previous: expected.check,
                epoch: record.epoch)
            unsafe logs[list]?.records.append(stored)
            if let head = unsafe logs[list]?.head { tell(.changed(stored), head, by: writer) }
            return unsafe mode == .working
                ? .committed(next) : .unknown("told to be silent")
        }
    }

    package func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        Array(records(of: list).filter { $0.position.revision > revision }.prefix(limit))
    }

    package func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        Array(records(of: list).filter { $0.position.token > position.token }.prefix(limit))
    }

    package func read(
        list: String, before position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        Array(
            records(of: list).filter { $0.position.token < position.token }.reversed()
                .prefix(limit))
    }

    package func record(
        list: String, at position: JournalPosition
    ) async throws(JournalError) -> StoredRecord? {
        records(of: list).first { $0.position == position }
    }

    package func keptLog(list: String) async throws(JournalError) -> KeptLog? {
        lock.withLock {
            unsafe logs[list].map {
                KeptLog(base: $0.base.position, first: $0.records.first)
            }
        }
    }

    package func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        lock.withLock { unsafe logs[list]?.snapshot }
    }

    package func saveSnapshot(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        lock.withLock {
            guard var log = unsafe logs[list], log.head.epoch == epoch,
                log.snapshot.position.token < snapshot.position.token
            else { return }
            if log.nextBase == nil, log.snapshot.position.token > log.base.position.token {
                log.nextBase = log.snapshot
            }
            log.snapshot = snapshot
            log.snapshot.epoch = epoch
            unsafe logs[list] = log
        }
    }

    package func loadBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        lock.withLock { unsafe logs[list]?.base }
    }

    package func saveBase(
        _ base: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        lock.withLock {
            guard var log = unsafe logs[list], log.head.epoch == epoch,
                log.base.position.token < base.position.token
            else { return }
            log.base = base
            if let nextBase = log.nextBase, nextBase.position.token <= base.position.token {
                log.nextBase = nil
            }
            unsafe logs[list] = log
        }
    }

    package func versions(list: String) async throws(JournalError) -> [NamedVersion] {
        lock.withLock { unsafe logs[list]?.versions.map(\.version) ?? [] }
            .sorted { ($0.revision, $0.name) < ($1.revision, $1.name) }
    }

    package func loadVersion(
        _ name: String, of list: String
    ) async throws(JournalError) -> StoredSnapshot? {
        lock.withLock {
            unsafe logs[list]?.versions.first { $0.version.name == name }.map {
                StoredSnapshot(
                    position: JournalPosition(revision: $0.version.revision, token: 0),
                    body: $0.body)
            }
        }
    }

    package func saveVersion(
        _ version: NamedVersion, _ body: [UInt8], of list: String, epoch: String, most: Int
    ) async throws(JournalError) -> NamingOutcome {
        lock.withLock {
            guard let log = unsafe logs[list], log.head.epoch == epoch else { return .gone }
            guard !log.versions.contains(where: { $0.version.name == version.name }) else {
                return .taken
            }
            guard log.versions.count < most else { return .full }
            unsafe logs[list]?.versions.append((version, body))
            return .stored
        }
    }

    package func removeVersion(
        _ name: String, of list: String, epoch: String
    ) async throws(JournalError) -> Bool {
        lock.withLock {
            guard let log = unsafe logs[list], log.head.epoch == epoch,
                let index = log.versions.firstIndex(where: { $0.version.name == name })
            else { return false }
            unsafe logs[list]?.versions.remove(at: index)
            return true
        }
    }

    package func cursors(ofHook hook: String) async throws(JournalError) -> [HookCursor]? {
        lock.withLock { unsafe hooks[hook].map { Array($0.values) } }
    }

    package func beginHook(
        _ hook: String, at cursors: [HookCursor]
    ) async throws(JournalError) {
        lock.withLock { unsafe hooks[hook] = [:] }
        _ = try await saveCursors(cursors, ofHook: hook)
    }

    package func saveCursors(
        _ cursors: [HookCursor], ofHook hook: String
    ) async throws(JournalError) -> [SavedCursor] {
        lock.withLock {
            cursors.map { cursor in
                var cursor = cursor
                cursor.place = cursor.isEmpty ? 0 : 1
                unsafe hooks[hook, default: [:]][cursor.list] = cursor.isEmpty ? nil : cursor
                return SavedCursor(cursor, isOwn: true)
            }
        }
    }

    package func forgetHook(_ hook: String) async throws(JournalError) {
        lock.withLock { unsafe hooks[hook] = nil }
    }

    package func trim(list: String, through revision: Int) async throws(JournalError) -> Int {
        lock.withLock {
            guard var log = unsafe logs[list] else { return 0 }
            if let nextBase = log.nextBase, nextBase.position.revision <= revision {
                log.base = nextBase
                log.nextBase = nil
            }
            let base = log.base.position
            log.records.removeAll {
                $0.position.revision <= revision && $0.position.token <= base.token
            }
            unsafe logs[list] = log
            return min(base.revision, revision)
        }
    }

    /// Changes what is stored of a list after the server's back.
    package func tamper(
        _ list: String, _ body: (inout [StoredRecord], inout StoredSnapshot) -> Void
    ) {
        lock.withLock {
            guard var log = unsafe logs[list] else { return }
            body(&log.records, &log.snapshot)
            unsafe logs[list] = log
        }
    }

    package func damageBase(of list: String) {
        lock.withLock { unsafe logs[list]?.base.isIntact = false }
    }

    package func resolve(
        _ record: JournalRecord, of list: String, expected: JournalPosition
    ) async throws(JournalError) -> AppendResolution {
        guard lock.withLock({ unsafe mode == .working }) else { throw .failed("told to fail") }
        return lock.withLock {
            guard let log = unsafe logs[list], log.head.epoch == record.epoch else { return .gone }
            let position = record.position(after: expected)
            let stored = log.records.first { $0.position == position }
            return stored?.position.check == position.check ? .ours(log.head) : .other(log.head)
        }
    }

    package func close() async {}
}
