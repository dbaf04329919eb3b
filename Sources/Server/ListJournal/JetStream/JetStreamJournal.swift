// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation
package import NATS

/// The journal of a cluster: lists in the streams of NATS JetStream, of which several servers may write
/// each.
///
/// A list is a subject. The stream compares the sequence of its last message with the one that an append
/// expects, so that of two writers one succeeds; nothing else decides who writes. The record that creates
/// a list holds its first snapshot, the one that deletes it stays for 30 days.
package final class JetStreamJournal: Journal {
    /// How a cluster is reached.
    package struct Options: Sendable {
        package var connection: NATSConfiguration
        package var setup: ClusterSetup
        /// `limits.inFlight` and `limits.undo`, on which replaying depends.
        package var limits: (inFlight: Int, undo: Int)
        /// `nats.waitSeconds`: for how long the cluster may be out of reach until the server is not ready.
        package var patience = 15.0
        /// Seconds after which parts of a snapshot that no pointer names are removed.
        package var unnamedSeconds = 3600.0
        /// What the journal is opened for.
        package var purpose = Purpose.serving
        /// Called, from any thread, with what the server's log should tell.
        package var report: @Sendable (JetStreamNotice) -> Void

        package init(
            _ connection: NATSConfiguration, setup: ClusterSetup,
            limits: (inFlight: Int, undo: Int),
            report: @escaping @Sendable (JetStreamNotice) -> Void = { _ in }
        ) {
            self.connection = connection
            self.setup = setup
            self.limits = limits
            self.report = report
        }
    }

    /// What a journal is opened for.
    package enum Purpose: Sendable {
        /// Servers, who refuse a cluster in which copying lists left a mark.
        case serving
        /// Copying lists into the cluster.
        case copying
        /// Reading: nothing is made, and how safe the cluster is does not matter.
        case reading
    }

    let streams: any StreamClient
    let time: JournalTime
    let setup: ClusterSetup
    var layout: StreamLayout { setup.layout }
    let known = KnownLists()
    let follower: LogFollower
    let ids: RecordIDs
    let counters: JetStreamFigures
    let unnamedSeconds: Double
    let patience: Double
    let nodes = NodeSwitch()
    let purges: PurgeQueue
    let purpose: Purpose
    package let bus: (any MessageBus)?
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var isEnded = false

    var log: LogReader {
        LogReader(
            streams: streams, layout: layout, known: known, patience: patience,
            mayRetry: { [weak self] began in
                guard let self, !isClosed else { return false }
                failed(begun: began)
                return true
            }, time: time)
    }
    var snapshots: StreamSnapshots { StreamSnapshots(journal: self) }

    package var isShared: Bool { true }
    package var figures: JournalFigures { counters.counts }
    var isClosed: Bool { lock.withLock { unsafe isEnded } }

    /// A journal on the streams of a cluster that is ready.
    ///
    /// - Parameter writer: Tells this server, as it runs now, from all others.
    init(
        _ options: Options, on streams: any StreamClient, time: JournalTime, writer: String,
        bus: (any MessageBus)?, counters: JetStreamFigures? = nil
    ) {
        (self.streams, self.time, self.bus) = (streams, time, bus)
        self.counters =
            counters ?? JetStreamFigures(patience: options.patience, report: options.report)
        setup = options.setup
        follower = LogFollower(layout: options.setup.layout, known: known)
        ids = RecordIDs(writer: writer)
        purges = PurgeQueue(time: time)
        unnamedSeconds = options.unnamedSeconds
        patience = options.patience
        purpose = options.purpose
    }

    /// A request has to be made again.
    func failed(begun began: ContinuousClock.Instant) {
        guard nodes.failed(begun: began, at: time.now()) else { return }
        counters.leaving()
        counters.tell(.movingOn)
        streams.moveOn()
    }

    package func close() async {
        lock.withLock { unsafe isEnded = true }
        follower.stop()
        counters.leaving()
        await purges.finish()
        await streams.close()
    }

    package func follow(_ receive: @escaping @Sendable (FollowedRecord) -> Void) {
        follower.begin(streams, receive)
    }

    // MARK: Lists

    package func create(_ lists: [NewList]) async throws(JournalError) -> CreationOutcome {
        guard lists.count <= 1 else { return try await createTogether(lists) }
        guard let list = lists.first else { return .created([]) }
        guard let head = try await createOne(list) else { return .taken(list.list) }
        return .created([head])
    }

    /// - Returns: The new list's head; nil where the id is taken.
    func createOne(_ list: NewList) async throws(JournalError) -> ListHead? {
        var isTriedBefore = false
        /// The epoch of the deletion after which it was tried.
        var deleted: String?
        while true {
            var expected = JournalPosition(revision: 0, token: -1, place: 0)
            let last = try await last(of: list.list, isTriedBefore)
            switch last {
            case let (message, record)? where record.envelope.kind != .deleted:
                // Perhaps it was stored, and others have changed the list since.
                guard isTriedBefore, record.envelope.epoch == list.epoch else { return nil }
                return ListHead(list.list, record, at: message.sequence)
            case let last:
                // It was stored, perhaps, and others have deleted it since, and lists that came later: it must not
                // come back under its epoch. Only a deletion that lay there before tells that it was not.
                guard
                    !isTriedBefore || deleted != nil && last?.1.envelope.epoch ?? deleted == deleted
                else { throw .undecided }
                deleted = last?.1.envelope.epoch
                expected.place = last.map { Int64($0.0.sequence) } ?? 0
            }
            let envelope = RecordEnvelope(
                .created, epoch: list.epoch, number: 0, revision: 0, at: list.at,
                title: list.title, rows: list.rows, done: list.done, writer: ids.writer,
                id: ids.next(), previous: 0)
            switch await append(envelope, list.snapshot, to: list.list, expected: expected) {
            case .committed(let position):
                return ListHead(
                    list: list.list, epoch: list.epoch, title: list.title, rows: list.rows,
                    done: list.done, position: position)
            // Another server was first: it may have created the list, or deleted another.
            case .conflict: isTriedBefore = true
            case .refused(let reason): throw .failed(reason)
            case .unknown: throw .undecided
            }
        }
    }

    /// Seconds until a log is read again that could not be.
    private static let readingPause = 0.5

    /// The last record of a list's log, for one who is about to append to it.
    ///
    /// - Parameter isTriedBefore: Whether an earlier attempt may be stored: it is read again and again then
    ///   where it cannot be, as nothing else tells what became of that.
    func last(
        of list: String, _ isTriedBefore: Bool
    ) async throws(JournalError) -> (StoredMessage, ReadRecord)? {
        while true {
            do throws(JournalError) {
                return try await log.last(of: list)
            } catch {
                guard isTriedBefore else { throw error }
                guard !isClosed else { throw .undecided }
                counters.retried("\(error)")
            }
            await time.sleep(Self.readingPause)
        }
    }

    // MARK: Records

    package func append(
        _ record: JournalRecord, to list: String, expected: JournalPosition,
        done: @escaping @Sendable (AppendOutcome) -> Void
    ) {
        // The place is that of a later list with this id.
        if let known = known[list], known.epoch != record.epoch { return done(.conflict) }
        let envelope = RecordEnvelope(
            .changed, epoch: record.epoch, number: expected.token + 1, revision: record.revision,
            at: record.at, title: record.title, rows: record.rows, done: record.done,
            writer: ids.writer, id: ids.next(), previous: UInt64(bitPattern: expected.check ?? 0))
        SlotAppend(
            envelope, record.body, to: list, expected: expected, in: self, done: done
        ).begin()
    }

    func append(
        _ envelope: RecordEnvelope, _ body: [UInt8], to list: String, expected: JournalPosition,
        headers: NATSHeaders = [:]
    ) async -> AppendOutcome {
        await withCheckedContinuation { continuation in
            SlotAppend(
                envelope, body, to: list, expected: expected, headers: headers,
                deadline: time.now() + .seconds(patience), in: self
            ) { continuation.resume(returning: $0) }.begin()
        }
    }

    /// Stores the parts of something long; they are found by the reader of what names them.
    ///
    /// - Parameter isOnce: Whether nothing else is stored under the subjects.
    func store(
        _ parts: [[UInt8]], in stream: String, isOnce: Bool = true, _ subject: (Int) -> String
    ) async throws(JournalError) {
        for (number, part) in parts.enumerated() {
            let name = subject(number)
            var pause = 0.05
            while true {
                let outcome = await streams.publish(
                    part, to: name, expected: nil, id: isOnce ? name : nil)
                if case .stored = outcome { break }
                if case .refused(let reason) = outcome { throw .failed(reason) }
                guard !isClosed else { throw .failed("the journal is closed") }
                counters.retried("\(outcome)")
                await time.sleep(pause)
                pause = min(2 * pause, 1)
            }
        }
    }

    /// Its place is the one directly after `expected`: what lies there, or that it is trimmed, decides.
    package func resolve(
        _ record: JournalRecord, of list: String, expected: JournalPosition
    ) async throws(JournalError) -> AppendResolution {
        guard let head = try await log.head(of: list), head.epoch == record.epoch else {
            return .gone
        }
        guard head.position.token > expected.token,
            let stored = try await log.records(of: list, after: expected.place, limit: 1).first
        else { throw .failed("the record's place is not decided") }
        // What is damaged may have been this record.
        guard stored.isIntact, stored.position.token == expected.token + 1 else {
            return .trimmed(head)
        }
        let isOurs =
            stored.position.revision == record.revision && stored.at == record.at
            && stored.body == record.body
        return isOurs ? .ours(head) : .other(head)
    }

    package func trim(list: String, through revision: Int) async throws(JournalError) -> Int {
        guard let base = try await snapshots.promoteNextBase(of: list, through: revision),
            let known = known[list], base.token > 0
        else { return 0 }
        var last = base.place
        if base.revision > revision {
            let next = try await log.records(of: list, above: revision, limit: 1).first
            last = min(last, (next?.position.place ?? .max) - 1)
        }
        // The last record stays: the next one names its place. A purge holds its stream up, also one that
        // finds nothing.
        let bound = Int(min(last + 1, known.position.place))
        let first = try await log.next(of: list, after: 0)?.0.sequence ?? bound
        guard first < bound else { return min(base.revision, revision) }
        let (log, layout) = (log, layout)
        try await purges.run { () async throws(JournalError) in
            for filter in [layout.log(of: list), layout.allRecordParts(of: list)] {
                try await log.asking { streams throws(JetStreamError) in
                    _ = try await streams.purge(
                        layout.logStream(of: list), filter: filter, below: bound)
                }
            }
        }
        return min(base.revision, revision)
    }

    // MARK: Snapshots

    package func saveSnapshot(
        _ snapshot: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await snapshots.save(snapshot, of: list, epoch: epoch)
    }

    package func saveBase(
        _ base: StoredSnapshot, of list: String, epoch: String
    ) async throws(JournalError) {
        try await snapshots.saveBase(base, of: list, epoch: epoch)
    }

    package func versions(list: String) async throws(JournalError) -> [NamedVersion] {
        try await StreamVersions(journal: self).versions(of: list)
    }

    package func loadVersion(
        _ name: String, of list: String
    ) async throws(JournalError) -> StoredSnapshot? {
        try await StreamVersions(journal: self).load(name, of: list)
    }

    package func saveVersion(
        _ version: NamedVersion, _ body: [UInt8], of list: String, epoch: String, most: Int
    ) async throws(JournalError) -> NamingOutcome {
        try await StreamVersions(journal: self).save(
            version, body, of: list, epoch: epoch, most: most)
    }

    package func removeVersion(
        _ name: String, of list: String, epoch: String
    ) async throws(JournalError) -> Bool {
        try await StreamVersions(journal: self).remove(name, of: list, epoch: epoch)
    }

    package func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await snapshots.newest(of: list)
    }

    package func loadNextBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await snapshots.nextBase(of: list)
    }

    package func loadBase(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await snapshots.base(of: list)
    }
}

/// Ids of records that this server writes: no two are equal, nor equal to another server's.
final class RecordIDs: Sendable {
    /// Tells this server, as it runs now, from all others.
    let writer: String
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var count = 0

    init(writer: String) { self.writer = writer }

    func next() -> String {
        let number = lock.withLock {
            unsafe count += 1
            return unsafe count
        }
        return "\(writer)-\(number)"
    }
}
