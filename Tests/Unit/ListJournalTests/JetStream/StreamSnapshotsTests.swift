import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// Snapshots in parts after a pointer: what is left behind, and what is damaged.
@Suite struct StreamSnapshotsTests {
    private static let node = Task { try await NATSNode() }

    /// A journal with a list `a` at revision 1, whose unnamed parts are old after `seconds`.
    private func journal(
        _ prefix: String, unnamedAfter seconds: Double = 3600
    ) async throws -> (JetStreamJournal, JournalPosition) {
        let journal = try await JournalStore.open(
            [Self.node.value], prefix, copies: 1, unnamedSeconds: seconds)
        let head = try #require(try await journal.create(newList("a")))
        let outcome = await journal.append(record(1), to: "a", expected: head.position)
        guard case .committed(let position) = outcome else {
            throw JournalError.failed("\(outcome)")
        }
        return (journal, position)
    }

    private func parts(_ journal: JetStreamJournal) async throws -> [String] {
        try await journal.streams.subjects(
            of: journal.layout.allSnapshotParts(of: "a"), in: journal.layout.snapshotStream
        ).sorted()
    }

    @Test(arguments: [(3600.0, 2), (-10, 1)])
    func partsThatNothingNames_goOnceTheyAreOld(seconds: Double, left: Int) async throws {
        let (journal, position) = try await journal(
            seconds > 0 ? "young" : "old", unnamedAfter: seconds)
        let layout = journal.layout
        try await journal.store([[1]], in: layout.snapshotStream) {
            layout.part($0, ofSnapshot: 1, "lost", of: "a")
        }
        let snapshot = StoredSnapshot(position: position, body: [7], epoch: "e1")
        try await journal.saveSnapshot(snapshot, of: "a", epoch: "e1")
        #expect(try await parts(journal).count == left)
        #expect(try await journal.loadSnapshot(list: "a") == snapshot)
        await journal.close()
    }

    @Test func damagedPointer_isTold_andNeverReplaced() async throws {
        let (journal, position) = try await journal("damaged")
        let subject = journal.layout.snapshot(of: "a")
        _ = await journal.streams.publish([1], to: subject, expected: 0, id: nil)
        let snapshot = StoredSnapshot(position: position, body: [7], epoch: "e1")
        await #expect(throws: JournalError.self) {
            try await journal.saveSnapshot(snapshot, of: "a", epoch: "e1")
        }
        await #expect {
            try await journal.loadSnapshot(list: "a")
        } throws: {
            "\($0)".contains("of DAMAGED_SNAP is damaged, or of a newer version")
        }
        let message = try await journal.streams.lastMessage(
            of: subject, in: journal.layout.snapshotStream)
        #expect(message?.payload == [1])
        await journal.close()
    }
}
