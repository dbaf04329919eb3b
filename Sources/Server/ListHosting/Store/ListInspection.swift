import ListDocument
package import ListJournal
import TextBytes

/// Finds the lists of a store that cannot be read, by their checksums and their order alone, before
/// they are opened.
///
/// Nothing is parsed. It works a portion of some megabytes at a time and rests as long between two, so
/// that it takes at most half a core and never holds a reader of the journal for long.
package struct ListInspection: Sendable {
    private let journal: any JournalReading

    /// A list that is edited, compacted or deleted while it is checked is checked again so often.
    private static let tries = 3

    package init(journal: any JournalReading) {
        self.journal = journal
    }

    /// Checks one list after the other: that its newest snapshot is as it was written, and so is every
    /// record after that, up to its head.
    ///
    /// - Parameters:
    ///   - heads: The lists as they stood at the start.
    ///   - isCancelled: Asked between portions; true ends the inspection.
    ///   - found: Called with the id of each list that cannot be read, and why.
    /// - Complexity: O(n) in the bytes of the snapshots and the records after them.
    @concurrent
    package func run(
        _ heads: [ListHead], isCancelled: @Sendable () -> Bool = { Task.isCancelled },
        found: @Sendable (String, String) async -> Void
    ) async {
        for head in heads {
            guard let reason = await problem(of: head, isCancelled) else { continue }
            if isCancelled() { return }
            await found(head.list, reason)
        }
    }

    /// What is wrong with a list; nil where nothing is, or it is no longer there.
    private func problem(of head: ListHead, _ isCancelled: () -> Bool) async -> String? {
        var head = head
        var reason: String?
        for _ in 0..<Self.tries {
            do {
                try await check(head, isCancelled)
                return nil
            } catch {
                reason = "\((error as? ListUnreadable)?.reason ?? "\(error)")"
            }
            // What was read may have been replaced in between.
            guard let heads = try? await journal.heads() else { continue }
            guard let now = heads.first(where: { $0.list.isSame(as: head.list) }),
                now.epoch.isSame(as: head.epoch)
            else { return nil }
            head = now
        }
        return reason
    }

    private func check(_ head: ListHead, _ isCancelled: () -> Bool) async throws {
        let stored = StoredLog(journal: journal, list: head.list)
        guard var position = try await snapshot(head, stored, isCancelled) else { return }
        while !isCancelled() {
            let place = position
            let records = try await rested { () throws in
                try await stored.reading(at: place.revision + 1) { journal throws(JournalError) in
                    try await journal.read(
                        list: head.list, after: place, limit: StoredLog.portion)
                }
            }
            if records.isEmpty { break }
            for record in records {
                try stored.records.check(record, after: position)
                position = record.position
            }
        }
        guard isCancelled() || position.token >= head.position.token else {
            throw stored.unreadable(
                position.revision + 1,
                "the log ends at revision \(position.revision), not at "
                    + "\(head.position.revision)")
        }
    }

    /// The position of the newest snapshot, once all of it is checked; nil when cancelled.
    private func snapshot(
        _ head: ListHead, _ stored: StoredLog, _ isCancelled: () -> Bool
    ) async throws -> JournalPosition? {
        var progress = SnapshotCheck.unread
        while !isCancelled() {
            let earlier = progress
            progress = try await rested { () throws in
                try await stored.reading(at: head.position.revision) {
                    journal throws(JournalError) in
                    try await journal.checkSnapshot(list: head.list, earlier)
                }
            }
            switch progress {
            case .unread, .partly: continue
            case .intact(let position): return position
            case .damaged(let revision):
                throw stored.unreadable(revision, "the snapshot is not as it was written")
            case .missing:
                throw stored.unreadable(head.position.revision, "the list has no snapshot")
            }
        }
        return nil
    }

    /// Does some work and then rests for as long as that took.
    private func rested<Value>(_ work: () async throws -> Value) async throws -> Value {
        let began = ContinuousClock.now
        let value = try await work()
        try? await Task.sleep(for: ContinuousClock.now - began)
        return value
    }
}
