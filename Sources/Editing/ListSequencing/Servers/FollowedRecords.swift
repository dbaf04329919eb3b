import DequeModule
import ListJournal
import TextBytes

/// Records that were told by the journal and wait to be replayed: those of one list, in order.
struct FollowedRecords: Sendable {
    /// Bytes that wait at most; what is beyond is read when it is needed.
    private static let mostBytes = 1_048_576

    private var records: Deque<StoredRecord> = []
    private(set) var bytes = 0

    mutating func add(_ record: StoredRecord) {
        if let last = records.last, record.position.token != last.position.token + 1 {
            guard record.position.token > last.position.token else { return }
            clear()
        }
        guard bytes + record.body.count <= Self.mostBytes else { return }
        append(record)
    }

    /// Puts records that were read before those that wait, of which it forgets those after a gap.
    ///
    /// - Returns: Whether they are the next ones after `position`.
    mutating func add(missed: [StoredRecord], after position: JournalPosition) -> Bool {
        guard let first = missed.first, let last = missed.last,
            first.position.token == position.token + 1
        else { return false }
        let waiting = records
        clear()
        for record in missed { append(record) }
        var end = last.position.token
        for record in waiting where record.position.token == end + 1 {
            append(record)
            end += 1
        }
        return true
    }

    /// Takes those directly after a position, without a gap, until there are so many `bytes`.
    mutating func take(
        after position: JournalPosition, through last: JournalPosition, bytes most: Int
    ) -> [StoredRecord] {
        var taken: [StoredRecord] = []
        var takenBytes = 0
        while let first = records.first, first.position.token <= last.token, takenBytes < most {
            let next = (taken.last?.position ?? position).token + 1
            guard first.position.token <= next else { break }
            records.removeFirst()
            bytes -= first.body.count
            if first.position.token == next {
                taken.append(first)
                takenBytes += first.body.count
            }
        }
        return taken
    }

    mutating func clear() { self = FollowedRecords() }

    private mutating func append(_ record: StoredRecord) {
        records.append(record)
        bytes += record.body.count
    }
}

/// Who writes the records of a list, as far as this server knows.
package struct RecordWriters: Sendable {
    /// Seconds without a record after which the list has no writer that others forward to.
    private static let seconds = 10.0
    /// Seconds after which the only server with edits of the list applies them itself.
    private static let remoteSeconds = 2.0
    /// Servers of which the number of the last batch is remembered.
    private static let mostServers = 1_000

    /// This server; nil: there are no others to forward to.
    let own: String?
    /// Who wrote the newest record; nil: unknown.
    private var last: String?
    private var newest: Int64
    /// When the newest record was followed, in seconds of the loop.
    private var observedAt = 0.0
    /// The newest record that may be another server's.
    private(set) var others: Int64
    /// The server of which all edits have come, and since when.
    private var remote: (server: String, since: Double)?
    /// The last batch of each server.
    private var batches: [TextKey: Int] = [:]
    /// The next edits are applied by this server, whichever wrote last.
    var mustAppend = false

    init(own: String?, newest: Int64) {
        self.own = own
        self.newest = newest
        others = newest
    }

    /// The server that the edits here are for; nil: this one applies them.
    func another(at now: Double) -> String? {
        guard !mustAppend, let last, !areSame(last, own), now - observedAt < Self.seconds else {
            return nil
        }
        return last
    }

    /// Who wrote the newest record; nil: unknown.
    package var newestWriter: String? { last }

    /// Whether a batch comes for the first time, and none after it has come.
    mutating func isNew(_ batch: ForwardedBatch) -> Bool {
        guard batch.number > batches[TextKey(batch.server)] ?? 0 else { return false }
        if batches.count >= Self.mostServers { batches.removeAll() }
        batches[TextKey(batch.server)] = batch.number
        return true
    }

    /// Whether this server applies the edits of a batch: all records that the sender does not know are its
    /// own, and the sender is not the only server with edits of the list for a while.
    mutating func accepts(_ batch: ForwardedBatch, at now: Double) -> Bool {
        guard let own, areSame(last, own), others <= batch.newest else { return false }
        if let remote, remote.server.isSame(as: batch.server) {
            return now - remote.since < Self.remoteSeconds
        }
        remote = (batch.server, now)
        return true
    }

    /// An edit of a session of this server has come.
    mutating func noteOwnEdit() { remote = nil }

    /// A record was followed.
    ///
    /// - Parameter writer: nil: its writer is not the one to apply edits for that.
    mutating func followed(_ number: Int64, by writer: String?, at now: Double) {
        guard number >= newest else { return }
        (newest, last, observedAt) = (number, writer, now)
        if !areSame(writer, own) { others = max(others, number) }
    }

    /// This server has stored a record.
    mutating func stored(_ number: Int64) {
        (newest, last) = (max(newest, number), own)
        mustAppend = false
    }

    /// Another server's record came before one of this server.
    mutating func overtaken(by number: Int64, mustAppend: Bool) {
        read(number)
        self.mustAppend = mustAppend
    }

    /// Records up to this number were read, whichever server wrote them.
    mutating func read(_ number: Int64) {
        others = max(others, number)
        if number > newest { (newest, last) = (number, nil) }
    }
}
