import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// What can be read of a cluster of which most nodes are gone.
@Suite struct OutageReadingTests {
    @Test func aList_isReadFromTheOneNodeThatIsLeft() async throws {
        let cluster = try await NATSCluster()
        let journal = try await JournalStore.open(
            cluster.nodes, "ls", copies: 3, haltsNodes: true)
        let head = try #require(try await journal.create(newList("a")))
        var position = head.position
        for revision in 1...3 {
            let outcome = await journal.append(record(revision), to: "a", expected: position)
            guard case .committed(let next) = outcome else {
                throw JournalError.failed("\(outcome)")
            }
            position = next
        }
        let stream = journal.layout.logStream(of: "a")
        try await NATSNode.waiting("every node has all") {
            try await journal.streams.stream(stream)?.followers.allSatisfy(\.isCurrent) == true
        }
        for node in cluster.nodes.dropFirst() { node.kill() }

        let snapshot = try #require(try await journal.loadSnapshot(list: "a"))
        #expect(snapshot.position == start && snapshot.body == [1, 2])
        let records = try await journal.read(list: "a", after: snapshot.position, limit: 10)
        #expect(records.map(\.position.revision) == [1, 2, 3])
        #expect(records.last?.position == position)
        await journal.close()
    }
}
