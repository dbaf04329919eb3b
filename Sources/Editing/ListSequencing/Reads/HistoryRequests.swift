import ListDocument
import ListEditing

/// What is wanted of a list's history that is not in memory, and what is being read of it.
///
/// History is read once for all requests, a part at a time, and stays in memory for a minute, since
/// a client that asked for it mostly asks again.
struct HistoryRequests: Sendable {
    /// Seconds that history stays in memory after it was requested.
    private static let keptSeconds = 60.0

    private var joins: [JoinRequest] = []
    /// The oldest revision that blocked edits need sets above.
    private var rebaseFrom: Int?
    private var reading: HistoryRange?
    private var arrived: (HistoryRange, Result<OlderHistory, LoadFailure>)?
    private var keptUntil = -Double.infinity

    var hasArrived: Bool { arrived != nil }

    /// Whether history in memory must stay: it is being assembled, or was requested just now.
    func isNeeded(at now: Double) -> Bool { reading != nil || now < keptUntil }

    var isReading: Bool { reading != nil }

    /// Whether there is something to be read that is not being read yet.
    var isWanted: Bool { reading == nil && (rebaseFrom != nil || !joins.isEmpty) }

    mutating func await(_ join: JoinRequest) { joins.append(join) }

    mutating func rebase(from revision: Int) {
        rebaseFrom = min(rebaseFrom ?? revision, revision)
    }

    /// What is to be read next; nil: nothing, or something is being read.
    mutating func nextRange(_ list: LoadedList) -> HistoryRange? {
        guard reading == nil, arrived == nil else { return nil }
        if let from = rebaseFrom {
            reading = HistoryRange(
                after: max(from, list.storedStart), through: list.list.historyStart,
                purpose: .rebasing)
        } else if let from = joins.compactMap(\.since).min() {
            reading = HistoryRange(
                after: max(from, list.storedStart), through: list.history.start, purpose: .catchup)
        }
        return reading
    }

    mutating func arrive(_ range: HistoryRange, _ outcome: Result<OlderHistory, LoadFailure>) {
        guard range == reading else { return }
        arrived = (range, outcome)
    }

    /// Takes what arrived; the requests that waited for it are then served from memory.
    mutating func takeArrived(
        at now: Double
    ) -> (range: HistoryRange, outcome: Result<OlderHistory, LoadFailure>, joins: [JoinRequest])? {
        guard let (range, outcome) = arrived else { return nil }
        arrived = nil
        reading = nil
        keptUntil = now + Self.keptSeconds
        guard range.purpose == .catchup else {
            rebaseFrom = nil
            return (range, outcome, [])
        }
        defer { joins = [] }
        return (
            range, outcome,
            joins.map { join in
                var join = join
                join.hasHistory = true
                return join
            }
        )
    }

    /// Takes out the joins that wait.
    mutating func takeJoins() -> [JoinRequest] {
        defer { joins = [] }
        return joins
    }

    /// The list is not in memory any more: what is being read is of no use.
    mutating func listDropped() {
        reading = nil
        arrived = nil
        rebaseFrom = nil
        keptUntil = -.infinity
    }
}
