// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation
import NATS

/// Counts what a cluster's journal does, and tells the server's log of its troubles.
///
/// Safe to use from any thread.
final class JetStreamFigures: Sendable {
    private let lock = NSLock()
    private let report: @Sendable (JetStreamNotice) -> Void
    /// How long the cluster may be out of reach until it is told.
    private let patience: Duration
    // Guarded by `lock`.
    nonisolated(unsafe) private var current = JournalFigures(engine: "nats")
    /// The next end of the connection is its owner's doing.
    nonisolated(unsafe) private var isLeaving = false
    /// The node that led each stream when it was looked at last.
    nonisolated(unsafe) private var leaders: [String: String] = [:]
    nonisolated(unsafe) private var lostAt: ContinuousClock.Instant?
    nonisolated(unsafe) private var lastRetry: (moment: ContinuousClock.Instant, reason: String)?

    /// How long the same reason for a retry is not reported again.
    private static let quiet = Duration.seconds(10)

    init(patience: Double, report: @escaping @Sendable (JetStreamNotice) -> Void) {
        self.patience = .seconds(patience)
        self.report = report
    }

    var counts: JournalFigures {
        lock.withLock {
            var counts = unsafe current
            counts.isReachable = unsafe lostAt.map { ContinuousClock.now - $0 < patience } ?? true
            return counts
        }
    }

    func tell(_ notice: JetStreamNotice) { report(notice) }

    func attempted() { lock.withLock { unsafe current.attempts += 1 } }

    func overtaken() { lock.withLock { unsafe current.conflicts += 1 } }

    /// A stream was looked at.
    ///
    /// - Parameter leader: nil where none was elected yet.
    func note(bytes: Int, leader: String?, of stream: String) {
        lock.withLock {
            unsafe current.streams[stream] = bytes
            guard let leader else { return }
            if let before = unsafe leaders.updateValue(leader, forKey: stream), before != leader {
                unsafe current.elections += 1
            }
        }
    }

    func retried(_ reason: String) {
        let now = ContinuousClock.now
        let isNew = lock.withLock {
            unsafe current.retries += 1
            if let last = unsafe lastRetry, last.reason == reason, now - last.moment < Self.quiet {
                return false
            }
            unsafe lastRetry = (now, reason)
            return true
        }
        if isNew { report(.retrying(reason)) }
    }

    /// The connection is about to be ended from here, which is no trouble.
    func leaving() { lock.withLock { unsafe isLeaving = true } }

    func note(_ event: NATSEvent) {
        switch event {
        case .disconnected(let reason):
            lost()
            let isExpected = lock.withLock {
                defer { unsafe isLeaving = false }
                return unsafe isLeaving
            }
            if !isExpected { report(.disconnected(reason)) }
        case .reconnected(let node):
            lock.withLock {
                unsafe lostAt = nil
                unsafe current.reconnects += 1
            }
            report(.reconnected(node))
        case .closed(let reason):
            lost()
            if !reason.isEmpty { report(.disconnected(reason)) }
        case .dropped: break
        }
    }

    private func lost() {
        let now = ContinuousClock.now
        lock.withLock { unsafe lostAt = unsafe lostAt ?? now }
    }
}

/// What a cluster's journal tells the server's log.
package enum JetStreamNotice: Hashable, Sendable {
    /// The connection broke; the text may be empty.
    case disconnected(String)
    /// The node that the connection has stores nothing: another is tried.
    case movingOn
    /// Connected again, to the node with this address.
    case reconnected(String)
    /// An append is tried again, for this reason.
    case retrying(String)
    /// A stream has 4 GB or more.
    case large(stream: String)
    /// This node was down when the others told their settings.
    case unchecked(String)
    /// A node that was down is up, and is not safe; the text says what to change.
    case unsafe(String)
}
