import ListEditing
import ListJournal
import ListProtocol

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
        let list = replay.loaded.list
        let state = list.state()
        if state != content.state {
            let stored = EditableList(content.state).digest().hexDigits
            report.note(
                revision,
                "the snapshot is not what the records make: \(difference(from: state)) (digest "
                    + "\(list.digest().hexDigits) replayed, \(stored) stored)")
        }
        for (client, stored) in content.clients.sorted(by: { $0.key.text < $1.key.text }) {
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
        if stored.title != state.title { return "the list's title" }
        if stored.rules != state.rules { return "the list's rules" }
        if stored.revision != state.revision { return "the list's revision" }
        for (left, right) in zip(stored.sections, state.sections) {
            if left.id != right.id || left.title != right.title || left.rules != right.rules {
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

extension ClientRecord {
    /// Whether the record can have come of the same edits as one that was never forgotten.
    ///
    /// A snapshot forgets clients that were away for long, and its server may have remembered fewer
    /// edits of each: so what both remember must be the same, from the newest on.
    fileprivate func agrees(with whole: ClientRecord) -> Bool {
        func common<Element: Equatable>(
            _ left: some BidirectionalCollection<Element>,
            _ right: some BidirectionalCollection<Element>
        ) -> Bool {
            zip(left.reversed(), right.reversed()).allSatisfy { $0 == $1 }
        }
        return seen == whole.seen && highest <= whole.highest && common(applied, whole.applied)
            && common(undo, whole.undo) && common(redo, whole.redo)
    }
}
