package import ListDocument
import ListEditing
package import ListJournal
package import ListProtocol

/// Brings a list into memory from its snapshot and the records after it, and reads its older history.
///
/// On other threads than the loop's, since a large list takes long. What
/// is not as it was written is never served: each read holds it against its checksum and its order, and
/// throws `ListUnreadable` for damage, which stays, or `JournalError` for a store that cannot be read
/// just now.
package struct ListLoader: Sendable {
    let journal: any JournalReading
    let limits: ProtocolLimits
    /// The epoch of the list whose history is read; nil: whichever it has.
    var epoch: String?

    package init(journal: any JournalReading, limits: ProtocolLimits, epoch: String? = nil) {
        self.journal = journal
        self.limits = limits
        self.epoch = epoch
    }

    /// The list, where its log ends, and how long that is.
    ///
    /// Its history is that after the snapshot: older sets are read when they are requested
    /// (``olderSets(of:after:through:maximumBytes:withInverses:)``).
    ///
    /// - Parameter mayBeLater: Whether records after `head` count.
    /// - Throws: `ListUnreadable`, `JournalError`.
    /// - Complexity: O(n) in the bytes of the snapshot and of the records after it.
    @concurrent
    func load(
        _ head: ListHead, mayBeLater: Bool = true
    ) async throws -> (LoadedList, JournalPosition, CompactionPolicy) {
        let stored = StoredLog(journal: journal, list: head.list, epoch: head.epoch)
        return try await stored.unlessDeleted { try await load(head, mayBeLater, from: stored) }
    }

    private func load(
        _ head: ListHead, _ mayBeLater: Bool, from stored: StoredLog
    ) async throws -> (LoadedList, JournalPosition, CompactionPolicy) {
        let revision = head.position.revision
        guard
            let snapshot = try await stored.reading(
                at: revision,
                { journal throws(JournalError) in
                    try await journal.loadSnapshot(list: head.list)
                })
        else { throw stored.unreadable(revision, "the list has no snapshot") }
        try stored.check(snapshot.epoch)
        var loaded = LoadedList(
            id: ListID(head.list), epoch: head.epoch, limits: limits,
            snapshot: try stored.content(of: snapshot))
        var position = snapshot.position
        var log = CompactionPolicy(snapshotBytes: snapshot.body.count)
        do {
            try await stored.replay(
                onto: &loaded, after: &position, through: mayBeLater ? .max : head.position.token
            ) { record, before in
                log.add(
                    sets: record.position.revision - before.revision, bytes: record.body.count,
                    at: record.at)
            }
        } catch let damage as ListUnreadable {
            // A server that has stored a newer snapshot meanwhile may have let go what comes after this one.
            let newest = try await stored.reading(at: damage.revision) {
                journal throws(JournalError) in
                try await journal.snapshotPositions(list: head.list)?.newest
            }
            guard newest == snapshot.position else {
                throw JournalError.failed("records were let go while they were read")
            }
            throw damage
        }
        guard position == head.position || position.token > head.position.token else {
            throw stored.unreadable(
                position.revision + 1,
                "the log ends at revision \(position.revision), not at \(revision)")
        }
        return (loaded, position, log)
    }

    /// The newest stored sets above `revision` up to `last` that fit `maximumBytes`: gap-free, ending at
    /// `last`, none of them decoded yet.
    ///
    /// They begin later where the history does, and are none where it begins after `last`.
    ///
    /// - Parameters:
    ///   - maximumBytes: What the sets, and their inverses if they are wanted, may have together.
    ///   - withInverses: False where the sets are to be sent only: ``StoredChange/decoded()`` gives none
    ///     then.
    /// - Throws: `ListUnreadable` where one is missing or damaged; `JournalError`.
    /// - Complexity: O(n) in the bytes of the records that are read.
    @concurrent
    func olderSets(
        of list: ListID, after revision: Int, through last: Int, maximumBytes: Int,
        withInverses: Bool = true
    ) async throws -> OlderSets {
        let stored = StoredLog(journal: journal, list: list.text, epoch: epoch)
        var found = OlderSets()
        var newestFirst: [StoredChange] = []
        try await stored.unlessDeleted {
            try await walkBack(stored, after: revision, through: last) { record, before in
                let cuts = try cuts(of: record, after: before, in: stored)
                for cut in cuts.reversed() where cut.revision > revision && cut.revision <= last {
                    let bytes = cut.set.count + (withInverses ? cut.inverse.count : 0)
                    guard found.bytes + bytes <= maximumBytes else {
                        found.isCut = true
                        return false
                    }
                    found.bytes += bytes
                    newestFirst.append(
                        StoredChange(
                            cut, of: record.body, list: list.text, withInverse: withInverses))
                }
                return true
            }
        }
        found.sets = newestFirst.reversed()
        return found
    }

    /// Where the sets of a record lie in its body.
    private func cuts(
        of record: StoredRecord, after before: JournalPosition, in stored: StoredLog
    ) throws(ListUnreadable) -> [RecordLayout] {
        try stored.records.check(record, after: before)
        let cuts: [RecordLayout]
        do throws(StoredJSONError) {
            cuts = try RecordLayout.all(in: record.body)
        } catch {
            throw stored.unreadable(record.position.revision, "\(error)")
        }
        try stored.records.check(cuts.map(\.revision), of: record)
        return cuts
    }

    /// Where the kept history begins; nil where no record is kept: it begins at the list's revision.
    ///
    /// - Throws: `ListUnreadable`, `JournalError`.
    /// - Complexity: O(log n) in the records, mostly.
    @concurrent
    package func oldestKept(_ list: ListID) async throws -> OldestKept? {
        let stored = StoredLog(journal: journal, list: list.text, epoch: epoch)
        return try await stored.unlessDeleted { try await oldestKept(stored) }
    }

    private func oldestKept(_ stored: StoredLog) async throws -> OldestKept? {
        let list = stored.list
        let log = try await stored.reading(at: 0) { journal throws(JournalError) in
            try await journal.keptLog(list: list)
        }
        guard let first = log?.first else { return nil }
        if let revision = RecordLayout.firstRevision(inBeginning: first.body),
            1...max(1, first.position.revision) ~= revision
        {
            return OldestKept(revision: revision - 1, at: first.at)
        }
        // It begins with a step that made no set: the whole of it says whether another did.
        let whole = try await stored.reading(at: 0) { journal throws(JournalError) in
            try await journal.record(list: list, at: first.position)
        }
        // It was there a moment ago: a server has let it go since.
        guard let whole else {
            throw JournalError.failed("the oldest record was let go while it was read")
        }
        guard whole.isIntact, let cuts = try? RecordLayout.all(in: whole.body) else {
            throw stored.unreadable(first.position.revision, "the oldest record is damaged")
        }
        return OldestKept(revision: whole.position.revision - cuts.count, at: whole.at)
    }

    /// Reads records newest first, from the one that holds `last` down to the one that holds the set
    /// above `revision`, or to the oldest that is kept.
    ///
    /// Newest first, so that records that are trimmed meanwhile are missing at the end and never
    /// between two portions.
    ///
    /// - Parameter take: Given each record and the position before it; false ends the walk.
    private func walkBack(
        _ stored: StoredLog, after revision: Int, through last: Int,
        _ take: (StoredRecord, JournalPosition) throws -> Bool
    ) async throws {
        guard revision < last else { return }
        let list = stored.list
        var next = try await stored.records(at: last) { journal throws(JournalError) in
            try await journal.read(list: list, after: last - 1, limit: 1)
        }[...]
        while let record = next.first {
            let place = record.position
            var older = next.dropFirst()
            if older.isEmpty {
                let portion = min(StoredLog.portion, max(1, place.revision - revision))
                older = try await stored.records(at: place.revision) {
                    journal throws(JournalError) in
                    try await journal.read(list: list, before: place, limit: portion)
                }[...]
            }
            if let before = older.first, before.position.revision > revision {
                guard try take(record, before.position) else { return }
                next = older
                continue
            }
            // The last one that is wanted: it says itself where it begins, whatever precedes it.
            let sets = (try? RecordLayout.all(in: record.body).count) ?? 0
            let start = JournalPosition(revision: place.revision - sets, token: place.token - 1)
            if start.revision > revision {
                guard let before = older.first else {
                    try await checkBeginning(stored, place, wanted: revision)
                    _ = try take(record, start)
                    return
                }
                _ = try take(record, before.position)
            } else {
                _ = try take(record, start)
            }
            return
        }
        // Where no record is left of that past, all of it must have been allowed to go.
        try await checkBeginning(stored, JournalPosition(revision: last, token: .max), wanted: 0)
    }

    /// Checks that the log may begin with the record at `first`: nothing is missing before it.
    private func checkBeginning(
        _ stored: StoredLog, _ first: JournalPosition, wanted revision: Int
    ) async throws {
        let log = try await stored.reading(at: revision) { journal throws(JournalError) in
            try await journal.keptLog(list: stored.list)
        }
        guard let base = log?.base else {
            throw stored.unreadable(revision, "the list has no snapshot")
        }
        let isWhole =
            first.token == .max
            ? first.revision <= base.revision : first.token - 1 <= base.token
        guard isWhole else {
            throw stored.unreadable(
                base.revision + 1, "records are missing after revision \(base.revision)")
        }
    }
}

/// Where the history that is kept of a list begins.
package struct OldestKept: Hashable, Sendable {
    /// The sets above this revision are stored.
    package var revision: Int
    /// When the oldest record was made, in Unix milliseconds.
    var at: Int
}

/// A piece of a list's stored history.
struct OlderSets: Sendable {
    /// Oldest first, their revisions consecutive.
    var sets: [StoredChange] = []
    /// Bytes of the sets, and of their inverses where those were wanted.
    var bytes = 0
    /// Whether more is stored that was asked for and did not fit.
    var isCut = false
}

/// What sequencers and routes read, with two kinds of failure: damage stays, a store that cannot be
/// read just now may be read later.
extension ListLoader {
    /// The list at `head` or, where it `mayBeLater`, the newest one.
    @concurrent
    func stored(_ head: ListHead, mayBeLater: Bool) async -> Result<RestoredList, LoadFailure> {
        await result {
            var (list, position, compaction) = try await load(head, mayBeLater: mayBeLater)
            let oldest = try await oldestKept(list.id)
            compaction.begins(at: oldest?.at)
            list.storedStart = oldest?.revision ?? list.list.revision
            return RestoredList(
                list: ListTransfer(list), position: position, compaction: compaction)
        }
    }

    /// Bytes of older history that are read at a time, for each purpose.
    private static let olderBytes = 33_554_432

    /// Older sets, as many of the newest as may be in memory.
    @concurrent
    func older(_ range: HistoryRange, of list: ListID) async -> Result<OlderHistory, LoadFailure> {
        await result {
            let isRebasing = range.purpose == .rebasing
            let older = try await olderSets(
                of: list, after: range.after, through: range.through,
                maximumBytes: isRebasing ? Self.olderBytes : limits.queueBytes,
                withInverses: isRebasing)
            return OlderHistory(
                encoded: isRebasing ? [] : older.sets.map(\.encoded),
                rebasing: isRebasing ? try older.sets.map { try $0.decoded() } : [])
        }
    }

    /// The sets above `revision` up to `last` for a page of the past, as they were sent: without a gap,
    /// and fewer where they are over `maximumBytes`, but one at least.
    ///
    /// - Parameter isBackward: the newest are wanted, not the oldest.
    /// - Throws: `ListUnreadable`, `JournalError`.
    @concurrent
    package func page(
        of list: ListID, after revision: Int, through last: Int, isBackward: Bool,
        maximumBytes: Int
    ) async throws -> [StoredChange] {
        var last = last
        while true {
            let count = last - revision
            let found = try await olderSets(
                of: list, after: revision, through: last,
                maximumBytes: count > 1 ? maximumBytes : .max, withInverses: false)
            guard found.isCut, !isBackward || found.sets.isEmpty else { return found.sets }
            if isBackward {
                return try await page(
                    of: list, after: last - 1, through: last, isBackward: true,
                    maximumBytes: maximumBytes)
            }
            last = revision + max(1, count / 2)
        }
    }

    private func result<Value>(
        _ work: () async throws -> Value
    ) async -> Result<Value, LoadFailure> {
        do {
            return .success(try await work())
        } catch let error as ListUnreadable {
            return .failure(.damaged("revision \(error.revision): \(error.reason)"))
        } catch {
            return .failure(.unavailable("\(error)"))
        }
    }
}
