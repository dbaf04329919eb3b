// Canonical equivalence in this file: ids, epochs, subjects and names of at most 200 bytes,
// which servers of this cluster have made or checked.
import Foundation
import NATS

/// Follows the logs of all lists: one consumer for each stream, after what was read of it at the start.
final class LogFollower: Sendable {
    private let layout: StreamLayout
    private let known: KnownLists
    private let lock = NSLock()
    // Guarded by `lock`.
    /// The last message of each stream when the heads in it were read.
    nonisolated(unsafe) private var starts: [Int: Int] = [:]
    /// What ends the consumers.
    nonisolated(unsafe) private var ends: [@Sendable () -> Void] = []

    init(layout: StreamLayout, known: KnownLists) {
        self.layout = layout
        self.known = known
    }

    /// The heads in a stream are those of the messages up to `sequence`, at least.
    func began(in partition: Int, at sequence: Int) {
        lock.withLock { unsafe starts[partition] = sequence }
    }

    /// - Parameter receive: Called on a thread of the connection, where it must not take long.
    func begin(
        _ streams: any StreamClient, _ receive: @escaping @Sendable (FollowedRecord) -> Void
    ) {
        lock.withLock {
            unsafe ends = (0..<StreamLayout.partitions).map { partition in
                streams.follow(
                    layout.logStream(partition), filter: layout.logs(partition),
                    after: unsafe starts[partition] ?? 0
                ) { [self] message in
                    if let record = record(in: message) { receive(record) }
                }
            }
        }
    }

    func stop() {
        let ends = lock.withLock {
            defer { unsafe self.ends = [] }
            return unsafe self.ends
        }
        for end in ends { end() }
    }

    /// What a message says; nil where it is of no list that is served.
    ///
    /// One that cannot be read is left out: the next reader of the list meets it.
    private func record(in message: StoredMessage) -> FollowedRecord? {
        guard let list = layout.list(ofLog: message.subject),
            layout.log(of: list) == message.subject,
            let record = RecordEnvelope.read(message.payload), !record.envelope.isCopied
        else { return nil }
        let head = ListHead(list, record, at: message.sequence)
        switch record.envelope.kind {
        case .created, .version:
            known.note(list, head.epoch, head.position)
            return FollowedRecord(
                record.envelope.kind == .created ? .created : .changed(nil), head: head,
                writer: record.envelope.writer)
        case .changed:
            known.note(list, head.epoch, head.position)
            return FollowedRecord(
                .changed(stored(record, at: head.position)), head: head,
                writer: record.envelope.writer)
        case .deleted:
            known.forget(list, epoch: head.epoch, at: head.position.place)
            return FollowedRecord(.deleted, head: head, writer: record.envelope.writer)
        }
    }

    private func stored(_ record: ReadRecord, at position: JournalPosition) -> StoredRecord? {
        guard record.parts == 0 else { return nil }
        let body = record.body()
        let previous = record.envelope.previous
        return StoredRecord(
            position: position, at: record.envelope.at, body: body ?? [],
            previous: previous == 0 ? nil : Int64(bitPattern: previous), isIntact: body != nil,
            epoch: record.envelope.epoch)
    }
}
