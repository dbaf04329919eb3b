/// Decides whether the edits that wait are applied at once or a moment later, together with those
/// that are about to come.
///
/// A batch costs a commit, and a frame to each session, however few its edits are. While many edit,
/// the next edits of those who have just had their answers come one by one; applied as they come, they
/// would be many small batches. So right behind a batch of several edits, as many are waited for, but
/// never for longer than `longest`. A list that is edited now and then waits for nothing.
struct BatchLinger: Sendable {
    /// Seconds behind the last batch in which edits are gathered.
    static let longest = 0.002

    private var lastCount = 0
    private var lastEnd = -Double.infinity

    /// A batch of so many edits was published at `now`, in monotonic seconds.
    mutating func published(_ count: Int, at now: Double) {
        lastCount = count
        lastEnd = now
    }

    /// Seconds to wait for more than the `waiting` edits; nil: they are to be applied now.
    func pause(waiting: Int, at now: Double) -> Double? {
        guard lastCount > 1, waiting < lastCount else { return nil }
        let left = lastEnd + Self.longest - now
        return left > 0 ? left : nil
    }
}
