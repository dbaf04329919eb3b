/// Copies one list, and checks meanwhile that it is as it was written.
struct ListCopy {
    /// Begins to store a list where it is copied to.
    typealias Begin = @Sendable (CopiedList) async throws(JournalError) -> any ListWriter

    let source: any JournalReading
    let begin: Begin
    /// That of the source, for messages.
    let name: String

    /// Records read at a time.
    private static let portion = 256
    /// How often a list is begun anew that a server trims or compacts meanwhile.
    private static let attempts = 4

    /// - Returns: The number of records that were copied.
    /// - Throws: `CopyRefusal` where what is stored is damaged; `JournalError`.
    func run(_ list: String, _ mark: CopyMark) async throws -> Int {
        var attempt = 1
        while true {
            do {
                return try await copy(list, mark)
            } catch let damage as ListDamage {
                attempt += 1
                guard attempt > Self.attempts else { continue }
                throw CopyRefusal(
                    "the list \(list) in \(name) is damaged (\(damage.problem)): 'lockstep verify' "
                        + "tells more; save what is left with 'lockstep export --salvage', delete "
                        + "the list, and run this again")
            }
        }
    }

    private func copy(_ list: String, _ mark: CopyMark) async throws -> Int {
        // The snapshots first: the head is then not before any of them.
        let snapshots = try await source.snapshotPositions(list: list)
        guard var head = try await source.head(list: list) else { return 0 }
        guard let snapshots else { throw ListDamage("it has no snapshot") }
        head.epoch = mark.epoch(of: head)
        var records = try await read(
            head, after: JournalPosition(revision: 0, token: 0))
        var chain = try ChainCheck(head, snapshots, first: records.first)
        let writer = try await begin(
            CopiedList(head: head, snapshots: snapshots, before: chain.last))
        var count = 0
        while let last = records.last {
            for record in records { try chain.take(record) }
            try await writer.append(records)
            count += records.count
            guard last.position.token < head.position.token else { break }
            records = try await read(head, after: last.position)
        }
        guard chain.last.token == head.position.token else {
            throw ListDamage("its log does not end at revision \(head.position.revision)")
        }
        try await copySnapshots(of: list, snapshots, chain, to: writer)
        try await copyVersions(of: list, to: writer)
        try await writer.finish()
        return count
    }

    /// The next records up to the head: a server may have appended others meanwhile.
    private func read(
        _ head: ListHead, after position: JournalPosition
    ) async throws -> [StoredRecord] {
        let records = try await source.read(
            list: head.list, after: position, limit: Self.portion)
        return records.filter { $0.position.token <= head.position.token }
    }

    /// Copies each snapshot once, and holds one in memory at a time.
    private func copySnapshots(
        of list: String, _ positions: SnapshotPositions, _ chain: ChainCheck,
        to writer: any ListWriter
    ) async throws {
        var kinds: Set<SnapshotKind> = [.newest]
        if positions.base == positions.newest { kinds.insert(.base) }
        try await writer.add(
            try chain.check(try await source.loadSnapshot(list: list), positions.newest), kinds)
        if positions.base != positions.newest {
            try await writer.add(
                try chain.check(try await source.loadBase(list: list), positions.base),
                [.base])
        }
        if let nextBase = positions.nextBase {
            try await writer.add(
                try chain.check(try await source.loadNextBase(list: list), nextBase), [.nextBase])
        }
    }
}

extension ListCopy {
    /// Copies the named versions; one that is removed meanwhile is left out.
    private func copyVersions(of list: String, to writer: any ListWriter) async throws {
        for version in try await source.versions(list: list) {
            guard let snapshot = try await source.loadVersion(version.name, of: list) else {
                continue
            }
            guard snapshot.isIntact, snapshot.position.revision == version.revision else {
                throw ListDamage("the version \(version.name) is not as it was written")
            }
            try await writer.add(version, snapshot.body)
        }
    }
}

/// What is wrong with a list: damage, which stays, or that a server changed it while it was read.
private struct ListDamage: Error {
    let problem: String

    init(_ problem: String) { self.problem = problem }
}

/// Holds the records and snapshots of a list against each other: copying gives them new checks, which
/// must not hide that something was lost or replaced.
private struct ChainCheck {
    /// The last record; at first the position directly before the first one.
    private(set) var last: JournalPosition
    private var noted: [Int64: JournalPosition] = [:]
    private let wanted: Set<Int64>

    /// - Parameter first: The oldest kept record; nil where none is kept.
    init(_ head: ListHead, _ snapshots: SnapshotPositions, first: StoredRecord?) throws {
        wanted = Set(
            [snapshots.base, snapshots.nextBase, snapshots.newest].compactMap { $0?.token })
        guard snapshots.newest.token <= head.position.token else {
            throw ListDamage("it ends before its newest snapshot")
        }
        guard let first else {
            last = snapshots.newest
            guard snapshots.base == head.position, snapshots.newest == head.position else {
                throw ListDamage(
                    "records after revision \(snapshots.base.revision) are missing")
            }
            note(last)
            return
        }
        let isBase = first.position.token == snapshots.base.token + 1
        guard isBase || first.position.token <= snapshots.base.token else {
            throw ListDamage("records after revision \(snapshots.base.revision) are missing")
        }
        last = JournalPosition(
            revision: isBase ? snapshots.base.revision : 0, token: first.position.token - 1,
            check: first.previous)
        note(last)
    }

    private mutating func note(_ position: JournalPosition) {
        last = position
        if wanted.contains(position.token) { noted[position.token] = position }
    }

    mutating func take(_ record: StoredRecord) throws {
        let revision = record.position.revision
        guard record.isIntact else {
            throw ListDamage("the record of revision \(revision) is not as it was written")
        }
        guard record.position.token == last.token + 1, revision >= last.revision else {
            throw ListDamage("records are missing before revision \(revision)")
        }
        if let named = record.previous, let check = last.check, named != check {
            throw ListDamage(
                "the record of revision \(revision) follows another than the one before it")
        }
        note(record.position)
    }

    /// The snapshot, if it is that of the record at `position`.
    func check(_ snapshot: StoredSnapshot?, _ position: JournalPosition) throws -> StoredSnapshot {
        guard let snapshot, snapshot.isIntact else {
            throw ListDamage(
                "the snapshot of revision \(position.revision) is not as it was written")
        }
        guard snapshot.position == position, let record = noted[position.token] else {
            throw ListDamage("no record ends where its snapshot was made")
        }
        if let named = snapshot.position.check, let check = record.check, named != check {
            throw ListDamage(
                "the snapshot of revision \(position.revision) was made after another record")
        }
        return snapshot
    }
}
