// Canonical equivalence: tests alone compare them.
/// What came of storing a snapshot and trimming the log after it.
package struct CompactionOutcome: Hashable, Sendable {
    /// Bytes of the new snapshot.
    package var bytes: Int
    /// Sets up to this revision are gone.
    package var trimmed: Int
    /// When the oldest record that is left was made (Unix milliseconds); nil: none is left.
    package var oldest: Int?
    /// Clients last seen before this moment (Unix milliseconds) are forgotten.
    package var forgotten: Int
    /// Why the log could not be trimmed although the snapshot is stored, for the server's log.
    ///
    /// Records over their age stay then.
    package var problem: String?

    package init(
        bytes: Int, trimmed: Int, oldest: Int? = nil, forgotten: Int, problem: String? = nil
    ) {
        self.bytes = bytes
        self.trimmed = trimmed
        self.oldest = oldest
        self.forgotten = forgotten
        self.problem = problem
    }
}
