import NATSNodes
import Testing

@testable import ListJournal

/// What a cluster does of which most nodes stand still for a while.
@Suite struct LostQuorumTests {
    /// It may be stored later: whoever creates or deletes a list hears of it once that is certain.
    @Test func appendThatMayBeStored_isTriedUntilThatIsCertain() async throws {
        let cluster = try await NATSCluster()
        let journal = try await JournalStore.open(
            cluster.nodes, "ls", copies: 3, patience: 0.2, haltsNodes: true)
        let head = try #require(try await journal.create(newList("a")))
        let (_, created) = try #require(try await journal.log.last(of: "a"))
        for node in cluster.nodes.dropFirst() { try node.halt() }
        var deletion = created.envelope
        deletion.kind = .deleted
        deletion.number += 1
        deletion.id = journal.ids.next()
        let append = Task { [deletion] in
            await journal.append(deletion, [], to: "a", expected: head.position)
        }
        // The first attempt had no answer in three seconds.
        try await NATSNode.waiting("it is tried for longer than the journal has patience") {
            journal.figures.retries >= 1
        }
        for node in cluster.nodes.dropFirst() { node.resume() }
        #expect(await append.value == .committed(JournalPosition(revision: 0, token: 1)))
        await journal.close()
    }
}
