import Foundation

/// Notices that the node which a connection has is of no use: it answers, but may be cut off from the others.
///
/// Safe to use from any thread.
final class NodeSwitch: Sendable {
    /// For how long nothing may succeed, and how far apart failures of one outage are.
    ///
    /// An election mostly takes less; a change of nodes during one does no harm.
    private static let patience = Duration.seconds(5)
    /// The same at a node to which the connection has moved since something succeeded.
    ///
    /// It may be the one that is cut off: a server that waited for an election at another node has come to it.
    private static let shortPatience = Duration.seconds(2)

    private struct Outage {
        /// When the first request that failed was made, or the connection has moved.
        var since: ContinuousClock.Instant
        var last: ContinuousClock.Instant
        var hasMoved = false

        var patience: Duration { hasMoved ? shortPatience : NodeSwitch.patience }
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var outage: Outage?

    /// Something was stored.
    func succeeded() { lock.withLock { unsafe outage = nil } }

    /// A request has to be made again.
    ///
    /// - Parameter began: When it was made.
    /// - Returns: Whether another node should be tried.
    func failed(
        begun began: ContinuousClock.Instant, at now: ContinuousClock.Instant
    ) -> Bool {
        lock.withLock {
            guard var before = unsafe outage, now - before.last < Self.patience else {
                unsafe outage = Outage(since: began, last: now)
                return false
            }
            before.last = now
            let isOver = now - before.since >= before.patience
            if isOver { before = Outage(since: now, last: now, hasMoved: true) }
            unsafe outage = before
            return isOver
        }
    }
}
