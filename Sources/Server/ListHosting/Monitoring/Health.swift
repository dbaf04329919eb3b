import Foundation
import ListDocument
package import ListJournal
package import Logging
import TextBytes

/// Whether the server can store: what `/readyz` answers, and what the log reports once per failure.
///
/// With a store of its own it is ready while every list can be stored. With one that it shares it is ready
/// while that is in reach: a part of a cluster that stands still does so for all servers, and no other one
/// could do better.
package final class Health: Sendable {
    private let lock = NSLock()
    private let log: Logger
    private let journal: any Journal
    private let clock: WallClock
    // Guarded by `lock`.
    nonisolated(unsafe) private var failing: Set<TextKey> = []
    nonisolated(unsafe) private var stage = Stage.starting

    package enum Stage: Sendable { case starting, running, stopping }

    package init(log: Logger, journal: any Journal, clock: WallClock) {
        self.log = log
        self.journal = journal
        self.clock = clock
    }

    package var isReady: Bool { problems.isEmpty }

    /// Why it is not ready; empty: it is.
    package var problems: [String] {
        let isReachable = !journal.isShared || journal.figures.isReachable
        let stage = lock.withLock { unsafe self.stage }
        let failingLists = lock.withLock { unsafe failing.count }
        var problems: [String] = []
        switch stage {
        case .starting: problems.append("the server is starting")
        case .stopping: problems.append("the server is stopping")
        case .running: break
        }
        if !isReachable { problems.append("no node of NATS is in reach") }
        if !journal.isShared, failingLists > 0 {
            problems.append("the journal cannot be written, as \(failingLists) lists have found")
        }
        return problems
    }

    /// What is wrong although the server can store; empty: nothing is.
    package var degradations: [String] {
        [Self.checkpoints(journal.figures), clockReport].compactMap(\.self)
    }

    static func checkpoints(_ figures: JournalFigures) -> String? {
        guard figures.checkpointFailures > 0 else { return nil }
        return "the write-ahead log cannot be copied into the store's file, and grows: it has "
            + "\(figures.logBytes >> 20) MiB"
    }

    /// What is wrong with the machine's clock; nil: nothing is known of it.
    package var clockReport: String? {
        let days = clock.lead / HistoryOptions.dayMilliseconds
        guard days > 0 else { return nil }
        return
            "the machine's clock is \(days) days ahead of what this server expects by the newest stored "
            + "time and by how long it runs: set it if it is wrong; sets and clients are forgotten by their "
            + "age as if those days had not passed"
    }

    package var isStopping: Bool {
        lock.withLock { unsafe stage == .stopping }
    }

    package func enter(_ stage: Stage) {
        lock.withLock { unsafe self.stage = stage }
    }

    func journalFailed(list: String, reason: String) {
        let first = lock.withLock {
            let wasEmpty = unsafe failing.isEmpty
            unsafe failing.insert(TextKey(list))
            return wasEmpty
        }
        if first {
            log.error(
                "the journal cannot be written; edits are refused until it can",
                metadata: ["reason": "\(reason)"])
        }
    }

    func journalRecovered(list: String) {
        let last = lock.withLock {
            let removed = unsafe failing.remove(TextKey(list)) != nil
            return unsafe removed && failing.isEmpty
        }
        if last { log.notice("the journal can be written again") }
    }
}

extension Logger {
    /// Tells how copying the write-ahead log goes.
    package func tell(_ notice: CheckpointNotice) {
        switch notice {
        case .failing(let reason):
            error(
                "the write-ahead log cannot be copied into the store's file; edits go on, and the log grows until it can",
                metadata: ["reason": "\(reason)"])
        case .recovered: self.notice("the write-ahead log can be copied again")
        }
    }
}
