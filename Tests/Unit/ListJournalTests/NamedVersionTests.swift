import Foundation
import GRDB
import Testing

@testable import ListJournal

/// Named versions: each engine keeps them with the list as it was, for as long as the list is there.
@Suite struct NamedVersionTests {
    private func version(_ name: String, _ revision: Int) -> NamedVersion {
        NamedVersion(
            name: name, revision: revision, at: 100 + revision, user: revision > 1 ? "ana" : nil)
    }

    private func save(
        _ name: String, _ revision: Int, _ body: [UInt8], in journal: any Journal,
        epoch: String = "e1", most: Int = 3
    ) async throws -> NamingOutcome {
        try await journal.saveVersion(
            version(name, revision), body, of: "a", epoch: epoch, most: most)
    }

    @Test(arguments: JournalEngine.allCases)
    func versions_areThereAfterReopening(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        _ = try await journal.create(newList("a"))
        let long = [UInt8](repeating: 7, count: 1_500_000)
        #expect(try await save("before the party / ä", 4, long, in: journal) == .stored)
        #expect(try await save("b", 1, [1], in: journal) == .stored)
        #expect(try await save("b", 2, [2], in: journal) == .taken)
        #expect(try await save("a", 4, [], in: journal) == .stored)
        #expect(try await save("c", 5, [], in: journal) == .full)
        #expect(try await save("c", 5, [], in: journal, epoch: "another") == .gone)
        await store.close(journal)

        let again = try await store.open()
        #expect(
            try await again.versions(list: "a") == [
                version("b", 1), version("a", 4), version("before the party / ä", 4),
            ])
        let read = try await again.loadVersion("before the party / ä", of: "a")
        #expect(read?.body == long && read?.position.revision == 4 && read?.isIntact == true)
        #expect(try await again.loadVersion("b", of: "a")?.body == [1])
        #expect(try await again.loadVersion("nothing", of: "a") == nil)
        #expect(try await again.versions(list: "nothing").isEmpty)
        await store.close(again)
    }

    @Test(arguments: JournalEngine.allCases)
    func removedVersion_isGone_andItsNameFree(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        _ = try await journal.create(newList("a"))
        _ = try await save("b", 1, [1], in: journal)
        _ = try await save("c", 2, [2], in: journal)
        #expect(try await journal.removeVersion("b", of: "a", epoch: "another") == false)
        #expect(try await journal.removeVersion("b", of: "a", epoch: "e1"))
        #expect(try await journal.removeVersion("b", of: "a", epoch: "e1") == false)
        #expect(try await journal.loadVersion("b", of: "a") == nil)
        #expect(try await save("b", 3, [3], in: journal) == .stored)
        #expect(try await journal.versions(list: "a").map(\.name) == ["c", "b"])
        await store.close(journal)
    }

    @Test(arguments: JournalEngine.allCases)
    func compactionAndDeletion(engine: JournalEngine) async throws {
        let store = try await engine.makeStore()
        let journal = try await store.open()
        var position = try #require(try await journal.create(newList("a"))).position
        _ = try await save("b", 0, [9], in: journal)
        for revision in 1...6 {
            guard
                case .committed(let next) = await journal.append(
                    record(revision), to: "a", expected: position)
            else { throw JournalError.failed("not appended") }
            position = next
            try await journal.saveSnapshot(
                StoredSnapshot(position: position, body: [UInt8(revision)]), of: "a", epoch: "e1")
            _ = try await journal.trim(list: "a", through: revision - 1)
        }
        #expect(try await journal.loadVersion("b", of: "a")?.body == [9])
        try await journal.delete(list: "a", epoch: "e1")
        #expect(try await journal.versions(list: "a").isEmpty)
        #expect(try await save("c", 0, [], in: journal) == .gone)
        var anew = newList("a")
        anew.epoch = "e2"
        _ = try await journal.create(anew)
        #expect(try await journal.versions(list: "a").isEmpty)
        #expect(try await journal.loadVersion("b", of: "a") == nil)
        #expect(try await save("b", 0, [4], in: journal, epoch: "e2") == .stored)
        #expect(try await journal.loadVersion("b", of: "a")?.body == [4])
        await store.close(journal)
    }

    @Test func damagedVersion_isSaidToBe() async throws {
        let store = try TemporaryStore()
        let journal = try SQLiteJournal(path: store.path)
        _ = try await journal.create(newList("a"))
        _ = try await save("b", 1, [1, 2], in: journal)
        await journal.close()
        try await DatabaseQueue(path: store.path).write {
            try $0.execute(sql: "UPDATE versions SET body = x'0103'")
        }
        let reader = try StoreReader(path: store.path)
        let read = try await reader.loadVersion("b", of: "a")
        #expect(read?.isIntact == false)
        #expect(try await reader.versions(list: "a") == [version("b", 1)])
        try reader.close()
    }
}
