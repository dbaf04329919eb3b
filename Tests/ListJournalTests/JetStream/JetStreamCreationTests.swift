import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// Lists that are created together under JetStream, where servers end or start meanwhile.
@Suite struct JetStreamCreationTests {
    private static let node = Result { try NATSNode() }

    private func open(_ prefix: String) async throws -> JetStreamJournal {
        try await JournalStore.open([Self.node.get()], prefix, copies: 1)
    }

    /// The subjects under which there are notes.
    private func notes(_ journal: JetStreamJournal) async throws -> [String] {
        try await journal.streams.subjects(
            of: journal.layout.creations, in: journal.layout.snapshotStream)
    }

    private func state(of subject: String, _ journal: JetStreamJournal) async throws -> String? {
        let message = try await journal.streams.lastMessage(
            of: subject, in: journal.layout.snapshotStream)
        return message.flatMap { CreationNote(json: $0.payload)?.state.rawValue }
    }

    @Test func whatWasMade_isNotNotedAnyLonger() async throws {
        let journal = try await open("made")
        _ = try await journal.create(["a", "b"].map { newList($0) })
        try await NATSNode.waiting("no note is left") { try await notes(journal).isEmpty }
        await journal.close()
        let next = try await open("made")
        #expect(try await next.heads().map(\.list) == ["a", "b"])
        await next.close()
    }

    @Test func creationOfAServerThatEnded_leavesNothing() async throws {
        let journal = try await open("ended")
        _ = try await journal.create(newList("kept"))
        // As a server leaves it that is killed behind the first of two lists.
        let creation = try await journal.beginCreation(of: ["a", "b"].map { newList($0) })
        _ = try await journal.createOne(newList("a"))
        await journal.close()

        let next = try await open("ended")
        _ = try await next.heads()
        try await NATSNode.waiting("the list is deleted") { try await next.head(list: "a") == nil }
        #expect(try await state(of: creation.subject, next) == "withdrawn")
        // What was under way of the second list is stored only now.
        _ = try await next.createOne(newList("b"))
        await next.close()

        let last = try await open("ended")
        _ = try await last.heads()
        try await NATSNode.waiting("no note is left") { try await notes(last).isEmpty }
        #expect(try await last.heads().map(\.list) == ["kept"])
        await last.close()
    }

    @Test func listsAreWithdrawn_fromAServerThatIsStillCreatingThem() async throws {
        let journal = try await open("meanwhile")
        let creation = try await journal.beginCreation(of: ["a", "b"].map { newList($0) })
        _ = try await journal.createOne(newList("a"))
        let other = try await open("meanwhile")
        _ = try await other.heads()
        try await NATSNode.waiting("the note is replaced") {
            try await state(of: creation.subject, other) == "withdrawn"
        }
        _ = try await journal.createOne(newList("b"))
        await #expect(throws: JournalError.self) { try await journal.finish(creation) }
        try await NATSNode.waiting("no list is left") { try await other.heads().isEmpty }
        #expect(try await notes(other).isEmpty)
        await journal.close()
        await other.close()
    }

    @Test func notesOfNewerVersions_areLeft() async throws {
        let journal = try await open("newer")
        let subject = journal.layout.creation("x")
        _ = await journal.streams.publish(
            Array(#"{"v":2,"state":"begun","lists":[{"list":"a","epoch":"e1"}]}"#.utf8),
            to: subject, expected: 0, id: nil)
        _ = try await journal.create(newList("a"))
        _ = try await journal.heads()
        _ = try await journal.create(["b", "c"].map { newList($0) })
        // Notes are looked at one after the other.
        try await NATSNode.waiting("the later note is cleared") {
            try await notes(journal) == [subject]
        }
        #expect(try await journal.head(list: "a") != nil)
        await journal.close()
    }
}
