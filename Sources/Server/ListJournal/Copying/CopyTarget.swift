/// A store that lists are copied into: an engine that stores records and snapshots as they were in
/// another store.
package protocol CopyTarget: JournalReading, MarkedStore {
    /// Begins to store a list, and removes what an earlier copying left of it.
    ///
    /// No reader sees anything of the list before ``ListWriter/finish()``.
    ///
    /// - Throws: `JournalError`.
    func begin(_ list: CopiedList) async throws(JournalError) -> any ListWriter

    /// Removes a list that the other store has not any more.
    func delete(list: String, epoch: String) async throws(JournalError)
}

/// What is known of a list before its records are copied.
package struct CopiedList: Sendable {
    /// The list as it will be; its position is that of the last record.
    package var head: ListHead
    package var snapshots: SnapshotPositions
    /// The position directly before the first kept record, with the check that this record names; the
    /// head's where no record is kept.
    package var before: JournalPosition

    /// Whether the store keeps no record of the list, only snapshots.
    package var isWithoutRecords: Bool { before.token == head.position.token }
}

/// Stores one list that is copied.
///
/// First all records, then the snapshots, then the named versions, then ``finish()``. A writer that is not finished leaves
/// nothing that counts.
package protocol ListWriter: Sendable {
    /// Stores records, directly after those that were stored before.
    ///
    /// Their numbers, revisions, times and bodies stay as they are; checks and places are this
    /// engine's.
    func append(_ records: [StoredRecord]) async throws(JournalError)

    /// Stores a snapshot; its body, revision and number stay as they are.
    func add(_ snapshot: StoredSnapshot, _ kinds: Set<SnapshotKind>) async throws(JournalError)

    /// Stores a named version, with the list as it was then.
    func add(_ version: NamedVersion, _ body: [UInt8]) async throws(JournalError)

    /// Makes the list visible, in place of one with its id.
    func finish() async throws(JournalError)
}

/// What mending a damaged store takes over, list by list.
extension CopyTarget {
    /// Copies a list that is as it was written, with its epoch, history and named versions.
    ///
    /// - Parameter name: That of the source, for messages.
    /// - Throws: `CopyRefusal` where what is stored is damaged; `JournalError`.
    package func copy(
        _ list: String, from source: any JournalReading, named name: String
    ) async throws {
        let mark = CopyMark(.filling, id: "", place: name, keepsEpochs: true)
        let copy = ListCopy(
            source: source,
            begin: { (plan) throws(JournalError) in try await begin(plan) }, name: name)
        _ = try await copy.run(list, mark)
    }

    /// Stores a list of which this snapshot is left, and its named versions; it has no history.
    ///
    /// - Parameter head: As it will be, at the snapshot's position.
    package func rescue(
        _ head: ListHead, _ snapshot: StoredSnapshot,
        _ versions: [(version: NamedVersion, body: [UInt8])]
    ) async throws(JournalError) {
        let position = head.position
        let positions = SnapshotPositions(base: position, nextBase: nil, newest: position)
        let writer = try await begin(
            CopiedList(head: head, snapshots: positions, before: position))
        try await writer.add(snapshot, [.newest, .base])
        for (version, body) in versions { try await writer.add(version, body) }
        try await writer.finish()
    }
}

/// Takes a list that is only read to see whether it can be copied.
struct DiscardingWriter: ListWriter {
    func append(_ records: [StoredRecord]) async throws(JournalError) {}
    func add(_ snapshot: StoredSnapshot, _ kinds: Set<SnapshotKind>) async throws(JournalError) {}
    func add(_ version: NamedVersion, _ body: [UInt8]) async throws(JournalError) {}
    func finish() async throws(JournalError) {}
}

/// What a snapshot is to its list; one may be several.
package enum SnapshotKind: Hashable, Sendable {
    case base, nextBase, newest
}

/// The checks and places that the records of a list get where they are copied to.
///
/// Each engine computes the check of a record from that of the record before in its own way. A list's
/// kept records may begin anywhere: what the first one says of the record before is carried over, so
/// that copying there and back gives the same checks again.
struct CopiedChain: Sendable {
    /// The last record; before the first one that which precedes it.
    private(set) var last: JournalPosition
    /// The records that snapshots are of, by number.
    private var noted: [Int64: JournalPosition] = [:]
    private let wanted: Set<Int64>

    init(_ plan: CopiedList) {
        let snapshots = plan.snapshots
        wanted = Set(
            [snapshots.base, snapshots.nextBase, snapshots.newest].compactMap { $0?.token })
        last = plan.before
        note(last)
    }

    /// Takes note of a record that was stored.
    mutating func note(_ position: JournalPosition) {
        last = position
        if wanted.contains(position.token) { noted[position.token] = position }
    }

    /// The position that a snapshot gets.
    ///
    /// - Throws: `failed` where no record ends where it was made.
    func position(of snapshot: StoredSnapshot) throws(JournalError) -> JournalPosition {
        guard var position = noted[snapshot.position.token] else {
            throw .failed("no record ends at revision \(snapshot.position.revision)")
        }
        position.revision = snapshot.position.revision
        return position
    }
}
