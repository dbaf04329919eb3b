import ListDocument
package import ListEditing
package import ListProtocol
import WebSocketTransport

/// When a list's `head` is due: some time after the last change of a burst, and every minute while
/// it keeps changing.
///
/// Pure: the time is handed in, in monotonic seconds, so that setting the clock has no effect.
struct HeadTimer: Sendable {
    private var firstChange: Double?
    private var lastChange = 0.0
    private var isScheduled = false

    /// Seconds after which a list that keeps changing has its `head`.
    private static let longest = 60.0

    /// A change set was published at `now`.
    ///
    /// - Parameter quiet: `limits.headSeconds`.
    /// - Returns: Seconds to wait before asking ``wait(now:quiet:)``; nil where a wait is under way.
    mutating func noteChange(now: Double, quiet: Double) -> Double? {
        firstChange = firstChange ?? now
        lastChange = now
        guard !isScheduled else { return nil }
        isScheduled = true
        return quiet
    }

    /// - Returns: 0 where the head is due now, else the seconds to go on waiting.
    mutating func wait(now: Double, quiet: Double) -> Double {
        guard let first = firstChange else { return 0 }
        let due = min(lastChange + quiet, first + Self.longest)
        guard now >= due else { return due - now }
        isScheduled = false
        firstChange = nil
        return 0
    }
}

/// The heads of a list: each is sent at its place in the stream of sets.
///
/// A part of ``SequencerMachine``, which hands the list over while that is as it is stored.
struct ListHeads: Sendable {
    private let quiet: Double
    private var timer = HeadTimer()
    /// Whether one is due, and waits until the list is as it is stored.
    private(set) var isDue = false

    init(_ limits: ProtocolLimits) {
        quiet = Double(limits.headSeconds)
    }

    /// Change sets have been published.
    mutating func published(at now: Double, _ effects: inout [SequencerEffect]) {
        guard let wait = timer.noteChange(now: now, quiet: quiet) else { return }
        effects.append(.wake(after: wait, .head))
    }

    /// The time for the next head may be there.
    ///
    /// - Parameter isInUse: Whether a subscriber could receive it.
    mutating func timeIsOver(at now: Double, isInUse: Bool, _ effects: inout [SequencerEffect]) {
        let wait = timer.wait(now: now, quiet: quiet)
        if wait > 0 {
            effects.append(.wake(after: wait, .head))
        } else {
            isDue = isInUse
        }
    }

    /// Rows of a list whose digest is taken in a turn of the loop.
    private static let turnRows = 10_000

    /// Sends the head that is due to the subscribers; one that is behind may miss it.
    mutating func send(_ list: LoadedList, _ effects: inout [SequencerEffect]) {
        guard isDue else { return }
        isDue = false
        if list.list.rowCount <= Self.turnRows {
            effects.append(
                .broadcast(.bestEffort(Frame(text: Head(of: list.list, list.id).encoded))))
        } else {
            effects.append(.broadcast(.head(list.list.withoutHistory)))
        }
    }
}

extension Head {
    /// - Complexity: O(n) in the rows.
    package init(of list: EditableList, _ id: ListID) {
        self.init(list: id, revision: list.revision, digest: list.digest())
    }
}
