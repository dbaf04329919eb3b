/// A whole list as it stood behind the record at `position`.
package struct StoredSnapshot: Hashable, Sendable {
    package var position: JournalPosition
    package var body: [UInt8]
    /// Whether its checksum holds; true for a snapshot of a version that stored none.
    package var isIntact: Bool

    package init(position: JournalPosition, body: [UInt8], isIntact: Bool = true) {
        self.position = position
        self.body = body
        self.isIntact = isIntact
    }
}

/// How far a snapshot has been held against its checksum, a portion at a time, so that a large one is
/// never in memory as a whole.
package enum SnapshotCheck: Hashable, Sendable {
    case unread
    /// The engine's own notes of a snapshot that was read in part.
    case partly(PartialCheck)
    case intact(JournalPosition)
    case damaged(revision: Int)
    case missing
}

/// What the SQLite engine knows of a snapshot of which the first bytes were read.
package struct PartialCheck: Hashable, Sendable {
    let position: JournalPosition
    var offset = 0
    var checksum: Checksum
    /// Taken instead where the other one was found wrong: the store may be older.
    var byteChecksum: ByteChecksum?
}
