import ListEditing
import ListJournal
import ListProtocol

/// Brings a list into memory from its snapshot and the records behind it.
///
/// On other threads than the loop's: a large list takes a while, in which everyone else goes on.
struct ListLoader: Sendable {
    let journal: any JournalReading
    let limits: Limits

    /// Records read at a time.
    private static let portion = 256

    /// The list, where its log ends, and how long that is.
    ///
    /// Its history is that behind the snapshot: what is older is read once somebody needs it
    /// (`extend`).
    ///
    /// - Throws: `JournalError`, or what is wrong with a record.
    @concurrent
    func load(_ head: ListHead) async throws -> (LoadedList, JournalPosition, LogLength) {
        guard let stored = try await journal.loadSnapshot(list: head.list) else {
            throw JournalError.failed("the list \(head.list) has no snapshot")
        }
        var loaded = LoadedList(
            id: ListID(head.list), epoch: head.epoch, limits: limits,
            snapshot: try ListSnapshot(decoding: stored.body))
        var position = stored.position
        var log = LogLength(sets: 0, bytes: 0, snapshotBytes: stored.body.count)
        while true {
            let records = try await journal.read(
                list: head.list, after: position, limit: Self.portion)
            for record in records {
                try loaded.replay(try ListRecord(decoding: record.body), at: record.at)
                log.add(
                    sets: record.position.revision - position.revision, bytes: record.body.count)
                position = record.position
            }
            if records.count < Self.portion { break }
        }
        guard position == head.position || position.token > head.position.token else {
            throw JournalError.failed(
                "the log of \(head.list) ends at revision \(position.revision), "
                    + "not at \(head.position.revision)")
        }
        return (loaded, position, log)
    }

    /// Reads older sets into memory, back to `revision` or as far as the journal has them.
    @concurrent
    func extend(_ loaded: inout LoadedList, to revision: Int) async throws {
        let sets = try await sets(
            of: loaded.id, after: revision, through: loaded.list.revision)
        guard sets.count > loaded.history.count else { return }
        loaded.list.adoptHistory(
            try sets.map { ($0.revision, $0.changes, try $0.inverse.decoded()) })
        loaded.history.removeAll()
        loaded.history.append(contentsOf: sets.map(\.encoded))
    }

    /// The stored sets above `revision` up to `last`, gap-free and ending there.
    @concurrent
    func sets(of list: ListID, after revision: Int, through last: Int) async throws
        -> [SequencedSet]
    {
        var sets: [SequencedSet] = []
        var from = revision
        while from < last {
            let records = try await journal.read(
                list: list.text, after: from, limit: Self.portion)
            guard let newest = records.last else { break }
            for record in records {
                sets += try ListRecord(decoding: record.body).sets.filter {
                    $0.revision > revision && $0.revision <= last
                }
            }
            guard newest.position.revision > from else { break }
            from = newest.position.revision
        }
        return sets
    }
}
