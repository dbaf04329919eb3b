import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// What is reported of the place directly after a record, in which an append was tried.
@Suite struct SlotTests {
    private static let node = Task { try await NATSNode() }

    /// A server that was cut off finds that the others have gone on, and trimmed the log past its record.
    @Test func slotThatIsTrimmed_isToldAsSuch() async throws {
        let journal = try await JournalStore.open([Self.node.value], "trimmed", copies: 1)
        var positions = [try #require(try await journal.create(newList("a"))).position]
        for revision in 1...3 {
            let outcome = await journal.append(
                record(revision), to: "a", expected: positions[revision - 1])
            guard case .committed(let position) = outcome else {
                throw JournalError.failed("\(outcome)")
            }
            positions.append(position)
        }
        let head = try #require(try await journal.head(list: "a"))
        try await journal.purge(
            journal.layout.logStream(of: "a"), journal.layout.log(of: "a"),
            below: Int(positions[3].place))
        for body in [[UInt8(7)], [8]] {
            let tried = record(1, body)
            #expect(await journal.append(tried, to: "a", expected: positions[0]) == .conflict)
            #expect(
                try await journal.resolve(tried, of: "a", expected: positions[0]) == .trimmed(head))
        }
        #expect(
            try await journal.resolve(record(3), of: "a", expected: positions[2]) == .ours(head))
        #expect(
            try await journal.resolve(record(3, [8]), of: "a", expected: positions[2])
                == .other(head))
        await journal.close()
    }
}
