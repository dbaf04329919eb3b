import Foundation

/// Notices that the node which a connection has is of no use: it answers, but may be cut off from the others.
///
/// Safe to use from any thread.
final class NodeSwitch: Sendable {
    /// For how long nothing may succeed, and how far apart failures of one outage are.
    ///
    /// An election mostly takes less; a change of nodes during one does no harm.
    private static let patience = Duration.seconds(5)

    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var failing:
        (since: ContinuousClock.Instant, last: ContinuousClock.Instant)?

    /// Something was stored.
    func succeeded() { lock.withLock { unsafe failing = nil } }

    /// A request has to be made again.
    ///
    /// - Parameter began: When it was made.
    /// - Returns: Whether another node should be tried.
    func failed(
        begun began: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now
    ) -> Bool {
        lock.withLock {
            guard let before = unsafe failing, now - before.last < Self.patience else {
                unsafe failing = (began, now)
                return false
            }
            guard now - before.since >= Self.patience else {
                unsafe failing = (before.since, now)
                return false
            }
            unsafe failing = nil
            return true
        }
    }
}
