package import ListDocument
import ListEditing
package import ListJournal
import ListProtocol
import TextBytes

/// What is stored of one list, held against its checksums and its order as it is read.
package struct StoredLog: Sendable {
    let journal: any JournalReading
    let list: String
    /// The epoch that the list is to have; nil: any.
    var epoch: String?

    package init(journal: any JournalReading, list: String, epoch: String? = nil) {
        self.journal = journal
        self.list = list
        self.epoch = epoch
    }

    /// Records read at a time.
    static let portion = 256

    var records: RecordReplay { RecordReplay(list: list) }

    package func unreadable(_ revision: Int, _ reason: String) -> ListUnreadable {
        records.unreadable(revision, reason)
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

    /// Reads some records, of this list alone.
    package func records(
        at revision: Int,
        _ ask: (any JournalReading) async throws(JournalError) -> [StoredRecord]
    ) async throws -> [StoredRecord] {
        let records = try await reading(at: revision, ask)
        for record in records { try check(record.epoch) }
        return records
    }

    /// Reads of a list that is there: one that another server deletes meanwhile is not damaged.
    ///
    /// - Throws: `JournalError` in place of `ListUnreadable` where the list is gone, which is heard of soon.
    func unlessDeleted<Value>(_ read: () async throws -> Value) async throws -> Value {
        do {
            return try await read()
        } catch let damage as ListUnreadable {
            switch await head() {
            case .success(nil): throw JournalError.failed("another server has deleted the list")
            case .success(let now?) where now.position != .unreadable: try check(now.epoch)
            // Nothing tells that it is gone.
            case .success, .failure: break
            }
            throw damage
        }
    }

    private func head() async -> Result<ListHead?, JournalError> {
        do throws(JournalError) {
            return .success(try await journal.head(list: list))
        } catch {
            return .failure(error)
        }
    }

    /// Checks that what was read is of this list.
    ///
    /// - Throws: `JournalError` where another server has made one anew with its id, which is heard of soon.
    func check(_ found: String?) throws(JournalError) {
        if let epoch, let found, !found.isSame(as: epoch) {
            throw .failed("another server has deleted the list and made it anew")
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
            throw unreadable(revision, "the snapshot cannot be read: \(records.text(of: error))")
        }
        guard content.state.revision == revision else {
            throw unreadable(
                revision, "the snapshot says of itself revision \(content.state.revision)")
        }
        return content
    }

    /// Does again what the records after `position` did, as far as they go.
    ///
    /// - Parameters:
    ///   - last: The token of the last record that counts.
    ///   - taken: Called for each record once it is done, with the position before it.
    /// - Throws: `ListUnreadable` at the first record that is not as it was written, or does not fit
    ///   the list; `loaded` and `position` are then before that, but a record that did not fit may be
    ///   done in part. `JournalError`.
    func replay(
        onto loaded: inout LoadedList, after position: inout JournalPosition,
        through last: Int64 = .max,
        taken: (StoredRecord, JournalPosition) -> Void = { _, _ in }
    ) async throws {
        while true {
            let place = position
            let records = try await records(at: place.revision + 1) {
                journal throws(JournalError) in
                try await journal.read(list: list, after: place, limit: StoredLog.portion)
            }
            guard !records.isEmpty else { return }
            for record in records {
                guard record.position.token <= last else { return }
                try self.records.apply(record, to: &loaded, after: position)
                taken(record, position)
                position = record.position
            }
        }
    }
}
