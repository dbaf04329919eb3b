// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import NATS

/// Reads the logs of lists from the streams of a cluster.
///
/// A list's records are the messages of one subject, so their sequences rise and have gaps; those of an
/// earlier list with the same id are told by their epoch and left out. Any node may answer, and one that
/// lags does not have the newest records yet: what is known to be there is waited for.
struct LogReader: Sendable {
    let streams: any StreamClient
    let layout: StreamLayout
    let known: KnownLists
    /// Seconds for which requests are made again that may be answered later, as while a leader is elected.
    let patience: Double
    /// Called with when each request was made that has to be made again; false once the journal is closed.
    let mayRetry: @Sendable (ContinuousClock.Instant) -> Bool
    let time: JournalTime

    /// Bytes of messages after which a portion takes no further record: 4 MiB.
    private static let portionBytes = 4 << 20
    /// Seconds for which a node that lags is given time, and between two questions.
    private static let lag = (longest: 2.0, pause: 0.02)

    /// The newest record of a list, from the stream's leader.
    ///
    /// - Returns: The record and its sequence; nil where there is none, or the list is deleted.
    func head(of list: String) async throws(JournalError) -> ListHead? {
        guard let (message, record) = try await last(of: list) else { return nil }
        guard record.envelope.kind != .deleted else {
            known.forget(list, epoch: record.envelope.epoch, at: Int64(message.sequence))
            return nil
        }
        // A list that is known was whole before.
        if record.envelope.isCopied, known[list]?.epoch != record.envelope.epoch {
            guard try await isWhole(list, last: record.envelope.id) else { return nil }
        }
        let head = ListHead(list, record, at: message.sequence)
        known.note(list, head.epoch, head.position)
        return head
    }

    /// Whether all of a list is there that is, or was, being copied here.
    ///
    /// - Parameter id: That of its last record.
    func isWhole(_ list: String, last id: String) async throws(JournalError) -> Bool {
        let pointer = try await asking { streams throws(JetStreamError) in
            try await streams.lastMessage(
                of: layout.snapshot(of: list), in: layout.snapshotStream)
        }
        guard let pointer else { return false }
        // Damage is told by the reader of the list, which must not just be gone.
        guard let read = SnapshotPointer(json: pointer.payload) else { return true }
        return read.copied == id
    }

    /// The last message of a list's subject, and what it says; nil where there is none.
    ///
    /// - Throws: Also where it cannot be read, or the leader lacks what is known to be stored: it is not known
    ///   then whether there is such a list.
    func last(of list: String) async throws(JournalError) -> (StoredMessage, ReadRecord)? {
        let (subject, stream) = (layout.log(of: list), layout.logStream(of: list))
        let message = try await asking { streams throws(JetStreamError) -> StoredMessage? in
            // As of before the question: what is stored meanwhile proves nothing.
            let place = known.place(of: list)
            let message = try await streams.lastMessage(of: subject, in: stream)
            guard let place, message?.sequence ?? 0 < place else { return message }
            guard message == nil else { throw .after(stream) }
            try await checkEmpty(list, at: place, in: streams)
            return nil
        }
        guard let message else { return nil }
        guard let record = RecordEnvelope.read(message.payload) else {
            throw .failed(
                "message \(message.sequence) of \(layout.logStream(of: list)) is damaged, or of a "
                    + "newer version: use that version, or restore a copy")
        }
        return (message, record)
    }

    /// The first record of a list after a place, as it is now; nil where there is none.
    func next(
        of list: String, after place: Int64
    ) async throws(JournalError) -> (StoredMessage, ReadRecord?)? {
        let (subject, stream) = (layout.log(of: list), layout.logStream(of: list))
        let message = try await asking { streams throws(JetStreamError) -> StoredMessage? in
            if let message = try await streams.nextMessage(
                of: subject, from: Int(place) + 1, in: stream)
            {
                return message
            }
            // A node that lags does not have what the leader has.
            let newest = known.place(of: list)
            let message = try await streams.nextMessageOfLeader(
                of: subject, from: Int(place) + 1, in: stream)
            if message == nil, let newest, newest > place {
                try await checkEmpty(list, at: newest, in: streams)
            }
            return message
        }
        return message.map { ($0, RecordEnvelope.read($0.payload)) }
    }

    /// Checks that a list's log has no message, where the leader has told none although one was there.
    ///
    /// - Parameter place: Where it was.
    /// - Throws: `after` where it is not certain: a leader that was deposed lacks what others have stored.
    private func checkEmpty(
        _ list: String, at place: Int64, in streams: any StreamClient
    ) async throws(JetStreamError) {
        let (subject, stream) = (layout.log(of: list), layout.logStream(of: list))
        guard try await streams.isEmpty(subject, of: stream, at: Int(place)) else {
            throw .after(stream)
        }
    }

    // MARK: Records

    /// The records after a place, oldest first, without the one that created the list.
    ///
    /// - Returns: At most `limit` records; fewer where they are long, but one where there is one.
    func records(
        of list: String, after place: Int64, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        guard let known = try await entry(of: list) else { return [] }
        var place = place
        var found: [StoredRecord] = []
        var patience = Self.lag.longest
        while found.isEmpty, place < known.position.place {
            let from = Int(place) + 1
            let batch = try await asking { streams throws(JetStreamError) in
                try await streams.messages(
                    of: layout.log(of: list), from: from, in: layout.logStream(of: list),
                    limit: limit, maximumBytes: Self.portionBytes)
            }
            for message in batch.messages {
                place = Int64(message.sequence)
                if let record = try await stored(message, of: list, known.epoch) {
                    found.append(record)
                }
            }
            guard found.isEmpty, !batch.isMore else { continue }
            if patience > 0 {
                patience -= Self.lag.pause
                await time.sleep(Self.lag.pause)
                continue
            }
            // A log of which the end is lost is noticed by its reader: the leader decides that.
            guard let (message, _) = try await next(of: list, after: place) else { break }
            place = Int64(message.sequence)
            if let record = try await stored(message, of: list, known.epoch) {
                found.append(record)
            }
        }
        return found
    }

    /// The last `limit` records before a position, newest first; fewer where they are long.
    func records(
        of list: String, before position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        let start = max(1, position.token - Int64(limit))
        guard start < position.token,
            let (first, _) = try await search(list, { $0.number >= start })
        else { return [] }
        var place = Int64(first.sequence) - 1
        var found: [StoredRecord] = []
        while true {
            let portion = try await records(of: list, after: place, limit: limit)
            guard let last = portion.last else { break }
            found += portion.filter { $0.position.token < position.token }
            // What is furthest from the position is left out first.
            while found.count > 1,
                found.reduce(0, { $0 + $1.body.count }) > Self.portionBytes
            {
                found.removeFirst()
            }
            guard last.position.token < position.token - 1 else { break }
            place = last.position.place
        }
        return found.reversed()
    }

    /// The records with sets above a revision, oldest first; limited as by place.
    func records(
        of list: String, above revision: Int, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        guard let (first, _) = try await search(list, { $0.revision > revision }) else {
            return []
        }
        return try await records(of: list, after: Int64(first.sequence) - 1, limit: limit)
    }

    /// The record that ends at a position.
    func record(
        of list: String, at position: JournalPosition
    ) async throws(JournalError) -> StoredRecord? {
        guard let (first, _) = try await search(list, { $0.number >= position.token }) else {
            return nil
        }
        let record = try await records(of: list, after: Int64(first.sequence) - 1, limit: 1).first
        return record?.position == position ? record : nil
    }

    /// The list's first snapshot: the body of the record that created it; nil where that is gone.
    func created(_ list: String) async throws(JournalError) -> StoredSnapshot? {
        guard let (message, record) = try await search(list, { _ in true }),
            record.envelope.kind == .created
        else { return nil }
        let body = try await body(of: record, in: list)
        return StoredSnapshot(
            position: JournalPosition(record, at: message.sequence), body: body ?? [],
            isIntact: body != nil, epoch: record.envelope.epoch)
    }

    // MARK: Searching

    /// The first record of the list's epoch for which `isReached` holds, which it does for all later ones.
    ///
    /// - Complexity: O(log n) questions in the stream's messages.
    private func search(
        _ list: String, _ isReached: (RecordEnvelope) -> Bool
    ) async throws(JournalError) -> (StoredMessage, ReadRecord)? {
        guard let known = try await entry(of: list) else { return nil }
        // After `low` nothing is known to be too early; at `high` it is reached, if anywhere.
        var (low, high) = (Int64(0), known.position.place)
        var found: (StoredMessage, ReadRecord)?
        while low < high {
            let middle = low + (high - low) / 2
            guard let (message, record) = try await next(of: list, after: middle) else {
                high = middle
                continue
            }
            let place = Int64(message.sequence)
            if let record, record.envelope.epoch == known.epoch, isReached(record.envelope) {
                found = (message, record)
                high = middle
            } else {
                low = max(place, middle + 1)
            }
        }
        if found == nil, let (message, record) = try await next(of: list, after: low), let record,
            record.envelope.epoch == known.epoch, isReached(record.envelope)
        {
            return (message, record)
        }
        return found
    }

    private func entry(of list: String) async throws(JournalError) -> KnownLists.Entry? {
        if let entry = known[list] { return entry }
        _ = try await head(of: list)
        return known[list]
    }

    // MARK: Messages

    /// The record in a message; nil where it is of another list with this id, or made the list.
    private func stored(
        _ message: StoredMessage, of list: String, _ epoch: String
    ) async throws(JournalError) -> StoredRecord? {
        guard let record = RecordEnvelope.read(message.payload) else {
            return StoredRecord(position: .unreadable, at: 0, body: [], isIntact: false)
        }
        let envelope = record.envelope
        guard envelope.epoch == epoch, envelope.kind == .changed else { return nil }
        let body = try await body(of: record, in: list)
        return StoredRecord(
            position: JournalPosition(record, at: message.sequence), at: envelope.at,
            body: body ?? [],
            previous: envelope.previous == 0 ? nil : Int64(bitPattern: envelope.previous),
            isIntact: body != nil, epoch: epoch)
    }

    /// The body of a record, with its parts; nil where something of it is not as it was written.
    private func body(
        of record: ReadRecord, in list: String
    ) async throws(JournalError) -> [UInt8]? {
        let parts = try await parts(record.parts, in: layout.logStream(of: list)) { number in
            layout.part(number, ofRecord: record.envelope.id, of: list)
        }
        return parts.flatMap { record.body(parts: $0) }
    }

    /// The parts of something long; nil where one is missing.
    func parts(
        _ count: Int, in stream: String, _ subject: (Int) -> String
    ) async throws(JournalError) -> [[UInt8]]? {
        var parts: [[UInt8]] = []
        for number in 0..<count {
            let name = subject(number)
            // They are stored before what names them; the leader has them even where a node lags.
            let message = try await asking { streams throws(JetStreamError) -> StoredMessage? in
                if let part = try await streams.lastMessageOfAnyNode(of: name, in: stream) {
                    return part
                }
                return try await streams.lastMessage(of: name, in: stream)
            }
            guard let message else { return nil }
            parts.append(message.payload)
        }
        return parts
    }

    /// Seconds between two requests.
    private static let pause = 0.1

    /// Asks JetStream, again where it may answer later, and tells its errors as the journal's.
    func asking<Value>(
        _ ask: (any StreamClient) async throws(JetStreamError) -> Value
    ) async throws(JournalError) -> Value {
        let deadline = time.now() + .seconds(patience)
        while true {
            let began = time.now()
            do throws(JetStreamError) {
                return try await ask(streams)
            } catch {
                guard error.mayPass, time.now() < deadline, mayRetry(began) else {
                    throw .failed("\(error)")
                }
            }
            await time.sleep(Self.pause)
        }
    }
}

extension JournalPosition {
    /// The position of a record that was read at a sequence.
    init(_ record: ReadRecord, at sequence: Int) {
        self.init(
            revision: record.envelope.revision, token: record.envelope.number,
            place: Int64(sequence), check: Int64(bitPattern: record.check))
    }
}

extension ListHead {
    /// The head of a list whose newest record was read at a sequence.
    init(_ list: String, _ record: ReadRecord, at sequence: Int) {
        self.init(
            list: list, epoch: record.envelope.epoch, title: record.envelope.title,
            rows: record.envelope.rows, done: record.envelope.done,
            position: JournalPosition(record, at: sequence))
    }
}
