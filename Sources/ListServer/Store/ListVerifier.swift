import ListEditing
package import ListJournal
import ListProtocol

/// Replays a list from the oldest snapshot that the store has, and holds every later one and the head
/// against the outcome.
package struct ListVerifier: Sendable {
    private let journal: any JournalReading
    private let limits = Limits()

    /// Records read at a time.
    private static let portion = 256

    package init(_ journal: any JournalReading) {
        self.journal = journal
    }

    /// Verifies one list.
    ///
    /// - Parameter progress: Called now and then with the revision that was reached.
    /// - Throws: `JournalError` where the store cannot be read at all.
    @concurrent
    package func verify(
        _ head: ListHead, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(JournalError) -> ListReport {
        var report = ListReport(list: head.list, from: 0, revision: head.position.revision)
        guard let origin = try await journal.loadOrigin(list: head.list),
            let newest = try await journal.loadSnapshot(list: head.list)
        else {
            report.note(head.position.revision, "the list has no snapshot")
            return report
        }
        report.from = origin.position.revision
        var replay = Replay(of: head, from: origin, limits: limits, &report)
        let snapshot = newest.position == origin.position ? nil : newest
        var target = snapshot.flatMap { ReplayTarget($0, &report) }
        if replay == nil {
            guard let snapshot, target != nil else { return report }
            replay = Replay(of: head, from: snapshot, limits: limits, &report)
            target = nil
        }
        while var current = replay {
            let records = try await journal.read(
                list: head.list, after: current.position, limit: Self.portion)
            var isBroken = false
            for record in records {
                isBroken = !current.take(record, &report)
                if isBroken { break }
                if let reached = target, current.position.token >= reached.position.token {
                    reached.compare(with: current, &report)
                    target = nil
                }
            }
            progress(current.position.revision)
            if isBroken {
                // What lies behind the newest snapshot can be verified all the same.
                replay =
                    target == nil
                    ? nil
                    : snapshot.flatMap {
                        Replay(of: head, from: $0, limits: limits, &report)
                    }
                target = nil
            } else if records.count < Self.portion {
                if target != nil {
                    report.note(
                        newest.position.revision, "the log ends before the snapshot stored there")
                }
                current.compare(with: head, &report)
                replay = nil
            } else {
                replay = current
            }
        }
        return report
    }
}
