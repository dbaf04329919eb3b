import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing
import WebSocketTransport

@testable import ListHosting
@testable import ListServer
@testable import ServerTesting

@Suite struct DirectoryTests {
    private func seed(_ name: String) -> CreateList {
        CreateList(list: ListID(name), title: "T", rules: Rules(), sections: [])
    }

    @Test func idThatTheJournalHas_isTakenAndNotUnavailable() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let registry = bench.registry
        guard case .failure(.exists) = await registry.run({ await $1.create(seed("l")) }) else {
            Issue.record("a taken id is told as something else")
            return
        }
    }

    @Test func whoIsToldThatAListExists_findsIt() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let registry = bench.registry
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await registry.run { _, registry in
                        if case .failure(.exists) = await registry.create(seed("new")) {
                            #expect(registry.sequencer(of: ListID("new")) != nil)
                        }
                    }
                }
            }
        }
    }

    @Test func listOfLists_hasThemAll() async throws {
        let bench = try await Bench()
        defer { bench.stop() }
        let registry = bench.registry
        for number in 0..<5 { _ = await registry.run { await $1.create(seed("list-\(number)")) } }
        let first = await registry.run { await $1.summaries(for: .everything) }
        let text = String(decoding: first.body, as: UTF8.self)
        #expect((0..<5).allSatisfy { text.contains("list-\($0)") })
    }
}
