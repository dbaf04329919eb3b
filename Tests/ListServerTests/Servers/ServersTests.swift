import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing

@testable import ListServer

/// Two servers on one journal, in one thread and in simulated time.
@Suite struct ServersTests {
    /// What came of a simulation.
    private struct Outcome {
        var trace: [String]
        /// The list as each server has it, and as the journal has it.
        var states: [ListState?] = []
        /// What is wrong with the answers.
        var problems: [String] = []
    }

    private static let list = ListID("l")

    /// Lets five clients edit one list on two servers.
    private func simulate(seed: Int) async throws -> Outcome {
        let time = SimulatedTime(seed: UInt64(seed))
        let trace = Trace(in: time)
        let journal = MemoryJournal()
        let description = CreateList(
            list: Self.list, title: "T", rules: Rules(),
            sections: [
                SectionSeed(
                    id: section, title: "S", rules: Rules(),
                    rows: ["a", "b", "c", "d"].map {
                        RowSeed(id: RowID($0), fields: Fields(), rules: RowRules())
                    })
            ])
        let limits = ProtocolLimits()
        _ = try await journal.create(
            NewList(description, limits: limits, epoch: "e", at: 0))
        let servers = try ["one", "two"].map {
            try SimulatedServer($0, on: journal, in: time, trace)
        }
        for server in servers { try #require(server.start()) }
        let clients = (0..<5).map { number in
            SimulatedClient(
                "client-\(number)", of: Self.list, on: servers[number % 2], edits: 30, in: time,
                trace)
        }
        for client in clients { client.begin() }
        #expect(time.run { clients.allSatisfy(\.isDone) }, "seed \(seed)")
        for client in clients.prefix(2) { #expect(client.catchUp(), "seed \(seed)") }

        var outcome = Outcome(trace: trace.lines)
        outcome.states = servers.map { $0.state(of: Self.list) }
        let head = try #require(journal.head(of: Self.list.text))
        let stored = try await ListLoader(journal: journal, limits: limits).load(head).0
        outcome.states.append(stored.list.state())
        let sets = try journal.records(of: Self.list.text).flatMap {
            try ListRecord(decoding: $0.body).sets
        }
        for client in clients { outcome.problems += problems(of: client, in: sets) }
        return outcome
    }

    /// Each edit is stored once where it was answered so, and not where it was refused.
    private func problems(of client: SimulatedClient, in sets: [CommittedChange]) -> [String] {
        client.answers.sorted { $0.key < $1.key }.compactMap { id, answer in
            let made = sets.filter { $0.client == client.client && $0.intent == id }
                .map(\.revision)
            let expected: [Int] =
                switch answer {
                case .applied(let revision, _, _), .duplicate(let revision, applied: true?):
                    [revision]
                default: []
                }
            return made == expected
                ? nil : "\(client.client.text) \(id): \(answer), stored as \(made)"
        }
    }

    @Test(arguments: 1...20)
    func twoServersThatEditOneList_haveTheSameListAndLoseNothing(seed: Int) async throws {
        let outcome = try await simulate(seed: seed)
        #expect(outcome.problems == [], "seed \(seed)")
        let states = Set(outcome.states)
        #expect(states.count == 1 && !states.contains(nil), "seed \(seed)")
    }

    @Test func sameSeed_givesTheSameRun() async throws {
        let first = try await simulate(seed: 7)
        let second = try await simulate(seed: 7)
        let other = try await simulate(seed: 8)
        #expect(first.trace.count > 200)
        let difference = zip(first.trace, second.trace).first { $0 != $1 }
        #expect(difference == nil)
        #expect(first.trace.count == second.trace.count)
        #expect(first.trace != other.trace)
        // What makes it worth its while is in it.
        for event in ["conflict", "gets lost", "one: committed", "two: committed"] {
            #expect(first.trace.contains { $0.contains(event) }, "\(event)")
        }
    }
}
