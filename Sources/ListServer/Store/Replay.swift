import ListEditing
import ListJournal
import ListProtocol

/// A list that is being made anew from its records.
struct Replay {
    private(set) var loaded: LoadedList
    /// Behind the last record that was taken.
    private(set) var position: JournalPosition

    /// Nil where the snapshot cannot be read, which is noted.
    init?(
        of head: ListHead, from snapshot: StoredSnapshot, limits: Limits,
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
    /// - Returns: False where the replay cannot go on behind it; why is noted.
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

    /// Holds the end of the replay against what the store says of the list.
    func compare(with head: ListHead, _ report: inout ListReport) {
        let list = loaded.list
        guard position == head.position else {
            report.note(
                position.revision + 1,
                "the log ends at revision \(position.revision), the list is at "
                    + "\(head.position.revision)")
            return
        }
        if list.title != head.title {
            report.note(
                list.revision, "the title is \"\(list.title)\", the store says \"\(head.title)\"")
        }
        if list.rowCount != head.rows {
            report.note(
                list.revision, "there are \(list.rowCount) rows, the store says \(head.rows)")
        }
        report.digest = list.digest().hexDigits
    }
}

extension ListReport {
    mutating func note(_ revision: Int, _ problem: String) {
        findings.append(Finding(revision: revision, problem: problem))
    }
}
