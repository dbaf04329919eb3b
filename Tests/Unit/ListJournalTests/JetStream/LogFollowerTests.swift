import Foundation
import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// Following a cluster's logs: every record after the heads is told, in order, whoever wrote it.
@Suite struct LogFollowerTests {
    private static let node = Task { try await NATSNode() }

    private func open(_ prefix: String) async throws -> JetStreamJournal {
        try await JournalStore.open([Self.node.value], prefix, copies: 1)
    }

    /// What was notified of one list.
    private final class Notified: Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var records: [FollowedRecord] = []

        var all: [FollowedRecord] { lock.withLock { unsafe records } }
        func add(_ record: FollowedRecord) { lock.withLock { unsafe records.append(record) } }

        func wait(for count: Int) async throws -> [FollowedRecord] {
            try await NATSNode.waiting("\(count) records are told") { all.count >= count }
            return all
        }
    }

    @Test func recordsBehindTheHeads_areToldInOrder_withTheirBodies() async throws {
        let (writer, follower) = (try await open("order"), try await open("order"))
        let early = try #require(try await writer.create(newList("early")))
        _ = await writer.append(record(1), to: "early", expected: early.position)
        #expect(try await follower.heads().map(\.list) == ["early"])
        let notified = Notified()
        follower.follow(notified.add)

        let head = try #require(try await writer.create(newList("a.b")))
        var position = head.position
        // The second is so long that it lies in parts.
        for (revision, bytes) in [(1, 3), (2, 700_000), (3, 2)] {
            let body = [UInt8](repeating: 7, count: bytes)
            let outcome = await writer.append(record(revision, body), to: "a.b", expected: position)
            guard case .committed(let next) = outcome else {
                throw JournalError.failed("\(outcome)")
            }
            position = next
        }
        try await writer.delete(list: "a.b", epoch: "e1")

        let records = try await notified.wait(for: 5)
        #expect(records.allSatisfy { $0.head.list == "a.b" && $0.head.epoch == "e1" })
        #expect(records.allSatisfy { $0.writer == writer.ids.writer })
        #expect(records[0].change == .created && records[0].head == head)
        guard case .changed(let first?) = records[1].change,
            case .changed(let last?) = records[3].change
        else {
            Issue.record("short records are told without their bodies")
            return
        }
        #expect(first.body == [7, 7, 7] && first.isIntact && first.previous == head.position.check)
        #expect(records[2].change == .changed(nil))
        #expect(records[2].head.position.check == last.previous)
        #expect(last.position == position && last.position.place == position.place)
        #expect(records[4].change == .deleted)
        await writer.close()
        await follower.close()
    }

    /// Servers tell each other of records before those have been followed.
    @Test func recordsThatAnotherServerTellsOf_areRead_beforeTheyAreFollowed() async throws {
        let (writer, reader) = (try await open("told"), try await open("told"))
        let created = try #require(try await writer.create(newList("a")))
        #expect(try await reader.heads() == [created])
        let stored = record(1)
        guard
            case .committed(let position) = await writer.append(
                stored, to: "a", expected: created.position)
        else { throw JournalError.failed("it is not stored") }
        // Up to where it knows the list: nothing that may be behind is taken for all there is.
        #expect(try await reader.read(list: "a", after: created.position, limit: 9) == [])
        reader.note(ListHead(created, stored, at: position))
        let records = try await reader.read(list: "a", after: created.position, limit: 9)
        #expect(records.map(\.position) == [position])
        await writer.close()
        await reader.close()
    }

    @Test func recordsOfAnEarlierList_doNotHideTheNewOne() {
        let known = KnownLists()
        func position(_ place: Int64) -> JournalPosition {
            JournalPosition(revision: 0, token: 0, place: place)
        }
        known.note("a", "second", position(9))
        known.note("a", "first", position(5))
        #expect(known["a"]?.epoch == "second")
        known.note("a", "third", position(12))
        #expect(known["a"]?.epoch == "third")
    }
}
