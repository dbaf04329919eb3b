import ListEditing
import ListJournal
import ListProtocol
import Testing

@testable import ListServer

@Suite struct DirectoryTests {
    private func seed(_ name: String) -> CreateList {
        CreateList(list: ListID(name), title: "T", rules: Rules(), sections: [])
    }

    @Test func idThatTheJournalHas_isTakenAndNotUnavailable() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        // The directory was not told of the list that the journal has.
        let directory = Directory(services: bench.services)
        guard case .failure(.exists) = await directory.create(seed("l")) else {
            Issue.record("a taken id is told as something else")
            return
        }
    }

    @Test func whoIsToldThatAListExists_findsIt() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let directory = Directory(services: bench.services)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    if case .failure(.exists) = await directory.create(seed("new")) {
                        #expect(await directory.sequencer(of: ListID("new")) != nil)
                    }
                }
            }
        }
    }

    @Test func listOfLists_hasThemAll() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let directory = Directory(services: bench.services)
        for number in 0..<5 { _ = await directory.create(seed("list-\(number)")) }
        let first = await directory.summaries(for: .everything)
        let text = String(decoding: first.body, as: UTF8.self)
        #expect((0..<5).allSatisfy { text.contains("list-\($0)") })
    }
}
