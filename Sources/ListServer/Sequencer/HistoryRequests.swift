import ListEditing

/// What is wanted of a list's history that is not in memory, and what is being read of it.
///
/// History is read once for all who want it, a part at a time, and stays in memory for a while, since
/// who asked for it mostly asks again.
struct HistoryRequests: Sendable {
    /// Seconds for which history that somebody asked for stays in memory.
    private static let keptSeconds = 60.0

    private var joins: [JoinRequest] = []
    /// The oldest revision that parked edits need sets above.
    private var carriedFrom: Int?
    private var reading: HistoryRange?
    private var arrived: (HistoryRange, Result<OlderHistory, LoadFailure>)?
    private var keptUntil = -Double.infinity

    var hasArrived: Bool { arrived != nil }

    /// Whether history in memory must stay: it is being put together, or was asked for just now.
    func isNeeded(at now: Double) -> Bool { reading != nil || now < keptUntil }

    var isReading: Bool { reading != nil }

    /// Whether there is something to be read that is not being read yet.
    var isWanted: Bool { reading == nil && (carriedFrom != nil || !joins.isEmpty) }

    mutating func await(_ join: JoinRequest) { joins.append(join) }

    mutating func carry(from revision: Int) {
        carriedFrom = min(carriedFrom ?? revision, revision)
    }

    /// What is to be read next; nil: nothing, or something is being read.
    mutating func nextWish(_ list: LoadedList) -> HistoryRange? {
        guard reading == nil, arrived == nil else { return nil }
        if let from = carriedFrom {
            reading = HistoryRange(
                after: max(from, list.storedStart), through: list.list.historyStart,
                purpose: .carrying)
        } else if let from = joins.compactMap(\.since).min() {
            reading = HistoryRange(
                after: max(from, list.storedStart), through: list.history.start, purpose: .catchup)
        }
        return reading
    }

    mutating func arrive(_ wish: HistoryRange, _ outcome: Result<OlderHistory, LoadFailure>) {
        guard wish == reading else { return }
        arrived = (wish, outcome)
    }

    /// Takes what arrived; whoever waited for it is served from then on by what is in memory.
    mutating func takeArrived(
        at now: Double
    ) -> (wish: HistoryRange, outcome: Result<OlderHistory, LoadFailure>, joins: [JoinRequest])? {
        guard let (wish, outcome) = arrived else { return nil }
        arrived = nil
        reading = nil
        keptUntil = now + Self.keptSeconds
        guard wish.purpose == .catchup else {
            carriedFrom = nil
            return (wish, outcome, [])
        }
        defer { joins = [] }
        return (
            wish, outcome,
            joins.map { join in
                var join = join
                join.hasHistory = true
                return join
            }
        )
    }

    /// Takes out everyone who waits to join.
    mutating func takeJoins() -> [JoinRequest] {
        defer { joins = [] }
        return joins
    }

    /// The list is not in memory any more: what is being read is of no use.
    mutating func listDropped() {
        reading = nil
        arrived = nil
        carriedFrom = nil
        keptUntil = -.infinity
    }
}
