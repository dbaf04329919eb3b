/// When a list's `head` is due: some time after the last change of a burst, and every minute while
/// it keeps changing.
struct HeadBeat: Sendable {
    private var firstChange: Int?
    private var lastChange = 0
    private(set) var isScheduled = false

    private static let longest = 60_000

    /// A change set was published at `now` (milliseconds).
    ///
    /// - Returns: Milliseconds to wait before asking `isDue`; nil where someone waits already.
    mutating func noteChange(now: Int, quiet: Int) -> Int? {
        firstChange = firstChange ?? now
        lastChange = now
        guard !isScheduled else { return nil }
        isScheduled = true
        return quiet
    }

    /// - Returns: 0 where the head is due now, else the milliseconds to go on waiting.
    mutating func wait(now: Int, quiet: Int) -> Int {
        guard let first = firstChange else { return 0 }
        let due = min(lastChange + quiet, first + HeadBeat.longest)
        guard now >= due else { return due - now }
        isScheduled = false
        firstChange = nil
        return 0
    }
}
