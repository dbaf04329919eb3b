internal import GRDB
internal import GRDBSQLite

extension SnapshotCheck {
    /// The bytes of a portion: 16 MiB.
    private static let portionBytes = 16 << 20

    /// Compares the next portion of a list's newest snapshot with its checksum.
    ///
    /// Starts anew where the snapshot was replaced since the previous portion.
    ///
    /// - Complexity: O(n) in the portion's bytes.
    func next(of list: String, in db: Database) throws -> SnapshotCheck {
        guard let facts = try SQLiteQueries.current.snapshotFacts(db, of: list) else {
            return .missing
        }
        guard let position = facts.position, facts.hasBody,
            facts.checksum != nil || !facts.hasChecksum
        else { return .damaged(revision: facts.position?.revision ?? 0) }
        guard let known = facts.checksum else { return .intact(position) }
        let blob = try StoredBlob(db, table: "snapshots", column: "body", row: facts.key)
        defer { blob.close() }
        var check: PartialCheck
        if case .partly(let earlier) = self, earlier.position == position {
            check = earlier
        } else {
            check = PartialCheck(
                position: position,
                checksum: Checksum(
                    position, at: 0, previous: position.check, byteCount: blob.byteCount))
        }
        try unsafe blob.read(from: &check.offset, upTo: Self.portionBytes) { piece in
            if unsafe check.byteChecksum?.update(piece) == nil {
                unsafe check.checksum.update(piece)
            }
        }
        guard check.offset == blob.byteCount else { return .partly(check) }
        if (check.byteChecksum?.value ?? check.checksum.value) == known {
            return .intact(position)
        }
        guard check.byteChecksum == nil, position.check == nil else {
            return .damaged(revision: position.revision)
        }
        // A store of schema 2 has the other kind.
        check.offset = 0
        check.byteChecksum = ByteChecksum(position, at: 0, byteCount: blob.byteCount)
        return .partly(check)
    }
}

/// A value that is read from the database piece by piece.
@safe
private struct StoredBlob {
    private let handle: OpaquePointer
    let byteCount: Int

    private static let pieceBytes = 256 << 10

    init(_ db: Database, table: String, column: String, row: Int64) throws {
        var opened: OpaquePointer?
        let outcome = unsafe sqlite3_blob_open(
            db.sqliteConnection, "main", table, column, row, 0, &opened)
        guard outcome == SQLITE_OK, let opened = unsafe opened else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: outcome), message: db.lastErrorMessage)
        }
        unsafe handle = opened
        byteCount = unsafe Int(sqlite3_blob_bytes(opened))
    }

    /// Passes the bytes from `offset` on to `take`, `count` of them or up to the end, and moves
    /// `offset`.
    func read(
        from offset: inout Int, upTo count: Int, _ take: (UnsafeRawBufferPointer) -> Void
    ) throws {
        var piece = [UInt8](repeating: 0, count: min(Self.pieceBytes, byteCount))
        let end = min(byteCount, offset + count)
        while offset < end {
            let length = min(piece.count, end - offset)
            let outcome = unsafe piece.withUnsafeMutableBytes { buffer in
                let outcome = unsafe sqlite3_blob_read(
                    handle, buffer.baseAddress, Int32(length), Int32(offset))
                if outcome == SQLITE_OK {
                    unsafe take(UnsafeRawBufferPointer(rebasing: buffer[..<length]))
                }
                return outcome
            }
            guard outcome == SQLITE_OK else {
                throw DatabaseError(resultCode: ResultCode(rawValue: outcome))
            }
            offset += length
        }
    }

    func close() {
        unsafe sqlite3_blob_close(handle)
    }
}
