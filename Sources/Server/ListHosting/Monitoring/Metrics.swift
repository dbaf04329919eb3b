import ListDocument
package import ListEditing
package import ListProtocol
package import ListSequencing
package import WebSocketTransport

/// What one server counts, in plain numbers: confined to the loop's thread.
///
/// What is called for each edit or frame allocates nothing.
package final class Metrics {
    package private(set) var sessions = 0
    package private(set) var sessionsOpened = 0
    /// Those of them that are streams of events.
    package private(set) var streamsOpened = 0
    package private(set) var applied = 0
    package private(set) var noops = 0
    package private(set) var duplicates = 0
    package private(set) var rejected = 0
    /// Edits that were rejected, by code.
    package private(set) var rejects = Dictionary(
        uniqueKeysWithValues: RejectCode.allCases.map { ($0, 0) })
    /// `error` messages to sessions, by code.
    package private(set) var errors = Dictionary(
        uniqueKeysWithValues: ErrorCode.allCases.map { ($0, 0) })
    package private(set) var deliveries = 0
    package private(set) var catchUps = 0
    package private(set) var snapshotsEncoded = 0
    package private(set) var outlinesEncoded = 0
    /// `rows`, `check` and `find`, over HTTP too.
    package private(set) var queries = Dictionary(
        uniqueKeysWithValues: QueryKind.allCases.map { ($0, 0) })
    package private(set) var commits = 0
    package private(set) var journalErrors = 0
    /// Appends before which another server's record came.
    package private(set) var conflicts = 0
    /// Edits that another server has applied for sessions of this one; batches of edits that it declined, and
    /// those of which it told nothing in time.
    package private(set) var forwarded = 0
    package private(set) var forwardingsDeclined = 0
    package private(set) var forwardingsUnanswered = 0
    /// Edits of a record.
    package private(set) var batches = Histogram(upTo: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
    /// Seconds of an append, waiting for others' included.
    package private(set) var commitSeconds = Histogram(upTo: Histogram.seconds)
    /// Seconds from an edit's arrival until its set was handed to the sockets.
    package private(set) var editSeconds = Histogram(upTo: Histogram.seconds)
    /// Seconds of a pass of the loop.
    package private(set) var passSeconds = Histogram(upTo: Histogram.seconds)
    /// Seconds of CPU time of the loop's turns, by the number of their kind.
    package private(set) var turnSeconds = Array(
        repeating: Histogram(upTo: Histogram.seconds), count: TurnKind.count)
    /// Turns that took longer than ``LoopTurn/longSeconds``.
    package private(set) var longTurns = 0

    /// When the newest scheduled backup was begun, in Unix seconds; nil: there is none.
    package private(set) var backedUp: Double?
    package private(set) var backupFailures = 0

    package func backedUp(at seconds: Double) { backedUp = seconds }

    package func backupFailed() { backupFailures += 1 }

    package func sessionBegan() {
        sessions += 1
        sessionsOpened += 1
    }

    package func sessionEnded() { sessions -= 1 }

    /// A session without a WebSocket began.
    package func streamBegan() {
        sessionBegan()
        streamsOpened += 1
    }

    func delivered(to sessions: Int) { deliveries += sessions }

    /// A session that had fallen behind was sent what it missed.
    func caughtUp() { catchUps += 1 }

    func encodedSnapshot() { snapshotsEncoded += 1 }

    func encodedOutline() { outlinesEncoded += 1 }

    func queried(_ kind: QueryKind) { queries[kind, default: 0] += 1 }

    func committed(edits: Int) {
        commits += 1
        batches.add(Double(edits))
    }

    /// A record was durable so long after it was handed to the journal.
    func stored(seconds: Double) { commitSeconds.add(seconds) }

    func journalFailed() { journalErrors += 1 }

    /// Another server wrote to a list first.
    func overtaken() { conflicts += 1 }

    func forwarded(edits: Int) { forwarded += edits }

    func forwardingDeclined() { forwardingsDeclined += 1 }

    func forwardingUnanswered() { forwardingsUnanswered += 1 }

    package func passed(seconds: Double) { passSeconds.add(seconds) }

    /// A turn of the loop is over.
    ///
    /// - Returns: whether it was a long one.
    package func turned(_ turn: LoopTurn) -> Bool {
        turnSeconds[Int(turn.kind.number)].add(turn.seconds)
        guard turn.seconds > LoopTurn.longSeconds else { return false }
        longTurns += 1
        return true
    }

    package func sent(_ error: ErrorCode) { errors[error, default: 0] += 1 }

    package func rejected(_ code: RejectCode) {
        rejected += 1
        rejects[code, default: 0] += 1
    }

    /// Edits of a list have been answered, and their sets handed to the sockets.
    ///
    /// - Parameter now: In seconds of the loop.
    func answered(_ entries: ArraySlice<AnsweredEdit>, at now: Double) {
        // Those of another server's sessions count there.
        for index in entries.indices where entries[index].request.forwardedAfter == nil {
            switch entries[index].outcome {
            case .applied:
                applied += 1
                editSeconds.add(now - entries[index].request.arrived)
            case .noop: noops += 1
            case .duplicate: duplicates += 1
            case .rejected(let rejection): rejected(rejection.code)
            }
        }
    }
}

/// Counts values in fixed ranges, as Prometheus takes them.
package struct Histogram: Sendable {
    /// Upper ends of the ranges, ascending; above the last there is one without an end.
    package let bounds: [Double]
    /// The number of values in each range; one more range than there are bounds.
    package private(set) var counts: [Int]
    package private(set) var sum = 0.0

    /// From 50 µs to 10 s.
    static let seconds = [
        0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
        0.5, 1, 2.5, 5, 10,
    ]

    /// - Parameter bounds: ascending; a value that is equal to one is below it.
    init(upTo bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// O(bounds), without allocating.
    mutating func add(_ value: Double) {
        var index = 0
        while index < bounds.count, value > bounds[index] { index += 1 }
        counts[index] += 1
        sum += value
    }

    package var count: Int { counts.reduce(0, +) }
}
