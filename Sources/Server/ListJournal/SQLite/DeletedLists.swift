import Foundation
internal import GRDB

/// Removes deleted lists from the store.
///
/// Removing hundreds of thousands of records in one transaction would block all other commits. A
/// deleted list is therefore first hidden, in one short commit, under an id that no list can have, and
/// then removed in the background, a few milliseconds at a time. The next start goes on with what a
/// stopped server has left.
final class DeletedLists: Sendable {
    /// An SQL condition that holds for lists that are not deleted: no id contains `/`.
    static let areNot = "NOT (id >= '/' AND id < '0')"
    /// An SQL condition that holds for deleted lists, and not for those that are being copied here.
    private static let are = "id >= '/' AND id < '/~'"

    /// The id of a list that is being copied here, until all of it is: it is hidden, too.
    static func incompleteID(of list: String) -> String { "/~\(list)" }

    /// Hides lists that a copying left incomplete as deleted ones, which are removed.
    static func hideIncomplete(in db: Database) throws {
        try db.execute(
            sql: "UPDATE lists SET id = '/' || key WHERE id >= '/~' AND id < '0'")
    }

    private let commits: GroupCommit
    private let time: JournalTime
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var removal: Task<Void, Never>?

    init(_ commits: GroupCommit, time: JournalTime) {
        self.commits = commits
        self.time = time
    }

    /// Hides the list, if it is of that epoch.
    ///
    /// - Complexity: O(log n) in the lists.
    static func hide(_ list: String, epoch: String, in db: Database) throws {
        let statement = try BoundStatement(
            db, sql: "UPDATE lists SET id = '/' || key WHERE id = ? AND epoch = ?")
        try statement.bind(copying: list, at: 1)
        try statement.bind(copying: epoch, at: 2)
        try statement.run()
    }

    /// Removes hidden lists in the background until there are none.
    func remove() {
        lock.withLock {
            let earlier = unsafe removal
            unsafe removal = Task.detached(executorPreference: time.tasks) {
                await withTaskCancellationHandler {
                    await earlier?.value
                } onCancel: {
                    earlier?.cancel()
                }
                await self.removeAll()
            }
        }
    }

    /// Hides the list, whatever its epoch.
    static func hide(_ list: String, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE lists SET id = '/' || key WHERE id = ?")
            .execute(arguments: [list])
    }

    /// Ends the removal after the portion that is under way.
    func stop() async {
        let last = lock.withLock { unsafe removal }
        last?.cancel()
        await last?.value
    }

    private func removeAll() async {
        while !Task.isCancelled {
            do {
                guard
                    try await commits.run(
                        bytes: GroupCommit.largeBytes, { try Self.removePortion($0) })
                else { return }
                // Waiting commits go first.
                await time.sleep(0.005)
            } catch {
                // For example, the disk is full.
                await time.sleep(1)
            }
        }
    }

    /// Removes a portion of one hidden list.
    ///
    /// - Returns: Whether there may be more to remove.
    static func removePortion(_ db: Database) throws -> Bool {
        guard
            let key = try Int64.fetchOne(db, sql: "SELECT key FROM lists WHERE \(are) LIMIT 1")
        else { return false }
        let records = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT number FROM records WHERE list = ? LIMIT 1000"),
            arguments: [key])
        guard records.isEmpty else {
            _ = try RecordRemoval.remove(records, in: db)
            return true
        }
        if try VersionTable.removeOne(of: key, in: db) { return true }
        for table in ["spares", "origins", "snapshots"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE list = ?")
                .execute(arguments: [key])
            // One may be as long as all records together.
            if db.changesCount > 0 { return true }
        }
        try db.cachedStatement(sql: "DELETE FROM lists WHERE key = ?").execute(arguments: [key])
        return true
    }
}
