import ListEditing
package import ListJournal
import ListProtocol

/// Does again what the records of one list did, each held against its checksum and the record before it.
package struct RecordReplay: Sendable {
    let list: String

    package init(list: String) {
        self.list = list
    }

    /// Does again what the record after `position` did.
    ///
    /// - Parameter last: The revision of the last set that counts.
    /// - Throws: `ListUnreadable` unless it is the next one and as it was written; one that did not fit may
    ///   be done in part.
    package func apply(
        _ record: StoredRecord, to loaded: inout LoadedList, after position: JournalPosition,
        through last: Int = .max
    ) throws(ListUnreadable) {
        var content = try content(of: record, after: position)
        if record.position.revision > last { content.cut(through: last) }
        do {
            try loaded.replay(content, at: record.at)
        } catch {
            throw unreadable(
                record.position.revision,
                "the record does not fit the list before it: \(text(of: error))")
        }
    }

    package func unreadable(_ revision: Int, _ reason: String) -> ListUnreadable {
        ListUnreadable(list: list, revision: revision, reason: reason)
    }

    /// What the record after `position` did.
    ///
    /// - Throws: `ListUnreadable` unless it is the next one and as it was written.
    /// - Complexity: O(n) in the bytes.
    func content(
        of record: StoredRecord, after position: JournalPosition
    ) throws(ListUnreadable) -> ListRecord {
        try check(record, after: position)
        let content: ListRecord
        do {
            content = try ListRecord(decoding: record.body)
        } catch {
            throw unreadable(
                record.position.revision, "the record cannot be read: \(text(of: error))")
        }
        try check(content.sets.map(\.revision), of: record)
        guard position.revision + content.sets.count == record.position.revision else {
            throw unreadable(
                record.position.revision,
                "the record does not begin at revision \(position.revision + 1)")
        }
        return content
    }

    /// Checks that the record is as it was written, and the one after `position`.
    package func check(
        _ record: StoredRecord, after position: JournalPosition
    ) throws(ListUnreadable) {
        let revision = record.position.revision
        guard record.isIntact else {
            throw unreadable(revision, "the record is not as it was written")
        }
        let missing = record.position.token - position.token - 1
        guard missing >= 0 else {
            throw unreadable(revision, "the record stands where another should")
        }
        guard missing == 0 else {
            throw unreadable(
                position.revision + 1,
                "\(missing) record\(missing == 1 ? " is" : "s are") missing before revision "
                    + "\(revision)")
        }
        if let named = record.previous, let check = position.check, named != check {
            throw unreadable(revision, "the record follows another than the one that is before it")
        }
    }

    /// Checks that the sets of a record follow one another and end at its revision.
    package func check(_ revisions: [Int], of record: StoredRecord) throws(ListUnreadable) {
        let last = record.position.revision
        for (index, revision) in revisions.enumerated()
        where revision != last - revisions.count + 1 + index {
            throw unreadable(
                last, "the record holds revision \(revision) in the place of another")
        }
    }

    /// Why something stored cannot be read, for people.
    package func text(of error: any Error) -> String {
        (error as? DecodingProblem)?.message ?? (error as? CountError)?.message ?? "\(error)"
    }
}
