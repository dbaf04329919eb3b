import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// Deletions under JetStream: what is left of them, and what is reported of a log that cannot be read.
@Suite struct JetStreamDeletionTests {
    private static let node = Task { try await NATSNode() }

    private func last(_ journal: JetStreamJournal) async throws -> StoredMessage? {
        try await journal.streams.lastMessage(
            of: journal.layout.log(of: "a"), in: journal.layout.logStream(of: "a"))
    }

    private func open(_ prefix: String) async throws -> JetStreamJournal {
        try await JournalStore.open([Self.node.value], prefix, copies: 1)
    }

    /// Waits until nothing is left of the list but the record that expires.
    private func isRemoved(_ journal: JetStreamJournal) async throws {
        try await NATSNode.waiting("the list is removed") {
            let message = try await last(journal)
            guard let message, message.headers["Nats-TTL"] == "720h" else { return false }
            let first = try await journal.log.next(of: "a", after: 0)
            return first?.0.sequence == message.sequence
        }
    }

    @Test func deletion_expiresOnlyOnceTheRestIsRemoved() async throws {
        let journal = try await open("expires")
        let head = try #require(try await journal.create(newList("a")))
        _ = await journal.append(record(1), to: "a", expected: head.position)
        try await journal.delete(list: "a", epoch: "e1")
        try await isRemoved(journal)
        #expect(try await journal.heads().isEmpty)
        #expect(try await journal.create(newList("a")) != nil)
        await journal.close()
    }

    @Test func deletionThatWasStopped_goesOnWithTheNextServer() async throws {
        let journal = try await open("stopped")
        let head = try #require(try await journal.create(newList("a")))
        _ = await journal.append(record(1), to: "a", expected: head.position)
        // As a server leaves it that is killed before it has removed anything.
        let (message, stored) = try #require(try await journal.log.last(of: "a"))
        var deletion = stored.envelope
        deletion.kind = .deleted
        deletion.number += 1
        _ = await journal.streams.publish(
            deletion.sealed([]).message, to: journal.layout.log(of: "a"),
            expected: message.sequence, id: nil)
        await journal.close()

        let next = try await open("stopped")
        #expect(try await next.heads().isEmpty)
        try await isRemoved(next)
        await next.close()
    }

    /// A leader that was deposed, or never had the record, says that there is no such message.
    @Test func leaderThatLacksWhatIsKnown_isNotBelieved() async throws {
        let journal = try await JournalStore.open(
            [Self.node.value], "stale", copies: 1, patience: 0.2)
        let head = try #require(try await journal.create(newList("a")))
        var position = head.position
        position.token += 1
        position.place += 1_000
        journal.known.note("a", "e1", position)
        journal.known.note("b", "e1", position)
        let works: [() async throws -> Void] = [
            { _ = try await journal.head(list: "a") },
            { _ = try await journal.head(list: "b") },
            { try await journal.delete(list: "a", epoch: "e1") },
            { try await journal.delete(list: "b", epoch: "e1") },
            { _ = try await journal.resolve(record(1), of: "a", expected: head.position) },
            { _ = try await journal.resolve(record(1), of: "b", expected: head.position) },
        ]
        for work in works {
            await #expect {
                try await work()
            } throws: {
                "\($0)".contains("lacks what was stored")
            }
        }
        await journal.close()
    }

    /// One whose stream reaches that far is: the list is gone, with everything of it.
    @Test func leaderThatKnowsMore_isBelieved() async throws {
        let journal = try await open("gone")
        let head = try #require(try await journal.create(newList("a")))
        try await journal.purge(journal.layout.logStream(of: "a"), journal.layout.log(of: "a"))
        #expect(try await journal.head(list: "a") == nil)
        #expect(try await journal.resolve(record(1), of: "a", expected: head.position) == .gone)
        await journal.close()
    }

    @Test func unreadableRecord_isNotTakenForNoList() async throws {
        let journal = try await open("newer")
        let head = try #require(try await journal.create(newList("a")))
        _ = await journal.streams.publish(
            Array("{\"v\":2}\nnewer".utf8), to: journal.layout.log(of: "a"),
            expected: Int(head.position.place), id: nil)
        let works: [() async throws -> Void] = [
            { _ = try await journal.head(list: "a") },
            { try await journal.delete(list: "a", epoch: "e1") },
            { _ = try await journal.create(newList("a")) },
            { _ = try await journal.resolve(record(1), of: "a", expected: head.position) },
        ]
        for work in works {
            await #expect {
                try await work()
            } throws: {
                "\($0)".contains("is damaged, or of a newer version")
            }
        }
        #expect(try await journal.heads().map(\.position) == [.unreadable])
        await journal.close()
    }

    @Test func fullStream_refusesToCreateAndToDelete() async throws {
        let journal = try await JournalStore.open(
            [Self.node.value], "full", copies: 1, maximumBytes: 3_000)
        var position = try #require(try await journal.create(newList("a"))).position
        var isFull = false
        while !isFull {
            let envelope = RecordEnvelope(
                .changed, epoch: "e1", number: position.token + 1, revision: 1, at: 1, title: "",
                rows: 0, writer: "w", id: "r\(position.token)", previous: 0)
            switch await journal.append(envelope, [1], to: "a", expected: position) {
            case .committed(let next): position = next
            case .refused: isFull = true
            case let other: throw JournalError.failed("\(other)")
            }
        }
        await #expect(throws: JournalError.self) {
            try await journal.delete(list: "a", epoch: "e1")
        }
        #expect(try await journal.head(list: "a")?.position == position)
        await journal.close()
    }

    @Test func headsOfLongRecords_areAllRead() async throws {
        let journal = try await open("long")
        let partition = StreamLayout.partition(of: "l0")
        let names = (0..<400).map { "l\($0)" }
            .filter { StreamLayout.partition(of: $0) == partition }.prefix(40)
        for name in names {
            var list = newList(name)
            list.snapshot = [UInt8](repeating: 7, count: 400_000)
            _ = try await journal.create(list)
        }
        #expect(try await journal.heads().map(\.list) == names.sorted())
        await journal.close()
    }
}
