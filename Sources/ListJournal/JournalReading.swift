/// The reading half of a journal: a server's own, or a store that is only looked at.
package protocol JournalReading: Sendable {
    /// Every list's head, in order of their ids.
    func heads() async throws(JournalError) -> [ListHead]

    /// The records behind the revision `after`, oldest first, at most `limit`.
    func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]

    /// The records behind the position `after`, oldest first, at most `limit`.
    func read(list: String, after position: JournalPosition, limit: Int) async throws(JournalError)
        -> [StoredRecord]

    /// The newest snapshot; `nil` where the list is unknown.
    func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot?

    /// The snapshot that the kept records begin at; `nil` where the engine keeps none.
    ///
    /// Replaying every record behind it gives the newest snapshot and then the head, which is what
    /// verifying a store means. A list that was never compacted has its first snapshot here.
    func loadOrigin(list: String) async throws(JournalError) -> StoredSnapshot?
}

extension JournalReading {
    package func loadOrigin(list: String) async throws(JournalError) -> StoredSnapshot? { nil }
}
