package import ListDocument
import ListEditing
package import ListJournal
package import ListProtocol

/// Reads a list as it was at an earlier revision: from the nearest stored snapshot before it, and the
/// records after that.
///
/// Away from the event loop, and in slices: a portion of records at a time, between which others have
/// their turn.
package struct PastStates: Sendable {
    let journal: any JournalReading
    let limits: ProtocolLimits
    /// That of the list.
    let epoch: String

    package init(journal: any JournalReading, limits: ProtocolLimits, epoch: String) {
        self.journal = journal
        self.limits = limits
        self.epoch = epoch
    }

    /// A list that is compacted while it is read is read again so often.
    private static let tries = 3

    /// The state at a revision that the list has reached.
    ///
    /// - Complexity: O(n) in the bytes of a snapshot and of the records from it to the revision.
    @concurrent
    package func past(of list: ListID, at revision: Int) async -> Result<PastState, LoadFailure> {
        var tries = Self.tries
        while true {
            tries -= 1
            let positions = try? await journal.snapshotPositions(list: list.text)
            do {
                guard let state = try await state(of: list, at: revision) else {
                    return .success(.gone)
                }
                return .success(.kept(state))
            } catch let error as ListUnreadable {
                // What was read may have been trimmed or replaced in between.
                let now = try? await journal.snapshotPositions(list: list.text)
                guard tries > 0, now != positions else {
                    return .failure(.damaged("revision \(error.revision): \(error.reason)"))
                }
            } catch {
                return .failure(.unavailable("\(error)"))
            }
        }
    }

    /// Nil: no snapshot is kept that is as old.
    private func state(of list: ListID, at revision: Int) async throws -> ListState? {
        let stored = StoredLog(journal: journal, list: list.text, epoch: epoch)
        guard let snapshot = try await nearestSnapshot(stored, before: revision) else {
            return try await namedVersion(stored, at: revision)
        }
        var loaded = LoadedList(
            id: list, epoch: epoch, limits: limits, snapshot: try stored.content(of: snapshot))
        var position = snapshot.position
        while loaded.list.revision < revision {
            let place = position
            let records = try await stored.records(at: place.revision + 1) {
                journal throws(JournalError) in
                try await journal.read(list: list.text, after: place, limit: StoredLog.portion)
            }
            guard !records.isEmpty else {
                throw stored.unreadable(
                    place.revision + 1, "the log ends at revision \(place.revision)")
            }
            for record in records where loaded.list.revision < revision {
                try stored.records.apply(
                    record, to: &loaded, after: position, through: revision)
                loaded.forgetHistory(through: loaded.list.revision)
                position = record.position
            }
            await Task.yield()
        }
        return loaded.list.state()
    }

    /// A state that is kept for its name; nil: there is none.
    private func namedVersion(
        _ stored: StoredLog, at revision: Int
    ) async throws -> ListState? {
        let list = stored.list
        let snapshot = try await stored.reading(at: revision) {
            journal throws(JournalError) -> StoredSnapshot? in
            let versions = try await journal.versions(list: list)
            guard let version = versions.first(where: { $0.revision == revision }) else {
                return nil
            }
            return try await journal.loadVersion(version.name, of: list)
        }
        guard let snapshot else { return nil }
        try stored.check(snapshot.epoch)
        return try stored.content(of: snapshot).state
    }

    /// The newest snapshot that is not behind the revision; nil: there is none.
    private func nearestSnapshot(
        _ stored: StoredLog, before revision: Int
    ) async throws -> StoredSnapshot? {
        typealias Load = (any JournalReading, String) async throws(JournalError) -> StoredSnapshot?
        let list = stored.list
        let positions = try await stored.reading(at: revision) { journal throws(JournalError) in
            try await journal.snapshotPositions(list: list)
        }
        guard let positions else { return nil }
        let kinds: [(JournalPosition?, Load)] = [
            (
                positions.newest,
                { (j, l) throws(JournalError) in try await j.loadSnapshot(list: l) }
            ),
            (
                positions.nextBase,
                { (j, l) throws(JournalError) in try await j.loadNextBase(list: l) }
            ),
            (positions.base, { (j, l) throws(JournalError) in try await j.loadBase(list: l) }),
        ]
        for (position, load) in kinds {
            guard let position, position.revision <= revision else { continue }
            let snapshot = try await stored.reading(at: revision) { journal throws(JournalError) in
                try await load(journal, list)
            }
            // Another one may be in its place by now.
            guard let snapshot, snapshot.position.revision <= revision else { continue }
            try stored.check(snapshot.epoch)
            return snapshot
        }
        return nil
    }
}
