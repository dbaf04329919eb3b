/// The reading half of a journal: a server's own, or a store that is only looked at.
///
/// What is damaged never ends the process: a record or snapshot that is not as it was written says so
/// (`isIntact`), and a head that cannot be read has a position that no log reaches.
package protocol JournalReading: Sendable {
    /// Every list's head, in order of their ids.
    func heads() async throws(JournalError) -> [ListHead]

    /// The records behind the revision `after`, oldest first.
    ///
    /// At most `limit`, and fewer where they are long, but at least one where there is one.
    func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]

    /// The records behind the position `after`, oldest first; as many as by revision.
    func read(list: String, after position: JournalPosition, limit: Int) async throws(JournalError)
        -> [StoredRecord]

    /// The records before `position`, newest first; as many as by revision.
    func read(list: String, before position: JournalPosition, limit: Int)
        async throws(JournalError) -> [StoredRecord]

    /// The record that ends at `position`; `nil` where there is none.
    func record(list: String, at position: JournalPosition) async throws(JournalError)
        -> StoredRecord?

    /// Where the kept records begin; `nil` where the list is unknown.
    func keptLog(list: String) async throws(JournalError) -> KeptLog?

    /// The newest snapshot; `nil` where the list is unknown.
    func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot?

    /// The snapshot that is kept aside to be the next origin; `nil` where there is none.
    func loadSpare(list: String) async throws(JournalError) -> StoredSnapshot?

    /// The snapshot that the kept records begin at; `nil` where the engine keeps none.
    ///
    /// Replaying every record behind it gives the newest snapshot and then the head, which is what
    /// verifying a store means. A list that was never compacted has its first snapshot here.
    func loadOrigin(list: String) async throws(JournalError) -> StoredSnapshot?

    /// Holds the next portion of the newest snapshot against its checksum.
    ///
    /// - Parameter progress: What the call before returned; first `.unread`.
    func checkSnapshot(list: String, _ progress: SnapshotCheck) async throws(JournalError)
        -> SnapshotCheck
}

/// Where the records that are kept of a list begin.
package struct KeptLog: Hashable, Sendable {
    /// Every record behind this position must be there; older ones may be gone.
    package var origin: JournalPosition
    /// The oldest record that is there, with the first bytes of its body; `nil`: there is none.
    package var first: StoredRecord?

    package init(origin: JournalPosition, first: StoredRecord?) {
        self.origin = origin
        self.first = first
    }
}

extension JournalReading {
    package func loadSpare(list: String) async throws(JournalError) -> StoredSnapshot? { nil }

    package func loadOrigin(list: String) async throws(JournalError) -> StoredSnapshot? { nil }

    package func checkSnapshot(
        list: String, _ progress: SnapshotCheck
    ) async throws(JournalError) -> SnapshotCheck {
        guard let snapshot = try await loadSnapshot(list: list) else { return .missing }
        return snapshot.isIntact
            ? .intact(snapshot.position) : .damaged(revision: snapshot.position.revision)
    }
}
