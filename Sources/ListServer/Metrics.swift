import Synchronization

/// Counters of one server, and their Prometheus text.
final class Metrics: Sendable {
    private let sessions = Atomic<Int>(0)
    private let sessionsOpened = Atomic<Int>(0)
    private let editsApplied = Atomic<Int>(0)
    private let editsNoop = Atomic<Int>(0)
    private let editsDuplicate = Atomic<Int>(0)
    private let editsRejected = Atomic<Int>(0)
    private let deliveries = Atomic<Int>(0)
    private let snapshotsEncoded = Atomic<Int>(0)
    private let commits = Atomic<Int>(0)
    private let journalErrors = Atomic<Int>(0)

    func sessionBegan() {
        sessions.add(1, ordering: .relaxed)
        sessionsOpened.add(1, ordering: .relaxed)
    }

    func sessionEnded() { sessions.subtract(1, ordering: .relaxed) }

    func delivered(to sessions: Int) { deliveries.add(sessions, ordering: .relaxed) }

    func committed() { commits.add(1, ordering: .relaxed) }

    func encodedSnapshot() { snapshotsEncoded.add(1, ordering: .relaxed) }

    func journalFailed() { journalErrors.add(1, ordering: .relaxed) }

    func count(_ answer: Answer) {
        switch answer {
        case .applied: editsApplied.add(1, ordering: .relaxed)
        case .noop: editsNoop.add(1, ordering: .relaxed)
        case .duplicate: editsDuplicate.add(1, ordering: .relaxed)
        case .rejected: editsRejected.add(1, ordering: .relaxed)
        }
    }

    /// The exposition format, version 0.0.4.
    ///
    /// No list is named.
    func text(lists: Int, loaded: Int) -> String {
        func load(_ value: borrowing Atomic<Int>) -> Int { value.load(ordering: .relaxed) }
        return """
            # HELP lockstep_sessions Sessions now.
            # TYPE lockstep_sessions gauge
            lockstep_sessions \(load(sessions))
            # HELP lockstep_sessions_opened_total Sessions since the start.
            # TYPE lockstep_sessions_opened_total counter
            lockstep_sessions_opened_total \(load(sessionsOpened))
            # HELP lockstep_lists Lists in the store.
            # TYPE lockstep_lists gauge
            lockstep_lists \(lists)
            # HELP lockstep_lists_loaded Lists in memory.
            # TYPE lockstep_lists_loaded gauge
            lockstep_lists_loaded \(loaded)
            # HELP lockstep_snapshots_encoded_total Snapshots put into frames to be shared.
            # TYPE lockstep_snapshots_encoded_total counter
            lockstep_snapshots_encoded_total \(load(snapshotsEncoded))
            # HELP lockstep_edits_total Edits by answer.
            # TYPE lockstep_edits_total counter
            lockstep_edits_total{answer="applied"} \(load(editsApplied))
            lockstep_edits_total{answer="noop"} \(load(editsNoop))
            lockstep_edits_total{answer="duplicate"} \(load(editsDuplicate))
            lockstep_edits_total{answer="rejected"} \(load(editsRejected))
            # HELP lockstep_deliveries_total Frames of change sets handed to sessions.
            # TYPE lockstep_deliveries_total counter
            lockstep_deliveries_total \(load(deliveries))
            # HELP lockstep_commits_total Records appended to the journal.
            # TYPE lockstep_commits_total counter
            lockstep_commits_total \(load(commits))
            # HELP lockstep_journal_errors_total Appends that failed.
            # TYPE lockstep_journal_errors_total counter
            lockstep_journal_errors_total \(load(journalErrors))

            """
    }
}
