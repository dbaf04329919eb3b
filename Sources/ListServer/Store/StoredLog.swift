import ListEditing
import ListJournal
import ListProtocol

/// Why a list that is there cannot be read: what is stored of it is damaged, and stays so until it is
/// mended.
///
/// A store that cannot be read at all just now is a `JournalError` instead, and is asked again.
package struct ListUnreadable: Error, Hashable, Sendable, CustomStringConvertible {
    package let list: String
    /// Where in the list's history the damage is.
    package let revision: Int
    package let reason: String

    package var description: String {
        "the list \(list) cannot be read at revision \(revision): \(reason)"
    }
}

/// What is stored of one list, held against its checksums and its order as it is read.
struct StoredLog: Sendable {
    let journal: any JournalReading
    let list: String

    /// Records read at a time.
    static let portion = 256

    func unreadable(_ revision: Int, _ reason: String) -> ListUnreadable {
        ListUnreadable(list: list, revision: revision, reason: reason)
    }

    /// Asks the journal; what it finds damaged is this list's.
    ///
    /// - Parameter revision: Where the list is read.
    func reading<Value>(
        at revision: Int, _ ask: (any JournalReading) async throws(JournalError) -> Value
    ) async throws -> Value {
        do {
            return try await ask(journal)
        } catch JournalError.corrupt(_, let detail) {
            throw unreadable(revision, detail)
        }
    }

    /// The list as the snapshot has it.
    ///
    /// - Throws: `ListUnreadable` unless it is as it was written.
    /// - Complexity: O(n) in the bytes.
    func content(of snapshot: StoredSnapshot) throws(ListUnreadable) -> ListSnapshot {
        let revision = snapshot.position.revision
        guard snapshot.isIntact else {
            throw unreadable(revision, "the snapshot is not as it was written")
        }
        let content: ListSnapshot
        do {
            content = try ListSnapshot(decoding: snapshot.body)
        } catch {
            throw unreadable(revision, "the snapshot cannot be read: \(text(of: error))")
        }
        guard content.state.revision == revision else {
            throw unreadable(
                revision, "the snapshot says of itself revision \(content.state.revision)")
        }
        return content
    }

    /// What the record behind `position` did.
    ///
    /// - Throws: `ListUnreadable` unless it is the next one and as it was written.
    /// - Complexity: O(n) in the bytes.
    func content(
        of record: StoredRecord, behind position: JournalPosition
    ) throws(ListUnreadable) -> ListRecord {
        try check(record, behind: position)
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

    /// Checks that the record is as it was written, and the one behind `position`.
    func check(
        _ record: StoredRecord, behind position: JournalPosition
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
    func check(_ revisions: [Int], of record: StoredRecord) throws(ListUnreadable) {
        let last = record.position.revision
        for (index, revision) in revisions.enumerated()
        where revision != last - revisions.count + 1 + index {
            throw unreadable(
                last, "the record holds revision \(revision) in the place of another")
        }
    }

    /// Does again what the records behind `position` did, as far as they go.
    ///
    /// - Parameters:
    ///   - last: The token of the last record that counts.
    ///   - taken: Called for each record once it is done, with the position before it.
    /// - Throws: `ListUnreadable` at the first record that is not as it was written, or does not fit
    ///   the list; `loaded` and `position` are then before that, but a record that did not fit may be
    ///   done in part. `JournalError`.
    func replay(
        onto loaded: inout LoadedList, behind position: inout JournalPosition,
        through last: Int64 = .max,
        taken: (StoredRecord, JournalPosition) -> Void = { _, _ in }
    ) async throws {
        while true {
            let place = position
            let records = try await reading(at: place.revision + 1) {
                journal throws(JournalError) in
                try await journal.read(list: list, after: place, limit: StoredLog.portion)
            }
            guard !records.isEmpty else { return }
            for record in records {
                guard record.position.token <= last else { return }
                try apply(record, to: &loaded, behind: position)
                taken(record, position)
                position = record.position
            }
        }
    }

    /// Does again what the record behind `position` did.
    func apply(
        _ record: StoredRecord, to loaded: inout LoadedList, behind position: JournalPosition
    ) throws(ListUnreadable) {
        let content = try content(of: record, behind: position)
        do {
            try loaded.replay(content, at: record.at)
        } catch {
            throw unreadable(
                record.position.revision,
                "the record does not fit the list before it: \(text(of: error))")
        }
    }

    private func text(of error: any Error) -> String {
        (error as? DecodingProblem)?.message ?? (error as? CountError)?.message ?? "\(error)"
    }
}
