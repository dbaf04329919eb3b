import ListProtocol
import TextBytes

/// The edits that a session has sent, by list: of as many lists as a client that edits them at once has, and not of
/// every one that it ever edited.
package struct SentEditsByList: Sendable {
    private var lists: [ListID: SentEdits] = [:]
    /// Of those, the lists that may be forgotten.
    private var overCount = 0
    /// Whether lists were left out, so that a list that is not here may have been edited.
    private var hasForgotten = false

    /// Lists of which it is known what was sent.
    static let most = 1_000

    /// Makes room for an edit of a list.
    ///
    /// - Parameter epoch: The list's. Of another list that had its id nothing is known any more.
    /// - Returns: False where the session has edits of too many lists that are not answered, or were refused and
    ///   must not be applied.
    mutating func makeRoom(for list: ListID, epoch: String) -> Bool {
        if let known = lists[list] {
            if !known.epoch.isSame(as: epoch), known.unanswered == 0 {
                lists[list] = SentEdits(epoch: epoch)
            }
            return true
        }
        if lists.count >= Self.most {
            // So many at a time that looking through all costs each edit a constant.
            guard overCount >= Self.most / 4 else { return false }
            lists = lists.filter { !$0.value.isOver }
            overCount = 0
            hasForgotten = true
        }
        lists[list] = SentEdits(epoch: epoch, isForgotten: hasForgotten)
        overCount += 1
        return true
    }

    /// Takes an edit in, for which there is room.
    ///
    /// - Returns: Whether it may have been sent before, and how many of its list wait for an answer; nil where
    ///   no room was made for it.
    mutating func add(
        _ id: Int, to list: ListID, inFlight: Int
    ) -> (novelty: SentEdits.Novelty, unanswered: Int)? {
        change(list) { $0.add(id, inFlight: inFlight) }
    }

    /// As in ``SentEdits``; nil where nothing of the list is known.
    mutating func answer(_ list: ListID) -> Int? { change(list) { $0.answer() } }

    mutating func leaveUnanswered(_ id: Int, _ list: ListID) -> Int? {
        change(list) { $0.leaveUnanswered(id) }
    }

    mutating func noteRefused(_ id: Int, _ list: ListID, remembered: Int) {
        change(list) { $0.noteRefused(id, remembered: remembered) }
    }

    @discardableResult
    private mutating func change<Result>(
        _ list: ListID, _ body: (inout SentEdits) -> Result
    ) -> Result? {
        guard let place = lists.index(forKey: list) else { return nil }
        if lists.values[place].isOver { overCount -= 1 }
        let result = body(&lists.values[place])
        if lists.values[place].isOver { overCount += 1 }
        return result
    }

    /// Whether an edit of the list is not answered yet.
    func isAwaiting(_ list: ListID) -> Bool { lists[list].map { $0.unanswered > 0 } ?? false }

    func wasRefused(_ id: Int, _ list: ListID) -> Bool { lists[list]?.wasRefused(id) ?? false }

    var count: Int { lists.count }
}

/// The edits of one list that a session has sent.
package struct SentEdits: Sendable {
    /// Whether an edit may have been sent before.
    struct Novelty: Hashable, Sendable {
        /// Its session has sent its id, or a higher one, before.
        var isRepeated: Bool
        /// No earlier connection of its client can have sent it: those that a client sends again when it
        /// connects are `limits.inFlight` at most, and come first; nor was it given back unanswered.
        var isCertainlyNew: Bool
    }

    let epoch: String
    /// Whether the session may have sent edits of the list of which nothing is known any more.
    let isForgotten: Bool
    private var count = 0
    /// The highest id so far.
    private var highest = 0
    private(set) var unanswered = 0
    /// The highest id that was given back unanswered: its outcome is not known.
    private var leftUnanswered = 0
    /// Ids that were refused since the list could not be stored: the latest, in the order of the refusals.
    private var refused: [Int] = []

    init(epoch: String, isForgotten: Bool = false) {
        self.epoch = epoch
        self.isForgotten = isForgotten
    }

    /// Whether nothing has to be known of it for what is still to come.
    var isOver: Bool { unanswered == 0 && refused.isEmpty }

    /// Takes one in.
    ///
    /// - Returns: Whether it may have been sent before, and how many wait for an answer.
    mutating func add(_ id: Int, inFlight: Int) -> (novelty: Novelty, unanswered: Int) {
        defer { highest = max(highest, id) }
        count += 1
        unanswered += 1
        let isRepeated = isForgotten || id <= highest
        let novelty = Novelty(
            isRepeated: isRepeated,
            isCertainlyNew: !isRepeated && id > leftUnanswered && count > inFlight
        )
        return (novelty, unanswered)
    }

    /// One was refused, of which the client may have sent a copy before it heard that.
    mutating func noteRefused(_ id: Int, remembered: Int) {
        if refused.count >= remembered { refused.removeFirst(refused.count - remembered + 1) }
        refused.append(id)
    }

    /// Whether one is a copy of an edit that was refused.
    func wasRefused(_ id: Int) -> Bool { id <= highest && refused.contains(id) }

    /// One is not answered and has to be sent again, as if it never had been; how many still wait.
    mutating func leaveUnanswered(_ id: Int) -> Int {
        highest = min(highest, id - 1)
        leftUnanswered = max(leftUnanswered, id)
        return answer()
    }

    /// One was answered; how many still wait.
    mutating func answer() -> Int {
        unanswered -= 1
        return unanswered
    }
}

/// Lists of which a session was notified that they cannot be read, and which it has not opened since: what it sends of
/// them before it heard that is given back.
package struct LostLists: Sendable {
    private var named: Set<ListID> = []
    /// Whether they are too many to be named: every list that is not open is taken as lost then.
    private var isOverflowing = false

    /// Lists that are named, as long as no more of them are open.
    static let most = 1_000

    /// - Parameter open: The lists that the session has open.
    mutating func insert(_ list: ListID, open: Set<ListID>) {
        guard !isOverflowing || open.contains(list) else { return }
        named.insert(list)
        guard named.count > Self.most, !isOverflowing else { return }
        isOverflowing = true
        named.formIntersection(open)
    }

    /// The session opens the list.
    mutating func remove(_ list: ListID) { named.remove(list) }

    /// The session has closed the list.
    mutating func close(_ list: ListID) {
        if isOverflowing { named.remove(list) }
    }

    func contains(_ list: ListID, isOpen: Bool) -> Bool {
        named.contains(list) || (isOverflowing && !isOpen)
    }
}
