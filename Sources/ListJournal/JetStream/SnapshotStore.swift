import NATS

/// The snapshots of lists in a cluster: in parts, which are stored first, behind a pointer that is replaced
/// by compare-and-set.
///
/// A list that was never compacted has no pointer: its first snapshot is the record that created it.
struct SnapshotStore: Sendable {
    let journal: JetStreamJournal

    private var layout: StreamLayout { journal.layout }

    /// A pointer, with the sequence that its successor names.
    private struct Stored {
        var pointer: SnapshotPointer
        var sequence: Int
    }

    // MARK: Reading

    func newest(of list: String) async throws(JournalError) -> StoredSnapshot? {
        try await snapshot(of: list) { $0.newest }
    }

    func spare(of list: String) async throws(JournalError) -> StoredSnapshot? {
        guard let reference = try await pointer(of: list)?.pointer.spare else { return nil }
        return try await load(reference, of: list)
    }

    func origin(of list: String) async throws(JournalError) -> StoredSnapshot? {
        try await snapshot(of: list) { $0.origin }
    }

    /// The position of the origin; that of the list's creation where it has none.
    func originPosition(of list: String) async throws(JournalError) -> JournalPosition? {
        if let origin = try await pointer(of: list)?.pointer.origin { return origin.position }
        return try await journal.log.created(list)?.position
    }

    private func snapshot(
        of list: String, _ which: (SnapshotPointer) -> SnapshotPointer.Reference?
    ) async throws(JournalError) -> StoredSnapshot? {
        // A snapshot that is replaced meanwhile may lose its parts: the pointer then names another.
        for _ in 0..<3 {
            let stored = try await pointer(of: list)
            guard let reference = stored.flatMap({ which($0.pointer) }) else {
                return try await journal.log.created(list)
            }
            let snapshot = try await load(reference, of: list)
            if snapshot.isIntact { return snapshot }
            if try await pointer(of: list)?.sequence == stored?.sequence { return snapshot }
        }
        return nil
    }

    private func load(
        _ reference: SnapshotPointer.Reference, of list: String
    ) async throws(JournalError) -> StoredSnapshot {
        let parts = try await journal.log.parts(reference.parts, in: layout.snapshotStream) {
            layout.part($0, ofSnapshot: reference.number, reference.id, of: list)
        }
        let body = parts.flatMap { reference.snapshot(of: $0) }
        return StoredSnapshot(
            position: reference.position, body: body ?? [], isIntact: body != nil)
    }

    /// The pointer of the list's epoch.
    private func pointer(of list: String) async throws(JournalError) -> Stored? {
        guard let (message, pointer) = try await lastPointer(of: list), let pointer else {
            return nil
        }
        if let known = journal.known[list], known.epoch != pointer.epoch { return nil }
        return Stored(pointer: pointer, sequence: message.sequence)
    }

    private func lastPointer(
        of list: String
    ) async throws(JournalError) -> (StoredMessage, SnapshotPointer?)? {
        let message = try await journal.log.asking { streams throws(JetStreamError) in
            try await streams.lastMessage(
                of: layout.snapshot(of: list), in: layout.snapshotStream)
        }
        return message.map { ($0, SnapshotPointer(json: $0.payload)) }
    }

    // MARK: Writing

    /// Replaces the newest snapshot; the one that it replaces becomes the spare where there is none.
    func save(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await change(list, epoch, storing: snapshot) { pointer, reference in
            guard let pointer else { return SnapshotPointer(epoch: epoch, newest: reference) }
            guard pointer.newest.number < reference.number else { return nil }
            var changed = pointer
            if changed.spare == nil, pointer.newest.number > pointer.origin?.number ?? 0 {
                changed.spare = pointer.newest
            }
            changed.newest = reference
            return changed
        }
    }

    /// Replaces the origin, and forgets the spare where that is not behind it.
    func saveOrigin(
        _ origin: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await change(list, epoch, storing: origin) { pointer, reference in
            guard let pointer, pointer.origin?.number ?? 0 < reference.number else { return nil }
            var changed = pointer
            changed.origin = reference
            changed.forgetSpare()
            return changed
        }
    }

    /// Makes the spare the origin, unless it is above `revision`.
    ///
    /// - Returns: The origin's position; nil where there is no such list.
    func promoteSpare(
        of list: String, through revision: Int
    ) async throws(JournalError) -> JournalPosition? {
        guard let stored = try await pointer(of: list) else {
            return try await journal.log.created(list)?.position
        }
        if let spare = stored.pointer.spare, spare.revision <= revision {
            var changed = stored.pointer
            changed.origin = spare
            changed.forgetSpare()
            // Another server that compacts has been first: the records are kept until the next time.
            guard try await replace(stored, with: changed, of: list) else {
                return stored.pointer.origin?.position
                    ?? JournalPosition(revision: 0, token: 0, place: 0)
            }
            return spare.position
        }
        if let origin = stored.pointer.origin { return origin.position }
        return try await journal.log.created(list)?.position
    }

    /// Stores a snapshot and names it in the pointer.
    ///
    /// - Parameter change: What becomes of the pointer; nil: the snapshot is of no use.
    private func change(
        _ list: String, _ epoch: String, storing snapshot: StoredSnapshot,
        _ change: (SnapshotPointer?, SnapshotPointer.Reference) -> SnapshotPointer?
    ) async throws(JournalError) {
        let reference = SnapshotPointer.Reference(
            number: snapshot.position.token, id: journal.ids.next(),
            place: snapshot.position.place, revision: snapshot.position.revision,
            record: UInt64(bitPattern: snapshot.position.check ?? 0), snapshot: snapshot.body)
        var areStored = false
        while true {
            guard try await journal.log.head(of: list)?.epoch == epoch else { break }
            let last = try await lastPointer(of: list)
            let stored = last.flatMap { message, pointer in
                pointer?.epoch == epoch ? pointer : nil
            }
            guard let changed = change(stored, reference) else { break }
            if !areStored {
                try await journal.store(
                    MessageParts.split(snapshot.body), in: layout.snapshotStream
                ) { layout.part($0, ofSnapshot: reference.number, reference.id, of: list) }
                areStored = true
            }
            guard try await publish(changed, behind: last?.0.sequence ?? 0, of: list) else {
                continue
            }
            if let stored { try await removeParts(of: stored, notIn: changed, of: list) }
            return
        }
        if areStored { try await removeParts(reference, of: list) }
    }

    private func replace(
        _ stored: Stored, with changed: SnapshotPointer, of list: String
    ) async throws(JournalError) -> Bool {
        guard try await publish(changed, behind: stored.sequence, of: list) else { return false }
        try await removeParts(of: stored.pointer, notIn: changed, of: list)
        return true
    }

    /// - Returns: False where another pointer was stored first.
    private func publish(
        _ pointer: SnapshotPointer, behind sequence: Int, of list: String
    ) async throws(JournalError) -> Bool {
        let outcome = await journal.streams.publish(
            pointer.json, to: layout.snapshot(of: list), expected: sequence, id: nil)
        switch outcome {
        case .stored(let stored, _):
            // Earlier pointers say nothing more.
            try await journal.log.asking { streams throws(JetStreamError) in
                _ = try await streams.purge(
                    layout.snapshotStream, filter: layout.snapshot(of: list), below: stored)
            }
            return true
        case .conflict: return false
        case .unknown(let reason), .notStored(let reason), .refused(let reason):
            // Stored or not, it is as good as the one before: whoever compacts next goes on from it.
            throw .failed("the snapshot's pointer: \(reason)")
        }
    }

    private func removeParts(
        of earlier: SnapshotPointer, notIn pointer: SnapshotPointer, of list: String
    ) async throws(JournalError) {
        let kept = pointer.references.map(\.id)
        for reference in earlier.references where !kept.contains(reference.id) {
            try await removeParts(reference, of: list)
        }
    }

    private func removeParts(
        _ reference: SnapshotPointer.Reference, of list: String
    ) async throws(JournalError) {
        try await journal.log.asking { streams throws(JetStreamError) in
            _ = try await streams.purge(
                layout.snapshotStream,
                filter: layout.allParts(
                    ofSnapshot: reference.number, reference.id, of: list),
                below: .max)
        }
    }
}

extension SnapshotPointer {
    /// Every snapshot that it names.
    var references: [Reference] { [newest] + [origin, spare].compactMap(\.self) }

    /// Forgets the spare once the origin has reached it.
    fileprivate mutating func forgetSpare() {
        if let spare, let origin, spare.number <= origin.number { self.spare = nil }
    }
}

extension SnapshotPointer.Reference {
    var position: JournalPosition {
        JournalPosition(
            revision: revision, token: number, place: place, check: Int64(bitPattern: record))
    }
}
