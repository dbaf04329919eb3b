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
    /// After a snapshot that could not be stored: the sets that the log has when the next is tried.
    private var postponedTo = 0

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
        sets >= max(every, postponedTo) && bytes >= 2 * snapshotBytes
    }

    /// Whether one that failed is not to be tried again yet, for whatever reason a snapshot is due.
    ///
    /// Each failure doubles the log at which the next one is tried, so that a store that takes none
    /// costs little more than one that does.
    var isPostponed: Bool { sets < postponedTo }

    /// A snapshot of this moment is being stored.
    mutating func beginSnapshot() {
        covered = (sets, bytes)
        (sets, bytes) = (0, 0)
    }

    mutating func endSnapshot(bytes: Int) {
        snapshotBytes = bytes
        postponedTo = 0
    }

    /// It could not be stored.
    mutating func abandonSnapshot() {
        sets += covered.sets
        bytes += covered.bytes
        postponedTo = 2 * max(1, sets)
    }
}
