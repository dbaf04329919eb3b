import ListDocument
import ListEditing
package import ListJournal
import ListProtocol
import TextBytes

/// Replays a list from the oldest snapshot that the store has, and holds every later one and the head
/// against the outcome.
package struct ListVerifier: Sendable {
    private let journal: any JournalReading
    private let limits = ProtocolLimits()

    /// Records read at a time.
    private static let portion = 256

    /// Whether servers may change the store meanwhile.
    private let isInUse: Bool
    /// How often a list is verified that was changed meanwhile.
    private static let attempts = 4

    package init(_ journal: any JournalReading, isInUse: Bool = false) {
        self.journal = journal
        self.isInUse = isInUse
    }

    /// Verifies one list.
    ///
    /// - Parameter progress: Called now and then with the revision that was reached.
    /// - Throws: `JournalError` where the store cannot be read at all.
    @concurrent
    package func verify(
        _ head: ListHead, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(JournalError) -> ListReport {
        guard isInUse else { return try await verifyOnce(head, progress) }
        var (head, attempt) = (head, 1)
        while true {
            guard let now = try await journal.head(list: head.list) else {
                // It was deleted since.
                return ListReport(list: head.list, from: 0, revision: 0)
            }
            head = now
            let report = try await verifyOnce(head, progress)
            if report.isSound || attempt == Self.attempts { return report }
            // What a server compacted or trimmed since the head was read looks like damage.
            attempt += 1
        }
    }

    private func verifyOnce(
        _ head: ListHead, _ progress: @Sendable (Int) -> Void
    ) async throws(JournalError) -> ListReport {
        var report = ListReport(list: head.list, from: 0, revision: head.position.revision)
        guard let base = try await journal.loadBase(list: head.list),
            let newest = try await journal.loadSnapshot(list: head.list)
        else {
            report.note(head.position.revision, "the list has no snapshot")
            return report
        }
        report.from = base.position.revision
        var replay = Replay(of: head, from: base, limits: limits, &report)
        let snapshot = newest.position == base.position ? nil : newest
        var target = snapshot.flatMap { ReplayTarget($0, &report) }
        if replay == nil {
            guard let snapshot, target != nil else { return report }
            replay = Replay(of: head, from: snapshot, limits: limits, &report)
            target = nil
        }
        try await checkVersions(head, &report)
        while var current = replay {
            var records = try await journal.read(
                list: head.list, after: current.position, limit: Self.portion)
            if isInUse { records.removeAll { $0.position.token > head.position.token } }
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
                // What lies after the newest snapshot can be verified all the same.
                replay =
                    target == nil
                    ? nil
                    : snapshot.flatMap {
                        Replay(of: head, from: $0, limits: limits, &report)
                    }
                target = nil
            } else if records.isEmpty {
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

extension ListVerifier {
    /// Holds each named version against its checksum, and against the revision that it is of.
    private func checkVersions(
        _ head: ListHead, _ report: inout ListReport
    ) async throws(JournalError) {
        let stored = StoredLog(journal: journal, list: head.list)
        for version in try await journal.versions(list: head.list) {
            guard let snapshot = try await journal.loadVersion(version.name, of: head.list) else {
                continue
            }
            do throws(ListUnreadable) {
                _ = try stored.content(of: snapshot)
            } catch {
                report.note(version.revision, "the version \(version.name): \(error.reason)")
            }
        }
    }
}

// Canonical equivalence: tests alone compare them.
/// What verifying one list found.
package struct ListReport: Hashable, Sendable {
    // Canonical equivalence: tests alone compare them.
    /// Something that is not as it was written, or does not follow from the rest.
    package struct Finding: Hashable, Sendable {
        /// Where in the list's history.
        package var revision: Int
        /// What differs, for people.
        package var problem: String
    }

    package var list: String
    /// The revision of the oldest snapshot, where the replay began.
    package var from: Int
    /// The revision that it should reach.
    package var revision: Int
    /// Records that were replayed.
    package var records = 0
    /// The digest at the end (protocol.md, "Staying in step"); nil where the end was not reached.
    package var digest: String?
    package var findings: [Finding] = []

    package var isSound: Bool { findings.isEmpty }
}

/// A list that is being made anew from its records.
package struct Replay {
    private(set) var loaded: LoadedList
    /// After the last record that was taken.
    private(set) var position: JournalPosition

    /// Nil where the snapshot cannot be read, which is noted.
    init?(
        of head: ListHead, from snapshot: StoredSnapshot, limits: ProtocolLimits,
        _ report: inout ListReport
    ) {
        position = snapshot.position
        let revision = snapshot.position.revision
        if !snapshot.isIntact, !report.findings.contains(where: { $0.revision == revision }) {
            report.note(revision, "the snapshot is not as it was written")
        }
        do {
            let content = try ListSnapshot(decoding: snapshot.body)
            loaded = LoadedList(
                id: ListID(head.list), epoch: head.epoch, limits: limits, snapshot: content)
        } catch {
            report.note(revision, "the snapshot cannot be read: \(error)")
            return nil
        }
        guard loaded.list.revision == revision else {
            report.note(revision, "the snapshot says of itself revision \(loaded.list.revision)")
            return nil
        }
    }

    /// Does what the next record did.
    ///
    /// - Returns: False where the replay cannot go on after it; why is noted.
    mutating func take(_ record: StoredRecord, _ report: inout ListReport) -> Bool {
        let revision = record.position.revision
        let missing = record.position.token - position.token - 1
        guard missing == 0 else {
            report.note(
                position.revision + 1,
                "\(missing) record\(missing == 1 ? " is" : "s are") missing before revision "
                    + "\(revision)")
            return false
        }
        if !record.isIntact {
            report.note(revision, "the record is not as it was written")
        }
        if let named = record.previous, let check = position.check, named != check {
            report.note(revision, "the record follows another than the one that is before it")
        }
        do {
            let content = try ListRecord(decoding: record.body)
            var next = loaded.list.revision
            for set in content.sets {
                next += 1
                guard set.revision == next else {
                    report.note(next, "the record holds revision \(set.revision) in its place")
                    return false
                }
            }
            try loaded.replay(content, at: record.at)
        } catch {
            report.note(revision, "the record does not fit the list before it: \(error)")
            return false
        }
        guard loaded.list.revision == revision else {
            report.note(revision, "the record ends at revision \(loaded.list.revision)")
            return false
        }
        loaded.forgetHistory(through: revision)
        position = record.position
        report.records += 1
        return true
    }

    /// Compares the end of the replay with the stored head of the list.
    func compare(with head: ListHead, _ report: inout ListReport) {
        let list = loaded.list
        guard position == head.position else {
            report.note(
                position.revision + 1,
                "the log ends at revision \(position.revision), the list is at "
                    + "\(head.position.revision)")
            return
        }
        if !list.title.isSame(as: head.title) {
            report.note(
                list.revision, "the title is \"\(list.title)\", the store says \"\(head.title)\"")
        }
        if list.rowCount != head.rows {
            report.note(
                list.revision, "there are \(list.rowCount) rows, the store says \(head.rows)")
        }
        if let done = head.done, list.doneCount != done {
            report.note(
                list.revision, "\(list.doneCount) rows are done, the store says \(done)")
        }
        report.digest = list.digest().hexDigits
    }
}

extension ListReport {
    mutating func note(_ revision: Int, _ problem: String) {
        findings.append(Finding(revision: revision, problem: problem))
    }
}

/// A stored snapshot that a replay is to arrive at.
struct ReplayTarget {
    let position: JournalPosition
    private let content: ListSnapshot

    /// Nil where the snapshot cannot be read, which is noted.
    init?(_ snapshot: StoredSnapshot, _ report: inout ListReport) {
        position = snapshot.position
        let revision = snapshot.position.revision
        if !snapshot.isIntact { report.note(revision, "the snapshot is not as it was written") }
        do {
            content = try ListSnapshot(decoding: snapshot.body)
        } catch {
            report.note(revision, "the snapshot cannot be read: \(error)")
            return nil
        }
    }

    /// Notes what differs between the snapshot and the replayed list, if anything does.
    func compare(with replay: Replay, _ report: inout ListReport) {
        let revision = position.revision
        guard replay.position == position else {
            report.note(revision, "no record ends where the snapshot was made")
            return
        }
        if let named = position.check, let check = replay.position.check, named != check {
            report.note(revision, "the snapshot was made after another record")
        }
        let list = replay.loaded.list
        let state = list.state().tellingAuthors(asIn: content.state)
        if state != content.state {
            let stored = EditableList(content.state).digest().hexDigits
            report.note(
                revision,
                "the snapshot is not what the records make: \(difference(from: state)) (digest "
                    + "\(list.digest().hexDigits) replayed, \(stored) stored)")
        }
        for (client, stored) in content.clients.sorted(by: { $0.key.text.precedes($1.key.text) }) {
            guard let replayed = replay.loaded.clients[client] else {
                report.note(revision, "no record speaks of client \(client.text)")
                continue
            }
            if !stored.agrees(with: replayed) {
                report.note(revision, "client \(client.text) was answered otherwise by the records")
            }
        }
    }

    /// The first thing in which the snapshot's list differs from `state`.
    private func difference(from state: ListState) -> String {
        let stored = content.state
        if !stored.title.isSame(as: state.title) { return "the list's title" }
        if stored.rules != state.rules { return "the list's rules" }
        if stored.revision != state.revision { return "the list's revision" }
        for (left, right) in zip(stored.sections, state.sections) {
            if left.id != right.id || !left.title.isSame(as: right.title)
                || left.rules != right.rules
            {
                return "section \(left.id.text)"
            }
            for (row, other) in zip(left.rows, right.rows) where row != other {
                return "row \(row.id.text)"
            }
            if left.rows.count != right.rows.count {
                return "\(left.rows.count) rows in section \(left.id.text), not "
                    + "\(right.rows.count)"
            }
        }
        return "\(stored.sections.count) sections, not \(state.sections.count)"
    }
}

extension ListState {
    /// The list, of which rows tell who changed them only where the same rows of `other` do.
    ///
    /// A server that did not keep that yet may have made the snapshot, or one that had its list from
    /// such a snapshot; the records tell it all the same.
    fileprivate func tellingAuthors(asIn other: ListState) -> ListState {
        var state = self
        for (section, known) in zip(sections.indices, other.sections) {
            for (row, known) in zip(sections[section].rows.indices, known.rows) {
                if known.by == nil { state.sections[section].rows[row].authorship.at = 0 }
                if known.added == nil { state.sections[section].rows[row].authorship.added = nil }
            }
        }
        return state
    }
}

extension UndoEntry {
    /// Without what earlier versions do not store.
    fileprivate var asStored: UndoEntry {
        UndoEntry(revision: revision, made: made, inverse: inverse)
    }
}

extension ClientRecord {
    /// Whether the record can have come of the same edits as one that was never forgotten.
    ///
    /// A snapshot forgets clients that were away for long, and its server may have remembered fewer
    /// edits of each: so what both remember must be the same, from the newest on. Versions that counted all
    /// time gave clients an earlier `seen`.
    fileprivate func agrees(with whole: ClientRecord) -> Bool {
        func common<Element: Equatable>(
            _ left: some BidirectionalCollection<Element>,
            _ right: some BidirectionalCollection<Element>
        ) -> Bool {
            zip(left.reversed(), right.reversed()).allSatisfy { $0 == $1 }
        }
        return seen <= whole.seen && highest <= whole.highest && common(applied, whole.applied)
            && common(undo.map(\.asStored), whole.undo.map(\.asStored))
            && common(redo.map(\.asStored), whole.redo.map(\.asStored))
    }
}
