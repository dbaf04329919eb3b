/// When a list's next snapshot is stored and its log trimmed.
///
/// Storing a snapshot costs O(size). It is due when `history.snapshotEvery` sets stand after the last one
/// and their records are twice as long as it, so that the cost is amortised and a restart reads a log of
/// bounded length.
package struct CompactionPolicy: Sendable {
    /// Sets after the stored snapshot, or after the one that is being stored.
    private var sets: Int
    private var bytes: Int
    private var snapshotBytes: Int
    /// When the oldest stored record was made (Unix milliseconds); nil: there is none, as far as known.
    private(set) var oldest: Int?
    /// What stood after the last snapshot when the next was begun.
    private var covered: (sets: Int, bytes: Int) = (0, 0)
    package private(set) var isUnderWay = false
    /// After a failure, tried again from this moment of the loop on.
    private var pausedUntil = -Double.infinity

    /// Seconds after which a snapshot that could not be stored is tried again.
    private static let pauseSeconds = 60.0

    package init(sets: Int = 0, bytes: Int = 0, snapshotBytes: Int = 0, oldest: Int? = nil) {
        self.sets = sets
        self.bytes = bytes
        self.snapshotBytes = snapshotBytes
        self.oldest = oldest
    }

    /// A record was appended; one without sets counts like one with a single set.
    package mutating func add(sets: Int, bytes: Int, at moment: Int) {
        self.sets += max(1, sets)
        self.bytes += bytes
        oldest = oldest ?? moment
    }

    /// Whether it is time: the log is long enough, or its oldest sets are a day over their age.
    ///
    /// - Parameters:
    ///   - now: In seconds of the loop.
    ///   - wall: In Unix milliseconds.
    package func isDue(_ options: HistoryOptions, now: Double, wall: Int) -> Bool {
        guard !isUnderWay, now >= pausedUntil else { return false }
        if sets >= options.snapshotEvery, bytes >= 2 * snapshotBytes { return true }
        guard let oldest else { return false }
        return oldest < wall - options.keptMilliseconds - HistoryOptions.dayMilliseconds
    }

    /// The oldest stored record was made at `moment` (Unix milliseconds); nil: there is none.
    package mutating func begins(at moment: Int?) {
        oldest = moment
    }

    package mutating func begin() {
        isUnderWay = true
        covered = (sets, bytes)
        (sets, bytes) = (0, 0)
    }

    /// The snapshot is stored and has so many bytes; the oldest record that is left is of `oldest`.
    package mutating func end(bytes: Int, oldest: Int?) {
        isUnderWay = false
        snapshotBytes = bytes
        self.oldest = oldest
    }

    /// It could not be stored.
    package mutating func abandon(now: Double) {
        isUnderWay = false
        pausedUntil = now + Self.pauseSeconds
        sets += covered.sets
        bytes += covered.bytes
    }
}
