// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation

/// A store of lists: for each list a log of records, and a snapshot beside it.
///
/// An engine stores bytes and compares positions; it does not interpret records. It keeps
/// these rules (`ListJournal.docc`, "What a second engine needs"):
///
/// - A call returns when its effect is durable.
/// - Calls may come from any thread, and concurrently.
/// - ``append(_:to:expected:)`` compares the position and stores the record in one step, so that of
///   two writers at most one succeeds.
package protocol Journal: JournalReading {
    /// Whether other servers may append to the same lists: a conflict is nothing unusual then.
    var isShared: Bool { get }

    /// What the engine has counted since it was opened.
    var figures: JournalFigures { get }

    /// Messages to and from the other servers; nil where there are none.
    var bus: (any MessageBus)? { get }

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

    /// Replaces the snapshot, unless the list's epoch is another or the stored one is as new.
    ///
    /// Where the engine keeps an base, the first snapshot that is replaced becomes the base. The
    /// next one that is replaced is kept as the nextBase, which becomes the base once
    /// ``trim(list:through:)`` allows it.
    func saveSnapshot(_ snapshot: StoredSnapshot, of list: String, epoch: String)
        async throws(JournalError)

    /// Replaces the base, unless the list's epoch is another or the stored one is as new.
    func saveBase(_ base: StoredSnapshot, of list: String, epoch: String)
        async throws(JournalError)

    /// Stores a version of the list, with the list as it was then, unless its name is taken or there are
    /// `most` of them.
    func saveVersion(
        _ version: NamedVersion, _ body: [UInt8], of list: String, epoch: String, most: Int
    ) async throws(JournalError) -> NamingOutcome

    /// Removes a version of the list.
    ///
    /// - Returns: Whether there was one.
    func removeVersion(
        _ name: String, of list: String, epoch: String
    ) async throws(JournalError) -> Bool

    /// Reads how far a hook was told of all lists of which the journal has a cursor; nil where the hook is
    /// new.
    func cursors(ofHook hook: String) async throws(JournalError) -> [HookCursor]?

    /// Reads how far a hook was told of a list, which other servers may have told it; nil where there is no
    /// cursor.
    func cursor(
        ofHook hook: String, in list: String
    ) async throws(JournalError) -> HookCursor?

    /// Notes that there is a hook, which has these cursors.
    func beginHook(_ hook: String, at cursors: [HookCursor]) async throws(JournalError)

    /// Replaces cursors of a hook, each unless another server did so first; removes those that are empty.
    ///
    /// - Returns: What the journal has now of each, in the same order.
    func saveCursors(
        _ cursors: [HookCursor], ofHook hook: String
    ) async throws(JournalError) -> [SavedCursor]

    /// Forgets a hook with its cursors: one with its name is new then.
    func forgetHook(_ hook: String) async throws(JournalError)

    /// Removes records at or below `revision` that the snapshot covers.
    ///
    /// Where the engine keeps an base, it first moves the base to the nextBase if that is not above
    /// `revision`, and then removes only records that the base covers.
    ///
    /// - Returns: The revision at or below which no record is left; 0 where there is none.
    func trim(list: String, through revision: Int) async throws(JournalError) -> Int

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

    /// Makes a backup of the whole store as of one moment.
    ///
    /// - Parameter progress: Called from time to time until the backup is made.
    /// - Returns: The backup; `nil` where the engine makes none.
    func backup(progress: @escaping @Sendable () -> Void) async throws(JournalError) -> BackupFile?

    /// Waits for all operations under way and closes the store.
    func close() async
}

/// What became of lists that were to be created.
package enum CreationOutcome: Hashable, Sendable {
    /// Their heads, in the order in which they were given.
    case created([ListHead])
    /// There is a list of this id already.
    case taken(String)
}

extension Journal {
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

/// What an engine for one server, without a base, hooks or backups, need not implement: no other server
/// writes.
extension Journal {
    package var isShared: Bool { false }

    package var bus: (any MessageBus)? { nil }

    package func newestTime() async throws(JournalError) -> Int? { nil }

    package func follow(_ receive: @escaping @Sendable (FollowedRecord) -> Void) {}

    package func saveBase(
        _ base: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {}

    package func backup(
        progress: @escaping @Sendable () -> Void
    ) async throws(JournalError) -> BackupFile? { nil }

    package func cursors(
        ofHook hook: String
    ) async throws(JournalError) -> [HookCursor]? { nil }

    package func cursor(
        ofHook hook: String, in list: String
    ) async throws(JournalError) -> HookCursor? {
        try await cursors(ofHook: hook)?.first { $0.list == list }
    }

    package func beginHook(
        _ hook: String, at cursors: [HookCursor]
    ) async throws(JournalError) {}

    package func saveCursors(
        _ cursors: [HookCursor], ofHook hook: String
    ) async throws(JournalError) -> [SavedCursor] { cursors.map { SavedCursor($0, isOwn: true) } }

    package func forgetHook(_ hook: String) async throws(JournalError) {}
}

/// What an engine has counted since it was opened, and how it stands.
package struct JournalFigures: Hashable, Sendable {
    /// The value of the setting `journal.engine`.
    package var engine: String
    /// Attempts to store a record; an append that is tried again counts each time.
    package var attempts = 0
    /// Attempts that were made again, as it was not certain what had become of them.
    package var retries = 0
    /// Appends before which another server's record came.
    package var conflicts = 0
    /// How often a connection to another node had to be made.
    package var reconnects = 0
    /// How often a stream was found with another leader than at the look before.
    package var elections = 0
    /// Whether the store is in reach, or was a moment ago.
    package var isReachable = true
    /// The bytes of each stream, by its name.
    package var streams: [String: Int] = [:]
    /// The bytes of the write-ahead log; 0 where the engine has none.
    package var logBytes = 0
    /// How often in a row copying the write-ahead log into the main file has failed: the log grows meanwhile.
    package var checkpointFailures = 0

    package init(engine: String) { self.engine = engine }
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
    /// any more, and ``Journal/resolve(_:of:expected:)`` tells whether it was by an earlier attempt.
    case conflict

    /// The engine does not accept such a record; nothing was stored. The text is for the log.
    case refused(String)

    /// The record may or may not be stored: ``Journal/resolve(_:of:expected:)`` tells. The text is for
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

/// A complete backup in a file without a name, which the system removes when it is closed.
package struct BackupFile: Sendable {
    /// A descriptor open for reading; the receiver closes it.
    package let descriptor: Int32
    package let byteCount: Int

    /// Opens the file at `path` and removes its name.
    init(unlinking path: String) throws(JournalError) {
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let reason = unsafe String(cString: strerror(errno))
        _ = unsafe unlink(path)
        var facts = stat()
        guard opened >= 0, unsafe fstat(opened, &facts) == 0 else {
            throw .failed("\(path): \(reason)")
        }
        descriptor = opened
        byteCount = Int(facts.st_size)
    }
}
