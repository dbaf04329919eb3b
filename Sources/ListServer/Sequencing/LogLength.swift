/// How much of a list's log stands behind its stored snapshot, and whether a new one is worth it.
///
/// Storing a snapshot costs what it is long, and so is spread over records that are longer. Likewise a
/// restart reads a log that is at most so much longer than the snapshot before it.
struct LogLength: Sendable {
    /// Behind the snapshot, or behind the one that is being stored.
    private var sets: Int
    private var bytes: Int
    /// Bytes of the snapshot.
    private var snapshotBytes: Int
    /// What stood behind the last snapshot when the next was begun.
    private var covered: (sets: Int, bytes: Int) = (0, 0)

    init(sets: Int, bytes: Int, snapshotBytes: Int) {
        self.sets = sets
        self.bytes = bytes
        self.snapshotBytes = snapshotBytes
    }

    /// A record was appended; one without sets counts like one with a single set.
    mutating func add(sets: Int, bytes: Int) {
        self.sets += max(1, sets)
        self.bytes += bytes
    }

    /// Whether a snapshot is due.
    ///
    /// - Parameter every: `history.snapshotEvery`: the fewest sets between two of them.
    func isWorthSnapshot(every: Int) -> Bool {
        sets >= every && bytes >= 2 * snapshotBytes
    }

    /// A snapshot of this moment is being stored.
    mutating func beginSnapshot() {
        covered = (sets, bytes)
        (sets, bytes) = (0, 0)
    }

    mutating func endSnapshot(bytes: Int) {
        snapshotBytes = bytes
    }

    /// It could not be stored.
    mutating func abandonSnapshot() {
        sets += covered.sets
        bytes += covered.bytes
    }
}
