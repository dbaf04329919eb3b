import DequeModule
import ListEditing

/// The edits of one list that wait to be applied: in order for each client, in turn between clients.
///
/// Each client has a queue of its own. One edit is taken from each queue before the next of any, so that
/// a client that sends many, or expensive ones, delays only itself. A queue whose first edit needs
/// history that is not in memory is blocked until that has been read; the others continue.
///
/// Bounded by the sessions: each has at most `limits.inFlight` unanswered edits of a list, and every
/// HTTP request one.
package struct EditQueue: Sendable {
    private struct ClientQueue {
        let client: ClientID
        var requests: Deque<EditRequest> = []
        /// What its first edit needs is being read.
        var isBlocked = false
        /// What has been read for its first edit.
        var reads = EditReads()
    }

    /// Those of clients without edits stay until there are too many: mostly the client edits again.
    private var queues: [ClientQueue] = []
    private var queueOf: [ClientID: Int] = [:]
    /// Queues that have an edit and are not blocked, in the order of their turns.
    private var turns: Deque<Int> = []
    /// The queue that the latest edit was added to.
    private var latest = 0
    /// Edits that wait, those in blocked queues included.
    package private(set) var count = 0

    package init() {}

    /// A queue with these edits.
    package init(_ requests: some Sequence<EditRequest>) {
        for request in requests { append(request) }
    }

    package var isEmpty: Bool { count == 0 }

    /// Adds an edit after those of its client.
    ///
    /// - Complexity: Amortised O(1).
    package mutating func append(_ request: EditRequest) {
        let queue = queue(of: request.author.client)
        if queues[queue].requests.isEmpty { turns.append(queue) }
        queues[queue].requests.append(request)
        latest = queue
        count += 1
    }

    private mutating func queue(of client: ClientID) -> Int {
        if latest < queues.count, queues[latest].client == client { return latest }
        if let queue = queueOf[client] { return queue }
        if queues.count >= Self.leastLanes + 2 * count { dropEmptyLanes() }
        queueOf[client] = queues.count
        queues.append(ClientQueue(client: client))
        return queues.count - 1
    }

    /// Queues up to which none is dropped.
    private static let leastLanes = 16

    /// Queues held, those without edits included: at most 16 more than twice the edits.
    var queueCount: Int { queues.count }

    private mutating func dropEmptyLanes() {
        var place: [Int: Int] = [:]
        var kept: [ClientQueue] = []
        queueOf = [:]
        for (queue, content) in queues.enumerated() where !content.requests.isEmpty {
            place[queue] = kept.count
            queueOf[content.client] = kept.count
            kept.append(content)
        }
        queues = kept
        turns = Deque(turns.compactMap { place[$0] })
        latest = 0
    }

    /// The edit whose turn it is; nil: none waits but in blocked queues.
    package var next: EditRequest? { turns.first.flatMap { queues[$0].requests.first } }

    /// What has been read for `next`.
    package var nextReads: EditReads {
        get { turns.first.map { queues[$0].reads } ?? EditReads() }
        set { if let queue = turns.first { queues[queue].reads = newValue } }
    }

    /// Takes `next` off; its client's following edit comes after one of each other client.
    package mutating func removeNext() {
        guard let queue = turns.popFirst() else { return }
        queues[queue].requests.removeFirst()
        queues[queue].reads = EditReads()
        count -= 1
        if !queues[queue].requests.isEmpty { turns.append(queue) }
    }

    /// Sets the queue of `next` aside until ``unblock()``.
    mutating func blockNext() {
        guard let queue = turns.popFirst() else { return }
        queues[queue].isBlocked = true
    }

    /// Has the blocked queues take turns again.
    ///
    /// - Parameter withHistory: the history that they asked for has been read.
    package mutating func unblock(withHistory: Bool) {
        for queue in queues.indices where queues[queue].isBlocked {
            queues[queue].isBlocked = false
            queues[queue].reads.hasHistory = withHistory
            turns.append(queue)
        }
    }

    /// Hands a state that has been read to the edits that restore it.
    package mutating func supply(_ past: PastState, of revision: Int) {
        for queue in queues.indices where queues[queue].isBlocked {
            if case .restore(revision)? = queues[queue].requests.first?.intent {
                queues[queue].reads.past = past
            }
        }
    }

    /// Takes out all edits of the blocked queues.
    package mutating func removeBlocked() -> [EditRequest] {
        let blocked = Set(queues.filter(\.isBlocked).map(\.client))
        unblock(withHistory: false)
        return remove { blocked.contains($0.author.client) }
    }

    /// Takes out the edits for which `isTaken` holds, in order for each client.
    package mutating func remove(where isTaken: (EditRequest) -> Bool) -> [EditRequest] {
        var taken: [EditRequest] = []
        var hasEmptied = false
        for queue in queues.indices where !queues[queue].requests.isEmpty {
            var left: Deque<EditRequest> = []
            for request in queues[queue].requests {
                if isTaken(request) { taken.append(request) } else { left.append(request) }
            }
            guard left.count < queues[queue].requests.count else { continue }
            count -= queues[queue].requests.count - left.count
            queues[queue].requests = left
            queues[queue].reads = EditReads()
            if left.isEmpty {
                queues[queue].isBlocked = false
                hasEmptied = true
            }
        }
        if hasEmptied { turns.removeAll { queues[$0].requests.isEmpty } }
        return taken
    }
}
