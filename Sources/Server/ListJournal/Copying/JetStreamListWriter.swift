import NATS

extension JetStreamJournal: CopyTarget {
    package var isLocked: Bool { false }

    package func mark() async throws(JournalError) -> CopyMark? {
        do throws(ClusterError) {
            return try await setup.read(streams)?.configuration.mark
        } catch {
            throw .failed("\(error)")
        }
    }

    package func setMark(_ mark: CopyMark?) async throws(JournalError) {
        do throws(ClusterError) {
            try await setup.setMark(mark, streams)
        } catch {
            throw .failed("\(error)")
        }
    }

    package func begin(_ plan: CopiedList) async throws(JournalError) -> any ListWriter {
        let list = plan.head.list
        var place: Int64 = 0
        if let (message, record) = try await log.last(of: list) {
            var bound = Int.max
            guard record.envelope.kind == .deleted || record.envelope.isCopied else {
                throw .failed("the list \(list) was made there meanwhile: stop the servers of it")
            }
            if record.envelope.kind == .deleted {
                // The deletion stays; what lies before it may be of a list with this epoch.
                place = Int64(message.sequence)
                bound = message.sequence
            }
            try await purge(layout.logStream(of: list), layout.log(of: list), below: bound)
            try await purge(layout.logStream(of: list), layout.allRecordParts(of: list))
        }
        try await purge(layout.snapshotStream, layout.snapshot(of: list))
        try await purge(layout.snapshotStream, layout.allBelowSnapshot(of: list))
        return JetStreamListWriter(plan, after: place, in: self)
    }

    /// The bytes of all streams.
    package func byteCount() async throws(JournalError) -> Int {
        var bytes = 0
        for wanted in layout.streams(replicas: 1, maximumBytes: nil) {
            bytes += try await log.asking { streams throws(JetStreamError) in
                try await streams.stream(wanted.name)?.bytes ?? 0
            }
        }
        return bytes
    }
}

/// Stores a copied list: its records as copied ones, then the parts of its snapshots, and last the
/// pointer to these, with which the list is there.
private actor JetStreamListWriter: ListWriter {
    private let journal: JetStreamJournal
    private let plan: CopiedList
    private var chain: CopiedChain
    private var references: [SnapshotKind: SnapshotPointer.Reference] = [:]
    private var versions: [VersionTableEntry] = []
    /// The id of the last record.
    private var lastID = ""

    init(_ plan: CopiedList, after place: Int64, in journal: JetStreamJournal) {
        self.journal = journal
        self.plan = plan
        var plan = plan
        plan.before.place = place
        chain = CopiedChain(plan)
    }

    func append(_ records: [StoredRecord]) async throws(JournalError) {
        for record in records {
            try await append(.changed, record.position, at: record.at, record.body)
        }
    }

    /// - Parameter position: The record's, of which revision and number count.
    private func append(
        _ kind: RecordEnvelope.Kind, _ position: JournalPosition, at moment: Int, _ body: [UInt8]
    ) async throws(JournalError) {
        let head = plan.head
        lastID = journal.ids.next()
        // Title and counts are read of the last record only, and other engines have no others.
        let envelope = RecordEnvelope(
            kind, epoch: head.epoch, number: position.token, revision: position.revision,
            at: moment, title: head.title, rows: head.rows, done: head.done,
            writer: journal.ids.writer, id: lastID,
            previous: UInt64(bitPattern: chain.last.check ?? 0),
            isCopied: true)
        switch await journal.append(envelope, body, to: head.list, expected: chain.last) {
        case .committed(let position): chain.note(position)
        case .conflict: throw .failed("another program writes to the list \(head.list) there")
        case .refused(let reason), .unknown(let reason): throw .failed(reason)
        }
    }

    func add(
        _ snapshot: StoredSnapshot, _ kinds: Set<SnapshotKind>
    ) async throws(JournalError) {
        if plan.isWithoutRecords, references.isEmpty {
            // A list has a last record, which the next one names.
            try await append(.created, plan.head.position, at: 0, [])
        }
        let position = try chain.position(of: snapshot)
        let reference = SnapshotPointer.Reference(
            number: position.token, id: journal.ids.next(), place: position.place,
            revision: position.revision, record: UInt64(bitPattern: position.check ?? 0),
            snapshot: snapshot.body)
        let (layout, list) = (journal.layout, plan.head.list)
        try await journal.store(MessageParts.split(snapshot.body), in: layout.snapshotStream) {
            layout.part($0, ofSnapshot: reference.number, reference.id, of: list)
        }
        for kind in kinds { references[kind] = reference }
    }

    func add(_ version: NamedVersion, _ body: [UInt8]) async throws(JournalError) {
        let entry = VersionTableEntry(version, id: journal.ids.next(), body)
        let (layout, list) = (journal.layout, plan.head.list)
        try await journal.store(MessageParts.split(body), in: layout.snapshotStream) {
            layout.part($0, ofVersion: entry.id, of: list)
        }
        versions.append(entry)
    }

    func finish() async throws(JournalError) {
        guard let newest = references[.newest] else { throw .failed("it has no snapshot") }
        var pointer = SnapshotPointer(epoch: plan.head.epoch, newest: newest)
        pointer.base = references[.base]
        pointer.nextBase = references[.nextBase]
        pointer.copied = lastID
        let (layout, list) = (journal.layout, plan.head.list)
        if !versions.isEmpty {
            var table = StoredVersions(epoch: plan.head.epoch)
            table.entries = versions
            try await journal.store([table.json], in: layout.snapshotStream, isOnce: false) { _ in
                layout.versions(of: list)
            }
        }
        // A pointer of an earlier copying that is stored late is not that of these records, and this one
        // may be stored twice.
        let bytes = pointer.json
        try await journal.store([bytes], in: layout.snapshotStream, isOnce: false) { _ in
            layout.snapshot(of: list)
        }
    }
}
