import NATS

/// Reading the heads and the records of lists.
extension JetStreamJournal {
    /// Lists whose last records are read together.
    private static let headPortion = 256

    package func heads() async throws(JournalError) -> [ListHead] {
        var heads: [ListHead] = []
        for partition in 0..<StreamLayout.partitions {
            heads += try await self.heads(in: partition)
        }
        return heads.sorted { $0.list < $1.list }
    }

    private func heads(in partition: Int) async throws(JournalError) -> [ListHead] {
        let stream = layout.logStream(partition)
        let (info, subjects) = try await log.asking { streams throws(JetStreamError) in
            (
                try await streams.stream(stream),
                try await streams.subjects(of: layout.logs(partition), in: stream)
            )
        }
        var heads: [ListHead] = []
        for start in stride(from: 0, to: subjects.count, by: Self.headPortion) {
            let portion = Array(subjects[start..<min(start + Self.headPortion, subjects.count)])
            var batch: StoredBatch
            repeat {
                batch = try await log.asking { streams throws(JetStreamError) in
                    try await streams.lastMessages(of: portion, in: stream)
                }
                // A node that lags is asked again.
            } while batch.upTo < info?.lastSequence ?? 0 && !isClosed
            for message in batch.messages {
                guard let list = layout.list(ofLog: message.subject) else { continue }
                guard let record = RecordEnvelope.read(message.payload) else {
                    heads.append(
                        ListHead(
                            list: list, epoch: "", title: "", rows: 0, position: .unreadable))
                    continue
                }
                guard record.envelope.kind != .deleted else { continue }
                let head = ListHead(list, record, at: message.sequence)
                known.note(list, head.epoch, head.position)
                heads.append(head)
            }
        }
        return heads
    }

    package func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        try await log.records(of: list, above: revision, limit: limit)
    }

    package func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await log.records(of: list, behind: position.place, limit: limit)
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
        guard let origin = try await snapshots.originPosition(of: list) else { return nil }
        return KeptLog(
            origin: origin, first: try await log.records(of: list, behind: 0, limit: 1).first)
    }
}
