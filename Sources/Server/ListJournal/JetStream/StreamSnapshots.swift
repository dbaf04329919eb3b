// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation
import NATS

/// The snapshots of lists in a cluster: in parts, which are stored first, after a pointer that is replaced
/// by compare-and-set.
///
/// A list that was never compacted has no pointer: its first snapshot is the record that created it.
struct StreamSnapshots: Sendable {
    let journal: JetStreamJournal

    private var layout: StreamLayout { journal.layout }

    /// A pointer, with the sequence that its successor names.
    private struct Stored {
        var pointer: SnapshotPointer
        var sequence: Int
    }

    // MARK: Reading

    /// The newest snapshot that a node has, so that lists can be read while a stream has no leader.
    ///
    /// An earlier one is as good: what is behind it is in the log.
    func newest(of list: String) async throws(JournalError) -> StoredSnapshot? {
        let message = try await journal.log.asking { streams throws(JetStreamError) in
            try await streams.lastMessageOfAnyNode(
                of: layout.snapshot(of: list), in: layout.snapshotStream)
        }
        let pointer = message.flatMap { SnapshotPointer(json: $0.payload) }
        if let pointer, isOfEpoch(pointer, list) {
            var snapshot = try await load(pointer.newest, of: list)
            snapshot.epoch = pointer.epoch
            if snapshot.isIntact { return snapshot }
        } else if message == nil, let created = try await journal.log.created(list) {
            return created
        }
        // A node that lags does not know what was replaced.
        return try await snapshot(of: list) { $0.newest }
    }

    func nextBase(of list: String) async throws(JournalError) -> StoredSnapshot? {
        guard let reference = try await pointer(of: list)?.pointer.nextBase else { return nil }
        return try await load(reference, of: list)
    }

    func base(of list: String) async throws(JournalError) -> StoredSnapshot? {
        try await snapshot(of: list) { $0.base }
    }

    /// The position of the base; that of the list's creation where it has none.
    func basePosition(of list: String) async throws(JournalError) -> JournalPosition? {
        if let base = try await pointer(of: list)?.pointer.base { return base.position }
        return try await journal.log.created(list)?.position
    }

    /// The positions of all snapshots; nil where there is no such list.
    func positions(of list: String) async throws(JournalError) -> SnapshotPositions? {
        if let pointer = try await pointer(of: list)?.pointer {
            guard let base = try await basePosition(of: list) else { return nil }
            return SnapshotPositions(
                base: base, nextBase: pointer.nextBase?.position, newest: pointer.newest.position)
        }
        guard let created = try await journal.log.created(list)?.position else { return nil }
        return SnapshotPositions(base: created, nextBase: nil, newest: created)
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
            var snapshot = try await load(reference, of: list)
            snapshot.epoch = stored?.pointer.epoch
            if snapshot.isIntact { return snapshot }
            if try await pointer(of: list)?.sequence == stored?.sequence { return snapshot }
        }
        throw .failed("the snapshot is replaced all the time: try again")
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

    /// The pointer of the list's epoch; nil where the list was never compacted.
    private func pointer(of list: String) async throws(JournalError) -> Stored? {
        guard let (message, pointer) = try await lastPointer(of: list) else { return nil }
        return isOfEpoch(pointer, list)
            ? Stored(pointer: pointer, sequence: message.sequence) : nil
    }

    private func isOfEpoch(_ pointer: SnapshotPointer, _ list: String) -> Bool {
        journal.known[list].map { $0.epoch == pointer.epoch } ?? true
    }

    /// - Throws: Also where the pointer cannot be read: what it names is neither used nor replaced then.
    private func lastPointer(
        of list: String
    ) async throws(JournalError) -> (StoredMessage, SnapshotPointer)? {
        let message = try await journal.log.asking { streams throws(JetStreamError) in
            try await streams.lastMessage(
                of: layout.snapshot(of: list), in: layout.snapshotStream)
        }
        guard let message else { return nil }
        guard let pointer = SnapshotPointer(json: message.payload) else {
            throw .failed(
                "message \(message.sequence) of \(layout.snapshotStream) is damaged, or of a newer "
                    + "version: use that version, or restore a backup")
        }
        return (message, pointer)
    }

    // MARK: Writing

    /// Replaces the newest snapshot; the one that it replaces becomes the nextBase where there is none.
    func save(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await change(list, epoch, storing: snapshot) { pointer, reference in
            guard let pointer else { return SnapshotPointer(epoch: epoch, newest: reference) }
            guard pointer.newest.number < reference.number else { return nil }
            var changed = pointer
            if changed.nextBase == nil, pointer.newest.number > pointer.base?.number ?? 0 {
                changed.nextBase = pointer.newest
            }
            changed.newest = reference
            return changed
        }
    }

    /// Replaces the base, and forgets the nextBase where that is not behind it.
    func saveBase(
        _ base: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await change(list, epoch, storing: base) { pointer, reference in
            guard let pointer, pointer.base?.number ?? 0 < reference.number else { return nil }
            var changed = pointer
            changed.base = reference
            changed.forgetNextBase()
            return changed
        }
    }

    /// Makes the nextBase the base, unless it is above `revision`.
    ///
    /// - Returns: The base's position; nil where there is no such list.
    func promoteNextBase(
        of list: String, through revision: Int
    ) async throws(JournalError) -> JournalPosition? {
        guard let stored = try await pointer(of: list) else {
            return try await journal.log.created(list)?.position
        }
        if let nextBase = stored.pointer.nextBase, nextBase.revision <= revision {
            var changed = stored.pointer
            changed.base = nextBase
            changed.forgetNextBase()
            // Another server that compacts has been first: the records are kept until the next time.
            guard try await replace(stored, with: changed, of: list) else {
                return stored.pointer.base?.position
                    ?? JournalPosition(revision: 0, token: 0, place: 0)
            }
            return nextBase.position
        }
        if let base = stored.pointer.base { return base.position }
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
            let stored = last.flatMap { $1.epoch == epoch ? $1 : nil }
            guard let changed = change(stored, reference) else { break }
            if !areStored {
                try await journal.store(
                    MessageParts.split(snapshot.body), in: layout.snapshotStream
                ) { layout.part($0, ofSnapshot: reference.number, reference.id, of: list) }
                areStored = true
            }
            guard try await publish(changed, after: last?.0.sequence ?? 0, of: list) else {
                continue
            }
            if let stored { try await removeParts(of: stored, notIn: changed, of: list) }
            try await sweep(list, changed)
            return
        }
        if areStored { try await removeParts(reference, of: list) }
    }

    private func replace(
        _ stored: Stored, with changed: SnapshotPointer, of list: String
    ) async throws(JournalError) -> Bool {
        guard try await publish(changed, after: stored.sequence, of: list) else { return false }
        try await removeParts(of: stored.pointer, notIn: changed, of: list)
        return true
    }

    /// - Returns: False where another pointer was stored first.
    private func publish(
        _ pointer: SnapshotPointer, after sequence: Int, of list: String
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
            // Stored or not, it is as good as the one before: the next compaction goes on from it.
            throw .failed("the snapshot's pointer: \(reason)")
        }
    }

    /// Removes the parts of snapshots that no pointer names, nor ever will: they are left from writes that
    /// did not come to their end.
    private func sweep(_ list: String, _ pointer: SnapshotPointer) async throws(JournalError) {
        let old = journal.time.date().addingTimeInterval(-journal.unnamedSeconds)
            .ISO8601Format().prefix(19)
        let named = pointer.references.flatMap { reference in
            (0..<reference.parts).map {
                layout.part($0, ofSnapshot: reference.number, reference.id, of: list)
            }
        }
        try await journal.log.asking { streams throws(JetStreamError) -> Void in
            let subjects = try await streams.subjects(
                of: layout.allSnapshotParts(of: list), in: layout.snapshotStream)
            for subject in Set(subjects).subtracting(named) {
                let part = try await streams.lastMessage(of: subject, in: layout.snapshotStream)
                guard let part, let time = part.time?.prefix(19), time < old else { continue }
                _ = try await streams.purge(
                    layout.snapshotStream, filter: subject, below: part.sequence + 1)
            }
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
    var references: [Reference] { [newest] + [base, nextBase].compactMap(\.self) }

    /// Forgets the nextBase once the base has reached it.
    fileprivate mutating func forgetNextBase() {
        if let nextBase, let base, nextBase.number <= base.number { self.nextBase = nil }
    }
}

extension SnapshotPointer.Reference {
    var position: JournalPosition {
        JournalPosition(
            revision: revision, token: number, place: place,
            check: record == 0 ? nil : Int64(bitPattern: record))
    }
}
