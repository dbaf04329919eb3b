import DequeModule
import ListEditing

/// The edits of one list that wait to be applied: in order for each client, in turn between clients.
///
/// Each client has a lane of its own. One edit is taken from each lane before the next of any, so that
/// a client that sends many, or expensive ones, delays only itself. A lane whose first edit needs
/// history that is not in memory is parked until that has been read; the others continue.
///
/// Bounded by the sessions: each has at most `limits.inFlight` unanswered edits of a list, and every
/// HTTP request one.
package struct EditQueue: Sendable {
    private struct Lane {
        let client: ClientID
        var requests: Deque<EditRequest> = []
        /// What its first edit needs is being read.
        var isParked = false
        /// What has been read for its first edit.
        var reads = EditReads()
    }

    /// Those of clients without edits stay until there are too many: mostly the client edits again.
    private var lanes: [Lane] = []
    private var laneOf: [ClientID: Int] = [:]
    /// Lanes that have an edit and are not parked, in the order of their turns.
    private var turns: Deque<Int> = []
    /// The lane that the latest edit was added to.
    private var latest = 0
    /// Edits that wait, those in parked lanes included.
    package private(set) var count = 0

    package init() {}

    /// A queue with these edits.
    package init(_ requests: some Sequence<EditRequest>) {
        for request in requests { append(request) }
    }

    package var isEmpty: Bool { count == 0 }

    /// Adds an edit behind those of its client.
    ///
    /// - Complexity: Amortised O(1).
    package mutating func append(_ request: EditRequest) {
        let lane = lane(of: request.author.client)
        if lanes[lane].requests.isEmpty { turns.append(lane) }
        lanes[lane].requests.append(request)
        latest = lane
        count += 1
    }

    private mutating func lane(of client: ClientID) -> Int {
        if latest < lanes.count, lanes[latest].client == client { return latest }
        if let lane = laneOf[client] { return lane }
        if lanes.count >= Self.leastLanes + 2 * count { dropEmptyLanes() }
        laneOf[client] = lanes.count
        lanes.append(Lane(client: client))
        return lanes.count - 1
    }

    /// Lanes up to which none is dropped.
    private static let leastLanes = 16

    /// Lanes held, those without edits included: at most 16 more than twice the edits.
    var laneCount: Int { lanes.count }

    private mutating func dropEmptyLanes() {
        var place: [Int: Int] = [:]
        var kept: [Lane] = []
        laneOf = [:]
        for (lane, content) in lanes.enumerated() where !content.requests.isEmpty {
            place[lane] = kept.count
            laneOf[content.client] = kept.count
            kept.append(content)
        }
        lanes = kept
        turns = Deque(turns.compactMap { place[$0] })
        latest = 0
    }

    /// The edit whose turn it is; nil: none waits but in parked lanes.
    package var next: EditRequest? { turns.first.flatMap { lanes[$0].requests.first } }

    /// What has been read for `next`.
    package var nextReads: EditReads {
        get { turns.first.map { lanes[$0].reads } ?? EditReads() }
        set { if let lane = turns.first { lanes[lane].reads = newValue } }
    }

    /// Takes `next` off; its client's following edit comes behind one of each other client.
    package mutating func removeNext() {
        guard let lane = turns.popFirst() else { return }
        lanes[lane].requests.removeFirst()
        lanes[lane].reads = EditReads()
        count -= 1
        if !lanes[lane].requests.isEmpty { turns.append(lane) }
    }

    /// Sets the lane of `next` aside until ``unpark()``.
    mutating func parkNext() {
        guard let lane = turns.popFirst() else { return }
        lanes[lane].isParked = true
    }

    /// Has the parked lanes take turns again.
    ///
    /// - Parameter withHistory: the history that they asked for has been read.
    package mutating func unpark(withHistory: Bool) {
        for lane in lanes.indices where lanes[lane].isParked {
            lanes[lane].isParked = false
            lanes[lane].reads.hasHistory = withHistory
            turns.append(lane)
        }
    }

    /// Hands a state that has been read to the edits that restore it.
    package mutating func supply(_ past: PastState, of revision: Int) {
        for lane in lanes.indices where lanes[lane].isParked {
            if case .restore(revision)? = lanes[lane].requests.first?.intent {
                lanes[lane].reads.past = past
            }
        }
    }

    /// Takes out all edits of the parked lanes.
    package mutating func removeParked() -> [EditRequest] {
        let parked = Set(lanes.filter(\.isParked).map(\.client))
        unpark(withHistory: false)
        return remove { parked.contains($0.author.client) }
    }

    /// Takes out the edits for which `isTaken` holds, in order for each client.
    package mutating func remove(where isTaken: (EditRequest) -> Bool) -> [EditRequest] {
        var taken: [EditRequest] = []
        var hasEmptied = false
        for lane in lanes.indices where !lanes[lane].requests.isEmpty {
            var left: Deque<EditRequest> = []
            for request in lanes[lane].requests {
                if isTaken(request) { taken.append(request) } else { left.append(request) }
            }
            guard left.count < lanes[lane].requests.count else { continue }
            count -= lanes[lane].requests.count - left.count
            lanes[lane].requests = left
            lanes[lane].reads = EditReads()
            if left.isEmpty {
                lanes[lane].isParked = false
                hasEmptied = true
            }
        }
        if hasEmptied { turns.removeAll { lanes[$0].requests.isEmpty } }
        return taken
    }
}
