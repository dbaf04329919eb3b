// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import NATS

/// Reading the heads and the records of lists.
extension JetStreamJournal {
    package func heads() async throws(JournalError) -> [ListHead] {
        resumeCreations()
        let reader = HeadReader(log: log) { partition, sequence in
            self.follower.began(in: partition, at: sequence)
        } deleted: { list, message in
            self.resumeDeletion(list, message)
        }
        return try await reader.heads()
    }

    package func newestTime() async throws(JournalError) -> Int? {
        var newest: Int?
        for partition in 0..<StreamLayout.partitions {
            let stream = layout.logStream(partition)
            let time = try await log.asking { streams throws(JetStreamError) in
                try await streams.stream(stream)?.lastTime
            }
            newest = [newest, time].compactMap(\.self).max()
        }
        return newest
    }

    package func head(list: String) async throws(JournalError) -> ListHead? {
        try await log.head(of: list)
    }

    package func note(_ head: ListHead) { known.note(head.list, head.epoch, head.position) }

    package func snapshotPositions(
        list: String
    ) async throws(JournalError) -> SnapshotPositions? {
        try await snapshots.positions(of: list)
    }

    package func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        try await log.records(of: list, above: revision, limit: limit)
    }

    package func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await log.records(of: list, after: position.place, limit: limit)
    }

    package func read(
        list: String, before position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await log.records(of: list, before: position, limit: limit)
    }

    package func record(
        list: String, at position: JournalPosition
    ) async throws(JournalError) -> StoredRecord? {
        try await log.record(of: list, at: position)
    }

    package func keptLog(list: String) async throws(JournalError) -> KeptLog? {
        guard let base = try await snapshots.basePosition(of: list) else { return nil }
        return KeptLog(
            base: base, first: try await log.records(of: list, after: 0, limit: 1).first)
    }
}

/// Reads the heads of all lists of a cluster: the last message of each subject, some hundred at a time.
struct HeadReader: Sendable {
    let log: LogReader
    /// Called with each partition, and the last message of its stream before the heads are read.
    let begins: @Sendable (Int, Int) -> Void
    /// Called with each list whose last message is the record of its deletion.
    let deleted: @Sendable (String, StoredMessage) -> Void

    /// Lists whose last records are read together.
    private static let portion = 256

    /// The heads of all lists that are whole, in order of the ids.
    func heads() async throws(JournalError) -> [ListHead] {
        var heads: [ListHead] = []
        for partition in 0..<StreamLayout.partitions {
            heads += try await self.heads(in: partition)
        }
        return heads.sorted { $0.list < $1.list }
    }

    private func heads(in partition: Int) async throws(JournalError) -> [ListHead] {
        let (stream, filter) = (log.layout.logStream(partition), log.layout.logs(partition))
        let (info, subjects) = try await log.asking { streams throws(JetStreamError) in
            (try await streams.stream(stream), try await streams.subjects(of: filter, in: stream))
        }
        begins(partition, info?.lastSequence ?? 0)
        var heads: [ListHead] = []
        for start in stride(from: 0, to: subjects.count, by: Self.portion) {
            let portion = Array(subjects[start..<min(start + Self.portion, subjects.count)])
            var copied: [(head: ListHead, id: String)] = []
            var batch = try await log.last(of: portion, in: stream)
            let deadline = log.time.now() + .seconds(log.patience)
            while batch.upTo < info?.lastSequence ?? 0 {
                guard log.time.now() < deadline else {
                    throw .failed("\(stream): the node that answers lags behind the others")
                }
                await log.time.sleep(0.02)
                batch = try await log.last(of: portion, in: stream)
            }
            for message in batch.messages {
                // Where else a message may lie, it is not looked for.
                guard let list = log.layout.list(ofLog: message.subject),
                    log.layout.log(of: list) == message.subject
                else { continue }
                guard let record = RecordEnvelope.read(message.payload) else {
                    heads.append(
                        ListHead(
                            list: list, epoch: "", title: "", rows: 0, position: .unreadable))
                    continue
                }
                guard record.envelope.kind != .deleted else {
                    deleted(list, message)
                    continue
                }
                let head = ListHead(list, record, at: message.sequence)
                if record.envelope.isCopied {
                    copied.append((head, record.envelope.id))
                } else {
                    heads.append(head)
                }
            }
            heads += try await whole(copied)
        }
        for head in heads { log.known.note(head.list, head.epoch, head.position) }
        return heads
    }

    /// The heads of those copied lists that are there as a whole.
    ///
    /// - Parameter copied: Heads, each with the id of the last record.
    private func whole(
        _ copied: [(head: ListHead, id: String)]
    ) async throws(JournalError) -> [ListHead] {
        guard !copied.isEmpty else { return [] }
        let subjects = copied.map { log.layout.snapshot(of: $0.head.list) }
        var named: [String: String] = [:]
        for message in try await log.last(of: subjects, in: log.layout.snapshotStream).messages {
            named[message.subject] = SnapshotPointer(json: message.payload)?.copied
        }
        var whole: [ListHead] = []
        for ((head, id), subject) in zip(copied, subjects) {
            // A node that lags may not have the pointer yet: the leader has.
            var isWhole = named[subject] == id
            if !isWhole { isWhole = try await log.isWhole(head.list, last: id) }
            if isWhole { whole.append(head) }
        }
        return whole
    }
}

extension LogReader {
    /// The most bytes of an answer with the last messages of many subjects: 8 MiB.
    private static let answerBytes = 8 << 20

    /// The last message of each subject; a node cuts an answer that is long.
    func last(
        of subjects: [String], in stream: String
    ) async throws(JournalError) -> StoredBatch {
        var found = StoredBatch(messages: [], isMore: false, upTo: .max)
        var left = subjects
        repeat {
            let batch = try await asking { streams throws(JetStreamError) in
                try await streams.lastMessages(
                    of: left, in: stream, maximumBytes: Self.answerBytes)
            }
            guard !batch.isMore || !batch.messages.isEmpty else {
                throw .failed("\(stream): a node cuts its answers to nothing")
            }
            found.messages += batch.messages
            found.upTo = min(found.upTo, batch.upTo)
            found.isMore = batch.isMore
            let subjects = Set(batch.messages.map(\.subject))
            left.removeAll { subjects.contains($0) }
        } while found.isMore && !left.isEmpty
        return found
    }
}
