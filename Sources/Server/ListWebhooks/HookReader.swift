import ListDocument
import ListEditing
// Canonical equivalence in this file: lists are known by their ids and epochs, which this program has made or checked.
import ListHosting
package import ListJournal
import TextBytes

/// Finds out what a hook is to be notified of a list next.
package struct HookReader: Sendable {
    let journal: any JournalReading & RecordLog & HookCursorStore
    /// What the URLs of lists begin with.
    let base: String
    /// Unix milliseconds.
    let now: @Sendable () -> Int

    package init(
        journal: any JournalReading & RecordLog & HookCursorStore, base: String,
        now: @escaping @Sendable () -> Int
    ) {
        self.journal = journal
        self.base = base
        self.now = now
    }

    /// One thing that a hook is to be told, and what its cursor says once it was.
    package struct Step: Sendable {
        package enum Progress: Hashable, Sendable {
            /// It was notified that the list of this epoch was deleted.
            case deleted(String)
            /// It was notified of the list of this epoch as far as a record.
            case notified(String, JournalPosition)
        }

        /// Nil: a record without sets.
        var event: HookEvent?
        var progress: Progress
    }

    /// Records that are read at a time, and bytes of events after which no further one is made.
    private static let portion = (records: 64, bytes: 4 << 20)

    /// What comes after a cursor, in order; nothing where the hook was told everything.
    ///
    /// - Throws: `JournalError`, `ListUnreadable`: it is not known, and to be asked again.
    @concurrent
    func next(after cursor: HookCursor) async throws -> [Step] {
        if let epoch = cursor.gone.first { return [deletion(of: cursor.list, epoch)] }
        let head = try await journal.head(list: cursor.list)
        if let epoch = cursor.epoch, !areSame(head?.epoch, epoch) {
            return [deletion(of: cursor.list, epoch)]
        }
        guard let head else { return [] }
        guard let position = cursor.position, cursor.epoch != nil else {
            let start = JournalPosition(revision: 0, token: 0)
            let event = HookEvent(
                .created, of: head.list, head.epoch, revision: 0, at: now(), url: url(head.list))
            return [Step(event: event, progress: .notified(head.epoch, start))]
        }
        guard position.revision < head.position.revision else { return [] }
        return try await changes(of: head, after: position)
    }

    private func changes(
        of head: ListHead, after position: JournalPosition
    ) async throws -> [Step] {
        let log = StoredLog(journal: journal, list: head.list, epoch: head.epoch)
        let records = try await log.records(at: position.revision + 1) {
            journal throws(JournalError) in
            try await journal.read(
                list: head.list, after: position, limit: Self.portion.records)
        }
        // What was read may be of a list that was made anew meanwhile.
        guard areSame(try await journal.head(list: head.list)?.epoch, head.epoch) else { return [] }
        guard let first = records.first, first.position.token == position.token + 1 else {
            let event = HookEvent(
                .reset, of: head.list, head.epoch, revision: head.position.revision, at: now(),
                url: url(head.list))
            return [Step(event: event, progress: .notified(head.epoch, head.position))]
        }
        var (steps, bytes) = ([Step](), 0)
        for record in records where bytes < Self.portion.bytes {
            let event = try event(of: record, in: log, head)
            steps.append(Step(event: event, progress: .notified(head.epoch, record.position)))
            bytes += event?.body.count ?? 0
        }
        return steps
    }

    private func event(
        of record: StoredRecord, in log: StoredLog, _ head: ListHead
    ) throws(ListUnreadable) -> HookEvent? {
        let revision = record.position.revision
        guard record.isIntact, let cuts = try? RecordLayout.all(in: record.body) else {
            throw log.unreadable(revision, "a record is not as it was written")
        }
        guard let last = cuts.last else { return nil }
        guard last.revision == revision else {
            throw log.unreadable(revision, "a record says of itself revision \(last.revision)")
        }
        return HookEvent(
            sets: cuts.map { record.body[$0.set] }, of: head.list, head.epoch, to: revision,
            at: record.at, url: url(head.list))
    }

    private func deletion(of list: String, _ epoch: String) -> Step {
        let event = HookEvent(.deleted, of: list, epoch, revision: nil, at: now(), url: nil)
        return Step(event: event, progress: .deleted(epoch))
    }

    private func url(_ list: String) -> String { "\(base)/api/lists/\(list)" }
}
