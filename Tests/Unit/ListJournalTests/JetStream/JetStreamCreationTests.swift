import NATS
import NATSNodes
import Testing

@testable import ListJournal

/// Lists that are created together under JetStream, where servers end or start meanwhile.
@Suite struct JetStreamCreationTests {
    private static let node = Task { try await NATSNode() }

    private func open(_ prefix: String) async throws -> JetStreamJournal {
        try await JournalStore.open([Self.node.value], prefix, copies: 1)
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
        // As a server leaves it that is killed after the first of two lists.
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
        try await NATSNode.waiting("the list is deleted") { try await last.head(list: "b") == nil }
        #expect(try await last.heads().map(\.list) == ["kept"])
        // The note expires by itself, and nothing lies before it that would be the last one then.
        try await NATSNode.waiting("one note is left") {
            let stored = try await last.streams.messages(
                of: creation.subject, from: 1, in: last.layout.snapshotStream, limit: 9,
                maximumBytes: 1 << 20)
            return stored.messages.map { $0.headers["Nats-TTL"] } == ["1h"]
        }
        await last.close()
    }

    /// - Parameter isGone: Whether the note is cleared before the server learns of it.
    @Test(arguments: [false, true])
    func listsAreWithdrawn_fromAServerThatIsStillCreatingThem(isGone: Bool) async throws {
        let prefix = isGone ? "gone" : "meanwhile"
        let journal = try await open(prefix)
        let creation = try await journal.beginCreation(of: ["a", "b"].map { newList($0) })
        _ = try await journal.createOne(newList("a"))
        let other = try await open(prefix)
        _ = try await other.heads()
        try await NATSNode.waiting("the note is replaced") {
            try await state(of: creation.subject, other) == "withdrawn"
        }
        _ = try await journal.createOne(newList("b"))
        if isGone { try await other.purge(other.layout.snapshotStream, creation.subject) }
        await #expect {
            try await journal.finish(creation)
        } throws: { error in
            // Certainly nothing is made.
            if case .unreachable = error as? JournalError { true } else { false }
        }
        try await NATSNode.waiting("no list is left") { try await other.heads().isEmpty }
        #expect(try await notes(other).isEmpty)
        await journal.close()
        await other.close()
    }

    @Test func serverDoesNotWithdrawItsOwn() async throws {
        let journal = try await open("own")
        let creation = try await journal.beginCreation(of: ["a", "b"].map { newList($0) })
        _ = try await journal.heads()
        // After what was found at the start.
        let isLookedAt = AsyncStream<Void>.makeStream()
        journal.later { _ throws(JournalError) in isLookedAt.continuation.finish() }
        for await _ in isLookedAt.stream {}
        #expect(try await state(of: creation.subject, journal) == "begun")
        try await journal.finish(creation)
        await journal.close()
    }

    @Test func creationWhoseEndCannotBeNoted_isUndecided() async throws {
        let journal = try await open("undecided")
        let creation = try await journal.beginCreation(of: ["a", "b"].map { newList($0) })
        await journal.close()
        await #expect(throws: JournalError.undecided) { try await journal.finish(creation) }
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
