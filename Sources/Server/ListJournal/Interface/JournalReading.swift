// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
/// The reading half of a journal: of a server's own store, or of one that is only read.
///
/// Damage never ends the process: a record or snapshot that is not as it was written has `isIntact`
/// false, and a head that cannot be read has a position that no log reaches.
package protocol JournalReading: LogReading, SnapshotReading, VersionReading {}

/// Reads the heads of lists, and their records.
package protocol LogReading: Sendable {
    /// Reads every list's head, in order of the ids.
    func heads() async throws(JournalError) -> [ListHead]

    /// Reads a list's head as it is now; `nil` where there is no such list.
    func head(list: String) async throws(JournalError) -> ListHead?

    /// Takes note of a head that another server has told of: whatever is read of that list from then on goes
    /// up to there, also where the node that answers is behind.
    func note(_ head: ListHead)

    /// Reads the records after the revision `after`, oldest first.
    ///
    /// - Returns: At most `limit` records; fewer where they are long, but at least one where there is
    ///   one.
    func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]

    /// Reads the records after the position `after`, oldest first; limited as by revision.
    func read(list: String, after position: JournalPosition, limit: Int) async throws(JournalError)
        -> [StoredRecord]

    /// Reads the records before `position`, newest first; limited as by revision.
    func read(list: String, before position: JournalPosition, limit: Int)
        async throws(JournalError) -> [StoredRecord]

    /// Reads the record that ends at `position`; `nil` where there is none.
    func record(list: String, at position: JournalPosition) async throws(JournalError)
        -> StoredRecord?

    /// Tells where the kept records begin; `nil` where there is no such list.
    func keptLog(list: String) async throws(JournalError) -> KeptLog?
}

/// Reads the snapshots beside the logs.
package protocol SnapshotReading: Sendable {
    /// Tells of which records there are snapshots; `nil` where there is no such list.
    func snapshotPositions(list: String) async throws(JournalError) -> SnapshotPositions?

    /// Reads the newest snapshot; `nil` where there is no such list.
    func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot?

    /// Reads the nextBase, the snapshot that is to be the next base; `nil` where there is none.
    func loadNextBase(list: String) async throws(JournalError) -> StoredSnapshot?

    /// Reads the base, the snapshot at which the kept records begin; `nil` where the engine keeps
    /// none.
    ///
    /// Replaying every record after it gives the newest snapshot and then the head: this is how a
    /// store is verified. The base of a list that was never compacted is its first snapshot.
    func loadBase(list: String) async throws(JournalError) -> StoredSnapshot?

    /// Compares the next portion of the newest snapshot with its checksum.
    ///
    /// - Parameter progress: What the previous call returned; `.unread` for the first.
    func checkSnapshot(list: String, _ progress: SnapshotCheck) async throws(JournalError)
        -> SnapshotCheck
}

/// Reads the named versions of lists.
package protocol VersionReading: Sendable {
    /// Reads the named versions of a list, by revision and name; none where there is no such list.
    func versions(list: String) async throws(JournalError) -> [NamedVersion]

    /// Reads the list as it was at its version of this name; `nil` where there is none. Of its position the
    /// revision counts.
    func loadVersion(_ name: String, of list: String) async throws(JournalError) -> StoredSnapshot?
}

/// What an engine need not implement: one of which all is read at one place.
extension LogReading {
    package func note(_ head: ListHead) {}

    package func head(list: String) async throws(JournalError) -> ListHead? {
        try await heads().first { $0.list == list }
    }
}

/// What an engine need not implement: one without a base, and one that reads snapshots whole.
extension SnapshotReading {
    package func snapshotPositions(
        list: String
    ) async throws(JournalError) -> SnapshotPositions? {
        guard let newest = try await loadSnapshot(list: list)?.position else { return nil }
        return SnapshotPositions(
            base: try await loadBase(list: list)?.position ?? newest,
            nextBase: try await loadNextBase(list: list)?.position, newest: newest)
    }

    package func loadNextBase(list: String) async throws(JournalError) -> StoredSnapshot? { nil }

    package func loadBase(list: String) async throws(JournalError) -> StoredSnapshot? { nil }

    package func checkSnapshot(
        list: String, _ progress: SnapshotCheck
    ) async throws(JournalError) -> SnapshotCheck {
        guard let snapshot = try await loadSnapshot(list: list) else { return .missing }
        return snapshot.isIntact
            ? .intact(snapshot.position) : .damaged(revision: snapshot.position.revision)
    }
}

/// What an engine without versions need not implement.
extension VersionReading {
    package func versions(list: String) async throws(JournalError) -> [NamedVersion] { [] }

    package func loadVersion(
        _ name: String, of list: String
    ) async throws(JournalError) -> StoredSnapshot? { nil }
}

/// What a store can return of a list without loading it.
package struct ListHead: Hashable, Sendable {
    package var list: String
    package var epoch: String
    package var title: String
    /// The number of rows at `position`.
    package var rows: Int
    /// How many of them have the field `done` set to `true`; nil: not counted, by an earlier version.
    package var done: Int?
    /// The position of the newest record.
    package var position: JournalPosition

    /// The head after a record that is at `position`, after `head`.
    package init(_ head: ListHead, _ record: JournalRecord, at position: JournalPosition) {
        self.init(
            list: head.list, epoch: head.epoch, title: record.title, rows: record.rows,
            done: record.done, position: position)
    }

    package init(
        list: String, epoch: String, title: String, rows: Int, done: Int? = nil,
        position: JournalPosition
    ) {
        self.list = list
        self.epoch = epoch
        self.title = title
        self.rows = rows
        self.done = done
        self.position = position
    }
}

/// A record read from a store.
package struct StoredRecord: Hashable, Sendable {
    package var position: JournalPosition
    /// When the batch was applied, in Unix milliseconds.
    package var at: Int
    package var body: [UInt8]
    /// The check of the record before, as this one names it; nil where it names none.
    package var previous: Int64?
    /// Whether the record is complete and its checksum, if the store has one, is right.
    package var isIntact: Bool
    /// The epoch of the list that it is of; nil where no other server can have made the list anew.
    package var epoch: String?

    package init(
        position: JournalPosition, at: Int, body: [UInt8], previous: Int64? = nil,
        isIntact: Bool = true, epoch: String? = nil
    ) {
        self.epoch = epoch
        self.position = position
        self.at = at
        self.body = body
        self.previous = previous
        self.isIntact = isIntact
    }
}

/// A complete list as of the record at `position`.
package struct StoredSnapshot: Hashable, Sendable {
    package var position: JournalPosition
    package var body: [UInt8]
    /// Whether the snapshot is complete and its checksum, if the store has one, is right.
    package var isIntact: Bool
    /// The epoch of the list that it is of; nil where no other server can have made the list anew.
    package var epoch: String?

    package init(
        position: JournalPosition, body: [UInt8], isIntact: Bool = true, epoch: String? = nil
    ) {
        self.epoch = epoch
        self.position = position
        self.body = body
        self.isIntact = isIntact
    }
}

/// The records of which a store has snapshots of a list.
package struct SnapshotPositions: Hashable, Sendable {
    /// Of a list that was never compacted the newest.
    package var base: JournalPosition
    package var nextBase: JournalPosition?
    package var newest: JournalPosition

    package init(base: JournalPosition, nextBase: JournalPosition?, newest: JournalPosition) {
        self.base = base
        self.nextBase = nextBase
        self.newest = newest
    }
}

/// Where the records that a store keeps of a list begin.
package struct KeptLog: Hashable, Sendable {
    /// Every record after this position must be there; older ones may be gone.
    package var base: JournalPosition
    /// The oldest record that is there, with the first bytes of its body; `nil` where there is none.
    package var first: StoredRecord?

    package init(base: JournalPosition, first: StoredRecord?) {
        self.base = base
        self.first = first
    }
}

/// How far a snapshot was compared with its checksum.
///
/// The comparison goes by portions, so that a long snapshot is never in memory as a whole.
package enum SnapshotCheck: Hashable, Sendable {
    case unread
    /// A part was read.
    case partly(PartialCheck)
    case intact(JournalPosition)
    case damaged(revision: Int)
    case missing
}

/// The state of an engine that has read the first bytes of a snapshot.
package struct PartialCheck: Hashable, Sendable {
    let position: JournalPosition
    /// The number of bytes read.
    var offset = 0
    var checksum: Checksum
    /// Computed instead, from the start, once `checksum` was found wrong: the store may be older.
    var byteChecksum: ByteChecksum?
}

/// A record that this or another server stored, as a follower of a journal is notified of it.
package struct FollowedRecord: Hashable, Sendable {
    /// What the record did to its list.
    package enum Change: Hashable, Sendable {
        case created
        /// The record; nil where it is so long that it must be read.
        case changed(StoredRecord?)
        case deleted
    }

    package var change: Change
    /// The head of the list after it.
    package var head: ListHead
    /// The server that wrote it: unlike every other, and unlike itself after a restart.
    package var writer: String

    /// The same without its body, which is read when it is needed.
    package var withoutBody: FollowedRecord {
        guard case .changed = change else { return self }
        return FollowedRecord(.changed(nil), head: head, writer: writer)
    }

    /// What it takes in memory, about.
    package var byteCount: Int {
        guard case .changed(let record?) = change else { return 0 }
        return record.body.count + 256
    }

    package init(_ change: Change, head: ListHead, writer: String) {
        self.change = change
        self.head = head
        self.writer = writer
    }
}
