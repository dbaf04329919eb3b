import Foundation
internal import GRDB

/// Takes deleted lists out of the store.
///
/// Removing hundreds of thousands of records takes a while, in which nothing else could be stored. So a
/// deleted list is first given an id that no list can have, which is one short commit, and then removed
/// in the background, a few milliseconds at a time. What a stopped server has left goes after the next
/// start.
final class DeletedLists: Sendable {
    /// A condition on the table of lists, for those that are not deleted: `/` is in no id.
    static let areNot = "NOT (id >= '/' AND id < '0')"
    private static let are = "id >= '/' AND id < '0'"

    private let commits: GroupCommit
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var removal: Task<Void, Never>?

    init(_ commits: GroupCommit) {
        self.commits = commits
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
            unsafe removal = Task.detached {
                await withTaskCancellationHandler {
                    await earlier?.value
                } onCancel: {
                    earlier?.cancel()
                }
                await self.removeAll()
            }
        }
    }

    /// Ends the removal behind the portion that is under way.
    func stop() async {
        let last = lock.withLock { unsafe removal }
        last?.cancel()
        await last?.value
    }

    private func removeAll() async {
        while !Task.isCancelled {
            do {
                guard try await commits.run({ try Self.removePortion($0) }) else { return }
                // Commits that wait go first.
                try await Task.sleep(for: .milliseconds(5))
            } catch {
                // The disk is full, say, or the task was cancelled.
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Removes some of what is left of one hidden list.
    ///
    /// - Returns: Whether there may be more.
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

/// Removes records for a few milliseconds at a time, so that no edit waits long for the transaction
/// that holds it.
enum RecordRemoval {
    /// What is removed then takes as long again to sync.
    private static let time = Duration.milliseconds(2)

    /// Removes the records with these numbers, in order, until the time is over.
    ///
    /// - Returns: How many are removed; at least one, unless there is none.
    static func remove(_ numbers: [Int64], in db: Database) throws -> Int {
        let deadline = ContinuousClock.now + time
        let statement = try BoundStatement(db, sql: "DELETE FROM records WHERE number = ?")
        var removed = 0
        for number in numbers {
            try statement.bind(number, at: 1)
            try statement.run()
            removed += 1
            if ContinuousClock.now > deadline { break }
        }
        return removed
    }
}
