import DequeModule
import ListDocument
package import ListEditing
package import ListProtocol
import ListSequencing
package import WebSocketTransport

/// The sessions that have one list open, and what each has been sent.
///
/// What goes to all of them is sent in parts of ``turnCount``, one a turn of the loop, so that a list with
/// many subscribers delays no other list; between the parts nothing else may be done with them.
package struct Subscribers {
    /// What goes to every subscriber.
    package enum Broadcast: Sendable {
        /// Sets above a revision: subscribers that are behind miss them, and catch up later.
        case sets(Frame, after: Int)
        /// Not needed any more.
        case sendBestEffort(Frame)
        /// Changed presence; subscribers that cannot take it now receive the whole later.
        case presence(Frame)
        /// The whole presence, to subscribers that have not received it, or have missed some of it.
        case fullPresence(Frame)
        /// The last frame of the list.
        case closing(Frame)
    }

    /// Why a session's subscription ends.
    package enum Leaving: Sendable {
        /// It opens the list anew: what is not answered yet may be, by sets that it was sent.
        case rejoining
        /// It closes the list, likewise.
        case closing
        /// Nothing of the list is answered in it any more: all is, or the session ends.
        case ending
    }

    /// An own edit that changed the list while its session could not be sent the set.
    private struct PendingAnswer: Sendable {
        let id: Int
        let answer: EditOutcome
    }

    private struct Subscription {
        let link: any SubscriberLink
        let client: ClientID
        /// Every set above this revision was, or will be, sent to the session.
        var sentFrom: Int
        /// It is to receive the whole presence.
        var awaitsFullPresence = true
        /// The last revision that it was sent, where it is too slow to be sent every set.
        var delivered: Int?
        /// Its own edits whose sets it missed.
        var pendingAnswers: [PendingAnswer] = []
        /// What it is sent in place of the whole list; nil: the whole list.
        var window: RememberedWindow?
        /// The rows that it is sent tell who changed them.
        let wantsAuthors: Bool
        /// It is behind since its stream stands still, not since it is slow.
        var isPaused = false
        /// Whether it has missed a set since its stream stands still.
        var hasMissedSets = false
    }

    /// Subscribers that are sent something in one turn of the loop.
    static let turnCount = 1_000

    /// The revisions of sets that a session was sent.
    private struct SentSets {
        var ranges: [ClosedRange<Int>]
        /// The number of the list's closing that was its last then.
        var closing: Int
    }

    private var subscriptions: [Subscription] = []
    private var positions: [UInt64: Int] = [:]
    /// The revisions of sets that sessions were sent before they were sent the list anew, or it was closed.
    private var sent: [UInt64: SentSets] = [:]
    /// The sessions in ``sent`` that have closed the list, the last ones last: it does not hear when they end.
    private var closers: Deque<UInt64> = []
    /// How often the list was closed for all.
    private var closings = 0
    /// Closings for which it is kept what was sent to sessions that have not opened the list again.
    private static let closingsKept = 8
    /// Sessions for which it is kept longer than until the next closing, and of those that have closed the list.
    private static let sessionsKept = 1_000
    /// The revision of the last set that went to all, or to one that joined.
    private var published = 0
    /// Of a session that opens the list again and again, what it was sent of late.
    private static let rangesKept = 8
    private var broadcast: (Broadcast, next: Int, sent: Int)?

    var isEmpty: Bool { subscriptions.isEmpty }
    var count: Int { subscriptions.count }
    /// Whether something is on its way to all, of which a part has been sent.
    var isBroadcasting: Bool { broadcast != nil }
    /// Whether a subscriber is to receive the whole presence.
    var awaitGreeting: Bool { subscriptions.contains(where: \.awaitsFullPresence) }

    func links() -> [any SubscriberLink] { subscriptions.map(\.link) }

    func client(of connection: UInt64) -> ClientID? {
        positions[connection].map { subscriptions[$0].client }
    }

    // MARK: Coming and going

    /// Adds a session that is not subscribed; it is sent every set above `sentFrom`.
    ///
    /// - Parameters:
    ///   - window: what it asked for in place of the whole list.
    ///   - wantsAuthors: the rows that it is sent tell who changed them.
    package mutating func add(
        _ link: any SubscriberLink, client: ClientID, sentFrom: Int, window: ListWindow? = nil,
        wantsAuthors: Bool = false
    ) {
        positions[link.connectionNumber] = subscriptions.count
        subscriptions.append(
            Subscription(
                link: link, client: client, sentFrom: sentFrom,
                window: window.map(RememberedWindow.init), wantsAuthors: wantsAuthors))
    }

    /// Adds a session that joins, likewise; it was sent the list as it is at `revision`.
    mutating func add(
        _ link: any SubscriberLink, for join: JoinRequest, sentFrom: Int, revision: Int
    ) {
        published = max(published, revision)
        add(
            link, client: join.client, sentFrom: sentFrom, window: join.window,
            wantsAuthors: join.wantsAuthors)
    }

    /// Ends a session's subscription, after sending its pending answers.
    ///
    /// - Returns: its client; nil where it has none.
    mutating func remove(_ connection: UInt64, list: ListID, _ leaving: Leaving) -> ClientID? {
        if leaving == .ending { sent[connection] = nil }
        guard let position = positions.removeValue(forKey: connection) else { return nil }
        if leaving != .ending { noteSent(at: position) }
        if leaving == .closing, sent[connection] != nil { keepClosed(connection) }
        sendPendingAnswers(at: position, list)
        let client = subscriptions[position].client
        let last = subscriptions.removeLast()
        if position < subscriptions.count {
            subscriptions[position] = last
            positions[last.link.connectionNumber] = position
        }
        return client
    }

    /// The list is closed for all: what became of some edits is found out later, though their sets were sent.
    ///
    /// What was kept of sessions some closings ago is let go: the list does not hear when they end.
    mutating func noteClosing() {
        guard !subscriptions.isEmpty else { return }
        closings += 1
        let kept = sent.count > Self.sessionsKept ? 1 : Self.closingsKept
        sent = sent.filter {
            positions[$0.key] != nil || $0.value.closing > closings - kept
        }
        for position in subscriptions.indices { noteSent(at: position) }
    }

    /// Keeps what a session was sent that has closed the list, in place of what was kept longest.
    private mutating func keepClosed(_ connection: UInt64) {
        closers.append(connection)
        while closers.count > Self.sessionsKept, let oldest = closers.popFirst() {
            if positions[oldest] == nil { sent[oldest] = nil }
        }
    }

    private mutating func noteSent(at position: Int) {
        let subscription = subscriptions[position]
        let last = subscription.delivered ?? published
        guard subscription.sentFrom < last else { return }
        let ranges = sent[subscription.link.connectionNumber]?.ranges ?? []
        sent[subscription.link.connectionNumber] = SentSets(
            ranges: ranges.suffix(Self.rangesKept - 1) + [subscription.sentFrom + 1...last],
            closing: closings)
    }

    /// Whether a session was sent a set before it was sent the list anew, or it was closed.
    private func wasSent(_ revision: Int, to connection: UInt64) -> Bool {
        sent[connection]?.ranges.contains { $0.contains(revision) } ?? false
    }

    /// The list is closed for all of them.
    mutating func removeAll() {
        subscriptions = []
        positions = [:]
    }

    private mutating func sendPendingAnswers(at position: Int, _ list: ListID) {
        for pending in subscriptions[position].pendingAnswers {
            subscriptions[position].link.acknowledge(pending.answer, id: pending.id, list: list)
        }
        subscriptions[position].pendingAnswers = []
    }

    // MARK: Answers

    /// Answers edits: by their sets where their sessions are sent those.
    mutating func answer(_ edits: ArraySlice<AnsweredEdit>, counts: [Int], in list: ListID) {
        for edit in edits {
            let request = edit.request
            let isDelivered = request.submitter.connectionID.map {
                isAnswered(edit.outcome, id: request.id, of: $0, isRepeated: request.isRepeated)
            }
            request.submitter.answered(
                edit, in: list, counts: counts, isDelivered: isDelivered ?? false)
        }
    }

    /// Whether a session is sent the set that answers an edit, now or with what it has missed.
    ///
    /// - Parameter isRepeated: the session has sent the edit's id, or a higher one, before.
    mutating func isAnswered(
        _ answer: EditOutcome, id: Int, of connection: UInt64, isRepeated: Bool
    ) -> Bool {
        let revision: Int
        switch answer {
        case .applied(let applied, _, _): revision = applied
        // A client that resends before it has seen the set has its answer in the set. One that sends
        // an id again that it was answered in this session asks anew.
        case .duplicate(let applied, applied: true) where !isRepeated: revision = applied
        default: return false
        }
        if wasSent(revision, to: connection) { return true }
        // Else it was sent before the session opened the list, with the state.
        guard let position = positions[connection], revision > subscriptions[position].sentFrom
        else { return false }
        return isDelivered(revision, with: PendingAnswer(id: id, answer: answer), at: position)
    }

    /// Keeps an answer where the session has missed the set that it is told by.
    private mutating func isDelivered(
        _ revision: Int, with answer: PendingAnswer, at position: Int
    ) -> Bool {
        if let delivered = subscriptions[position].delivered, revision > delivered {
            subscriptions[position].pendingAnswers.append(answer)
        }
        return true
    }

    // MARK: One that was too slow

    /// The last revision that a session was sent, where it is behind.
    func delivered(to connection: UInt64) -> Int? {
        positions[connection].flatMap { subscriptions[$0].delivered }
    }

    /// What a session that is behind and takes bytes again is to be sent; nil: it is not behind, or its
    /// stream stands still.
    func resync(of connection: UInt64) -> ResyncRequest? {
        guard let position = positions[connection], !subscriptions[position].isPaused,
            let delivered = subscriptions[position].delivered
        else { return nil }
        return ResyncRequest(
            connection: connection, delivered: delivered, window: subscriptions[position].window,
            wantsAuthors: subscriptions[position].wantsAuthors)
    }

    /// Sends a session what it has missed.
    ///
    /// - Parameter isWhole: it is the current list, in which the session does not see its own edits.
    mutating func catchUp(
        _ connection: UInt64, with frames: [Frame], isWhole: Bool, revision: Int, list: ListID
    ) {
        guard let position = positions[connection], subscriptions[position].delivered != nil,
            !subscriptions[position].isPaused
        else { return }
        if isWhole {
            noteSent(at: position)
            sendPendingAnswers(at: position, list)
            subscriptions[position].sentFrom = revision
        }
        subscriptions[position].pendingAnswers = []
        subscriptions[position].delivered = nil
        for frame in frames { subscriptions[position].link.send(frame) }
    }

    // MARK: Windows

    /// Whether the rows that a session is sent tell who changed them.
    func wantsAuthors(_ connection: UInt64) -> Bool {
        positions[connection].map { subscriptions[$0].wantsAuthors } ?? false
    }

    /// A session with a window asked for other rows: they are its window from now on.
    mutating func noteWindow(_ selection: RowSelection, of connection: UInt64) {
        guard let position = positions[connection] else { return }
        subscriptions[position].window?.note(selection)
    }

    /// The range of rows that a session asked for last begins with this row.
    mutating func noteFirstRow(_ row: RowID, of connection: UInt64) {
        guard let position = positions[connection] else { return }
        subscriptions[position].window?.noteFirstRow(row)
    }

    /// Stops the stream of a session: it counts as after from this revision on.
    ///
    /// - Returns: False where it is behind already.
    mutating func pause(_ connection: UInt64, at revision: Int) -> Bool {
        guard let position = positions[connection] else { return true }
        guard subscriptions[position].delivered == nil else { return false }
        subscriptions[position].delivered = revision
        subscriptions[position].isPaused = true
        subscriptions[position].hasMissedSets = false
        return true
    }

    func isPaused(_ connection: UInt64) -> Bool {
        positions[connection].map { subscriptions[$0].isPaused } ?? false
    }

    /// Ends a pause; a session that has missed sets is an ordinary one that is behind from now on.
    mutating func resume(_ connection: UInt64) {
        guard let position = positions[connection], subscriptions[position].isPaused else { return }
        subscriptions[position].isPaused = false
        if !subscriptions[position].hasMissedSets { subscriptions[position].delivered = nil }
    }

    // MARK: To all

    /// Begins to send something to all.
    mutating func begin(_ broadcast: Broadcast) {
        if case .sets(let frame, _) = broadcast {
            published = max(published, frame.event?.place ?? 0)
        }
        self.broadcast = (broadcast, 0, 0)
    }

    /// Sends the next part of what is on its way.
    ///
    /// Policy of the outbound queues: a session with more than `bound` bytes queued, or that the ledger of
    /// bytes makes shed, is sent no further sets until its socket has drained; it then gets what it missed
    /// as one.
    ///
    /// - Returns: nil where there is more to send; else to how many sessions it went.
    mutating func sendPart(bound: Int) -> Int? {
        guard case (let broadcast, var next, var sent)? = broadcast else { return 0 }
        let end = min(subscriptions.count, next + Self.turnCount)
        while next < end {
            if send(broadcast, at: next, bound: bound) { sent += 1 }
            next += 1
        }
        guard next >= subscriptions.count else {
            self.broadcast = (broadcast, next, sent)
            return nil
        }
        self.broadcast = nil
        return sent
    }

    private mutating func send(_ broadcast: Broadcast, at index: Int, bound: Int) -> Bool {
        let link = subscriptions[index].link
        let isBehind = subscriptions[index].delivered != nil
        switch broadcast {
        case .sets(let frame, let revision):
            guard !isBehind else {
                subscriptions[index].hasMissedSets = true
                return false
            }
            let queued = link.queuedBytes
            if queued > 0 {
                let isThrottled = link.isThrottled
                if isThrottled || queued + frame.wireCount > bound {
                    subscriptions[index].delivered = revision
                    link.notifyWhenDrained(below: isThrottled ? 0 : bound / 4)
                    return false
                }
            }
            link.send(frame)
        case .sendBestEffort(let frame):
            guard !isBehind, takes(frame, link, bound) else { return false }
            link.send(frame)
        case .presence(let frame):
            guard !subscriptions[index].awaitsFullPresence else { return false }
            guard !isBehind, takes(frame, link, bound) else {
                // It missed presence: it receives the whole once it takes bytes again.
                subscriptions[index].awaitsFullPresence = true
                return false
            }
            link.send(frame)
        case .fullPresence(let frame):
            guard subscriptions[index].awaitsFullPresence, !isBehind, takes(frame, link, bound)
            else {
                return false
            }
            subscriptions[index].awaitsFullPresence = false
            link.send(frame)
        case .closing(let frame):
            link.send(frame)
        }
        return true
    }

    private func takes(_ frame: Frame, _ link: any SubscriberLink, _ bound: Int) -> Bool {
        let queued = link.queuedBytes
        return queued == 0 || (queued + frame.wireCount <= bound && !link.isThrottled)
    }
}
