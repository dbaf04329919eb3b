import Foundation
internal import GRDB

/// The mark that copying lists leaves in a store: the only row of a table of its own.
enum SQLiteMarks {
    /// - Throws: `JournalError.failed` for a mark of a newer version; `DatabaseError`.
    static func read(_ db: Database) throws -> CopyMark? {
        guard try db.tableExists("marks") else { return nil }
        let statement = try BoundStatement(
            db, sql: "SELECT kind, id, place, keepsEpochs FROM marks")
        var mark: CopyMark?
        try statement.forEachRow { row in
            guard let kind = row.text(0).flatMap(CopyMark.Kind.init(rawValue:)),
                let id = row.text(1), let place = row.text(2)
            else {
                throw JournalError.failed("a mark of 'lockstep copy' in it cannot be read")
            }
            mark = CopyMark(kind, id: id, place: place, keepsEpochs: row.integer(3) == 1)
            return false
        }
        return mark
    }

    /// Replaces the mark, or removes it.
    static func write(_ mark: CopyMark?, in db: Database) throws {
        try db.execute(sql: "DELETE FROM marks")
        guard let mark else { return }
        try db.execute(
            sql: "INSERT INTO marks VALUES (1, ?, ?, ?, ?)",
            arguments: [mark.kind.rawValue, mark.id, mark.place, mark.keepsEpochs])
    }
}

/// A store that no server uses nor can begin to use: it is locked, read, and may be marked.
package final class StoppedStore: MarkedStore {
    package let reader: StoreReader
    private let path: String
    private let lock: StoreLock

    package var isLocked: Bool { true }

    /// - Throws: `missing`, `locked`, and what ``StoreReader`` throws.
    package init(path: String) throws(JournalError) {
        let file = try StoreFile(path)
        // A lock is not made beside a path that is no store.
        guard FileManager.default.fileExists(atPath: file.path) else { throw .missing(path: path) }
        self.path = file.path
        lock = try StoreLock(store: file.path)
        try file.check(isForWriting: true)
        reader = try StoreReader(file)
    }

    package func mark() throws(JournalError) -> CopyMark? { try reader.mark() }

    /// Writes the mark; the store cannot be read by this value any more.
    package func setMark(_ mark: CopyMark?) throws(JournalError) {
        try reader.close()
        do {
            let queue = try DatabaseQueue(path: path)
            try SQLiteSchema.migrator.migrate(queue)
            try queue.write { try SQLiteMarks.write(mark, in: $0) }
            try queue.close()
        } catch {
            throw SQLiteStore.describe(error, path: path)
        }
    }

    /// Lets servers use the store again.
    package func close() {
        lock.release()
    }
}
