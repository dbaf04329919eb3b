// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
/// The logs of lists: made, deleted, and appended to.
package protocol RecordLog: LogReading {
    /// Whether other servers may append to the same lists: a conflict is nothing unusual then.
    var isShared: Bool { get }

    /// Reads when the newest record of any list was stored, in Unix milliseconds; nil where there is none.
    func newestTime() async throws(JournalError) -> Int?

    /// Adds lists at revision 0, each with its first snapshot: all of them, or none where an id is taken or
    /// storing fails.
    ///
    /// - Throws: `undecided` where lists may be there later; else there are none.
    func create(_ lists: [NewList]) async throws(JournalError) -> CreationOutcome

    /// Deletes a list with its records and snapshots.
    ///
    /// Does nothing where there is no such list, or its epoch is another.
    ///
    /// - Throws: `undecided` where the list may be deleted later; else it is as it was.
    func delete(list: String, epoch: String) async throws(JournalError)

    /// Appends one record directly after `expected`, the last position that the caller knows.
    ///
    /// Appends that wait at the same time, of any lists, are committed together.
    ///
    /// - Parameter done: Called once with the outcome, on any thread. An edit waits for it, so it is
    ///   no `async` function: that could resume after whatever keeps Swift's thread pool busy.
    func append(
        _ record: JournalRecord, to list: String, expected: JournalPosition,
        done: @escaping @Sendable (AppendOutcome) -> Void)

    /// Tells what became of an append of unknown outcome, or who came before one that was refused by a
    /// conflict: for certain, and as of now.
    ///
    /// Once it has returned, the record's place in the log is decided: an append that was not stored
    /// by then will never be. It proves that the store can be written again.
    ///
    /// - Throws: Where that cannot be told yet; to be called again then.
    func resolve(
        _ record: JournalRecord, of list: String, expected: JournalPosition
    ) async throws(JournalError) -> AppendResolution

    /// Tells of all records after the heads that ``JournalReading/heads()`` has returned, until the
    /// journal is closed: of each list's in the order of its log, each at least once.
    ///
    /// Where records were trimmed before they could be told, or a list was copied here, some are missing: a
    /// list's numbers and checks show it.
    ///
    /// - Parameter receive: Called from any thread, one call at a time.
    func follow(_ receive: @escaping @Sendable (FollowedRecord) -> Void)
}

/// What became of lists that were to be created.
package enum CreationOutcome: Hashable, Sendable {
    /// Their heads, in the order in which they were given.
    case created([ListHead])
    /// There is a list of this id already.
    case taken(String)
}

extension RecordLog {
    /// Adds a list at revision 0 with its first snapshot.
    ///
    /// - Returns: The new list's head; `nil` where the id is taken.
    /// - Throws: As for several lists.
    package func create(_ list: NewList) async throws(JournalError) -> ListHead? {
        guard case .created(let heads) = try await create([list]) else { return nil }
        return heads.first
    }

    /// Appends one record, for callers that are not in the way of an edit.
    package func append(
        _ record: JournalRecord, to list: String, expected: JournalPosition
    ) async -> AppendOutcome {
        await withCheckedContinuation { continuation in
            append(record, to: list, expected: expected) { continuation.resume(returning: $0) }
        }
    }
}

/// What an engine for one server need not implement: no other server writes.
extension RecordLog {
    package var isShared: Bool { false }

    package func newestTime() async throws(JournalError) -> Int? { nil }

    package func follow(_ receive: @escaping @Sendable (FollowedRecord) -> Void) {}
}

/// A position in a list's log.
///
/// Two positions of one list are equal where revision and number are: place and check follow from them.
package struct JournalPosition: Hashable, Sendable {
    /// The list's revision after the record.
    package var revision: Int

    /// The number of the record in the list's log.
    ///
    /// It rises by one with each record, also where a record holds no change set and the revision
    /// stays.
    package var token: Int64

    /// Where the engine has the record: what it compares, and rises with each record of the list.
    ///
    /// The number itself where the engine has no other.
    package var place: Int64

    /// The check of the record, a checksum that is computed from that of the record before as well; nil
    /// where it is not known, as in stores of versions without it.
    ///
    /// The next record names it, so that a log of which a record was lost or replaced is noticed.
    package var check: Int64?

    package init(revision: Int, token: Int64, place: Int64? = nil, check: Int64? = nil) {
        self.revision = revision
        self.token = token
        self.place = place ?? token
        self.check = check
    }

    package static func == (left: JournalPosition, right: JournalPosition) -> Bool {
        left.revision == right.revision && left.token == right.token
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(revision)
        hasher.combine(token)
    }
}

/// A record to append: the edits of one list that are committed together.
package struct JournalRecord: Sendable {
    /// That of the list that it is of.
    package var epoch: String
    /// The list's revision after the record; unchanged where the record holds no change set.
    package var revision: Int
    /// When the batch was applied, in Unix milliseconds.
    package var at: Int
    /// The list's title after the record.
    package var title: String
    /// The list's number of rows after the record.
    package var rows: Int
    /// How many of them have the field `done` set to `true`; nil: not counted, by an earlier version.
    package var done: Int?
    package var body: [UInt8]

    /// The position of the record directly after `expected`, for engines whose places are the numbers.
    package func position(after expected: JournalPosition) -> JournalPosition {
        var position = JournalPosition(revision: revision, token: expected.token + 1)
        position.check = Checksum.of(position, at: at, previous: expected.check, body)
        return position
    }

    package init(
        epoch: String, revision: Int, at: Int, title: String, rows: Int, done: Int? = nil,
        body: [UInt8]
    ) {
        self.epoch = epoch
        self.revision = revision
        self.at = at
        self.title = title
        self.rows = rows
        self.done = done
        self.body = body
    }
}

/// What became of an append.
package enum AppendOutcome: Hashable, Sendable {
    /// The record is durable at this position.
    case committed(JournalPosition)

    /// Another record is stored after the expected position, or the list is gone: it will not be stored
    /// any more, and ``RecordLog/resolve(_:of:expected:)`` tells whether it was by an earlier attempt.
    case conflict

    /// The engine does not accept such a record; nothing was stored. The text is for the log.
    case refused(String)

    /// The record may or may not be stored: ``RecordLog/resolve(_:of:expected:)`` tells. The text is for
    /// the log.
    case unknown(String)
}

/// What came of an append, once it is certain.
package enum AppendResolution: Hashable, Sendable {
    /// The record is stored; the list's head is this.
    case ours(ListHead)
    /// Another record, or none, is in its place, and it will never be stored; the list's head is this.
    case other(ListHead)
    /// The log is trimmed past its place, or what lies there is damaged: whether it was stored, nothing tells
    /// any more, but it will never be from now on; the list's head is this.
    case trimmed(ListHead)
    /// The list is gone.
    case gone
}

/// A list to be created, at revision 0.
package struct NewList: Sendable {
    package var list: String
    package var epoch: String
    package var title: String
    package var rows: Int
    /// How many of them have the field `done` set to `true`; nil: not counted, by an earlier version.
    package var done: Int?
    /// When it is created, in Unix milliseconds.
    package var at: Int
    package var snapshot: [UInt8]

    package init(
        list: String, epoch: String, title: String, rows: Int, done: Int? = nil, at: Int,
        snapshot: [UInt8]
    ) {
        self.list = list
        self.epoch = epoch
        self.title = title
        self.rows = rows
        self.done = done
        self.at = at
        self.snapshot = snapshot
    }
}
