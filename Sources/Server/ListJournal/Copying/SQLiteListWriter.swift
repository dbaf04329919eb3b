import Foundation
internal import GRDB

extension SQLiteJournal: CopyTarget {
    package var isLocked: Bool { true }

    package func mark() async throws(JournalError) -> CopyMark? {
        try await reading { try SQLiteMarks.read($0) }
    }

    package func setMark(_ mark: CopyMark?) async throws(JournalError) {
        try await committing { try SQLiteMarks.write(mark, in: $0) }
    }

    package func begin(_ plan: CopiedList) async throws(JournalError) -> any ListWriter {
        let hidden = DeletedLists.incompleteID(of: plan.head.list)
        try await committing { db in
            try DeletedLists.hide(hidden, in: db)
            let head = plan.head
            try db.cachedStatement(
                sql: """
                    INSERT INTO lists (id, epoch, title, rows, done, revision, token, updated)
                    VALUES (?, ?, ?, ?, ?, ?, ?, 0)
                    """
            ).execute(arguments: [
                hidden, head.epoch, head.title, head.rows, head.done,
                head.position.revision, head.position.token,
            ])
        }
        return SQLiteListWriter(plan, in: self)
    }

    /// Makes a closed store one file without side files.
    ///
    /// - Parameter isBackup: Whether it is marked as a backup, so that its lists get new epochs once it is used.
    /// - Throws: `JournalError`.
    package static func makeSingleFile(_ path: String, isBackup: Bool) throws(JournalError) {
        do {
            try StoreBackup.seal(path, isBackup: isBackup)
        } catch {
            throw SQLiteStore.describe(error, path: path)
        }
        StoreLock.removeFile(of: path)
    }

    /// Removes what lies beside the file of a store that was closed and is of no use.
    package static func removeSideFiles(of path: String) {
        for suffix in ["-wal", "-shm"] { _ = unsafe unlink(path + suffix) }
        StoreLock.removeFile(of: path)
    }
}

/// Stores a copied list under a hidden id, in portions, and gives it its own id in a commit of its own.
private actor SQLiteListWriter: ListWriter {
    private let journal: SQLiteJournal
    private let list: String
    private let hidden: String
    private var chain: CopiedChain

    /// When the last record was made.
    private var updated = 0

    init(_ plan: CopiedList, in journal: SQLiteJournal) {
        self.journal = journal
        list = plan.head.list
        hidden = DeletedLists.incompleteID(of: list)
        chain = CopiedChain(plan)
    }

    func append(_ records: [StoredRecord]) async throws(JournalError) {
        var copied: [StoredRecord] = []
        for var record in records {
            try journal.checkLength(record.body)
            record.previous = chain.last.check
            record.position = JournalPosition(
                revision: record.position.revision, token: record.position.token,
                check: nil)
            record.position.check = Checksum.of(
                record.position, at: record.at, previous: record.previous, record.body)
            chain.note(record.position)
            copied.append(record)
        }
        updated = copied.last?.at ?? updated
        let (records, hidden) = (copied, hidden)
        try await journal.committing(bytes: records.reduce(0) { $0 + $1.body.count }) { db in
            for record in records { try RecordAppend.add(record, to: hidden, in: db) }
        }
    }

    func add(
        _ snapshot: StoredSnapshot, _ kinds: Set<SnapshotKind>
    ) async throws(JournalError) {
        try journal.checkLength(snapshot.body)
        let copied = StoredSnapshot(
            position: try chain.position(of: snapshot), body: snapshot.body)
        // The newest is the base where there is no other.
        let tables = kinds.contains(.newest) ? ["snapshots"] : kinds.map(\.table)
        let hidden = hidden
        try await journal.committing(bytes: copied.body.count) { db in
            for table in tables {
                try SnapshotTables.insert(copied, of: hidden, into: table, in: db)
            }
        }
    }

    func add(_ version: NamedVersion, _ body: [UInt8]) async throws(JournalError) {
        try journal.checkLength(body)
        let hidden = hidden
        try await journal.committing(bytes: body.count) { db in
            try VersionTable.insert(version, body, of: hidden, in: db)
        }
    }

    func finish() async throws(JournalError) {
        let (list, hidden, updated) = (list, hidden, updated)
        try await journal.committing { db in
            try DeletedLists.hide(list, in: db)
            try db.cachedStatement(sql: "UPDATE lists SET id = ?, updated = ? WHERE id = ?")
                .execute(arguments: [list, updated, hidden])
        }
    }
}

extension SnapshotKind {
    fileprivate var table: String {
        switch self {
        case .base: "origins"
        case .nextBase: "spares"
        case .newest: "snapshots"
        }
    }
}
