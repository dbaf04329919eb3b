import ListDocument
package import ListEditing
package import ListJournal
package import ListProtocol
import TextBytes

/// The current lists of a store, read without a server.
package struct StoredLists: Sendable {
    /// What could be saved of a list that cannot be read.
    package struct Salvage: Sendable {
        /// As it stood at the last revision that can be read; nil where no snapshot can.
        package var state: ListState?
        /// The same with what is known of clients, as it is stored.
        package var snapshot: StoredSnapshot?
        /// What is wrong with what is stored, for people; empty where nothing is.
        package var problems: [String]
    }

    private let journal: any JournalReading

    package init(_ journal: any JournalReading) {
        self.journal = journal
    }

    /// The list at its newest revision.
    ///
    /// - Throws: `ListUnreadable` where what is stored is damaged, `JournalError`.
    /// - Complexity: O(n) in the rows and in the records after the snapshot.
    @concurrent
    package func state(of head: ListHead) async throws -> ListState {
        let loader = ListLoader(journal: journal, limits: ProtocolLimits())
        let (loaded, _, _) = try await loader.load(head)
        return loaded.list.state()
    }

    /// The list as far as it can be read: from the newest snapshot that is as it was written, and the
    /// records after it up to the first that is damaged or missing.
    ///
    /// - Throws: `JournalError`.
    /// - Complexity: O(n) in the rows and in the records after the snapshot.
    @concurrent
    package func salvage(_ head: ListHead) async throws -> Salvage {
        let stored = StoredLog(journal: journal, list: head.list)
        var problems: [String] = []
        guard let (snapshot, content) = try await lastGoodSnapshot(stored, head, &problems)
        else { return Salvage(state: nil, problems: problems) }
        func fresh() -> LoadedList {
            LoadedList(
                id: ListID(head.list), epoch: head.epoch, limits: ProtocolLimits(),
                snapshot: content)
        }
        var loaded = fresh()
        var position = snapshot.position
        do {
            try await replay(stored, onto: &loaded, after: &position, upTo: nil)
            if position.token < head.position.token {
                problems.append(
                    "the log ends at revision \(position.revision), not at "
                        + "\(head.position.revision)")
            }
        } catch let error as ListUnreadable {
            problems.append("revision \(error.revision): \(error.reason)")
            // The record that did not fit may be done in part: once more, up to the one before it.
            let end = position
            loaded = fresh()
            position = snapshot.position
            try await replay(stored, onto: &loaded, after: &position, upTo: end)
        }
        let whole = loaded.snapshot
        return Salvage(
            state: whole.state,
            snapshot: StoredSnapshot(position: position, body: whole.encoded), problems: problems)
    }

    private func lastGoodSnapshot(
        _ stored: StoredLog, _ head: ListHead, _ problems: inout [String]
    ) async throws -> (StoredSnapshot, ListSnapshot)? {
        typealias Load = (any JournalReading, String) async throws(JournalError) -> StoredSnapshot?
        let kinds: [(String, Load)] = [
            ("newest", { (j, l) throws(JournalError) in try await j.loadSnapshot(list: l) }),
            ("spare", { (j, l) throws(JournalError) in try await j.loadNextBase(list: l) }),
            ("oldest", { (j, l) throws(JournalError) in try await j.loadBase(list: l) }),
        ]
        var failed: Set<JournalPosition> = []
        for (name, load) in kinds {
            do {
                let snapshot = try await stored.reading(at: head.position.revision) {
                    journal throws(JournalError) in
                    try await load(journal, head.list)
                }
                guard let snapshot else {
                    if name.isSame(as: "newest") {
                        problems.append("the list has no newest snapshot")
                    }
                    continue
                }
                // Where nothing else is kept, the oldest is the newest.
                guard failed.insert(snapshot.position).inserted else { continue }
                return (snapshot, try stored.content(of: snapshot))
            } catch let error as ListUnreadable {
                problems.append(
                    "revision \(error.revision), the \(name) snapshot: \(error.reason)")
            }
        }
        return nil
    }

    /// Replays record by record: a portion of which a part cannot be read at all would be lost whole.
    private func replay(
        _ stored: StoredLog, onto loaded: inout LoadedList, after position: inout JournalPosition,
        upTo end: JournalPosition?
    ) async throws {
        while position != end {
            let place = position
            let next = try await stored.reading(at: place.revision + 1) {
                journal throws(JournalError) in
                try await journal.read(list: stored.list, after: place, limit: 1)
            }
            guard let record = next.first else { return }
            try stored.records.apply(record, to: &loaded, after: position)
            loaded.forgetHistory(through: loaded.list.revision)
            position = record.position
        }
    }
}

/// Makes lists in a store that no server has.
package struct StoreImport: Sendable {
    private let journal: any Journal
    private let limits: ProtocolLimits
    private let clock: WallClock

    /// - Parameter limits: What a list may be at most.
    package init(_ journal: any Journal, limits: ProtocolLimits, clock: WallClock = .system) {
        self.journal = journal
        self.limits = limits
        self.clock = clock
    }

    /// Makes lists at revision 0, all of them or none.
    ///
    /// - Throws: An `ErrorMessage` where an id is taken (`listExists`) or a list breaks a limit or
    ///   its own rules; `JournalError`.
    package func create(_ lists: [CreateList]) async throws {
        let new = try lists.map { list in
            do throws(Rejection) {
                return try NewList(
                    list, limits: limits, epoch: RandomID.make(), at: clock.now())
            } catch {
                throw ListRefusal.invalid(error).message(list: list.list)
            }
        }
        if case .taken(let id) = try await journal.create(new) {
            throw ListRefusal.exists.message(list: ListID(id))
        }
    }
}
