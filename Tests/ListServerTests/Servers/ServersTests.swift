import ListEditing
import ListJournal
import ListProtocol
import MemoryJournal
import Testing

@testable import ListServer

/// Servers on one journal, in one thread and in simulated time.
@Suite struct ServersTests {
    /// What came of a simulation.
    private struct Outcome {
        var trace: [String]
        /// The list as each server has it, and as the journal has it.
        var states: [ListState?] = []
        /// When the sets were made, by the clocks of their servers.
        var times: [Int] = []
        /// What is wrong with the answers.
        var problems: [String] = []
    }

    /// Servers of which the first has made a list.
    private struct Bench {
        let time: SimulatedTime
        let trace: Trace
        let journal = MemoryJournal()
        let servers: [SimulatedServer]
        let list = ListID("l")

        /// Seconds by which the servers' clocks are ahead.
        private static let ahead = [0.0, -3_600, 7_200]

        init(seed: Int, servers names: [String]) throws {
            let (time, journal) = (SimulatedTime(seed: UInt64(seed)), journal)
            let trace = Trace(in: time)
            servers = try names.enumerated().map { number, name in
                try SimulatedServer(
                    name, on: journal, in: time, ahead: Self.ahead[number], trace)
            }
            (self.time, self.trace) = (time, trace)
            let rows = ["a", "b", "c", "d"].map {
                RowSeed(id: RowID($0), fields: Fields(), rules: RowRules())
            }
            let description = CreateList(
                list: list, title: "T", rules: Rules(),
                sections: [SectionSeed(id: section, title: "S", rules: Rules(), rows: rows)])
            try #require(servers[0].start())
            try #require(servers[0].create(description))
            for server in servers.dropFirst() { try #require(server.start()) }
        }

        func client(_ number: Int, edits: Int) -> SimulatedClient {
            SimulatedClient(
                "client-\(number)", of: list, on: servers, first: number, edits: edits, in: time,
                trace)
        }
    }

    /// Lets clients edit one list on three servers.
    private func simulate(
        seed: Int, clients count: Int = 6, edits: Int = 25
    ) async throws -> Outcome {
        let bench = try Bench(seed: seed, servers: ["one", "two", "three"])
        let clients = (0..<count).map { bench.client($0, edits: edits) }
        for client in clients { client.begin() }
        #expect(bench.time.run { clients.allSatisfy(\.isDone) }, "seed \(seed)")
        var outcome = Outcome(trace: [])
        for client in clients {
            #expect(client.catchUp(), "seed \(seed)")
            outcome.states.append(client.server.state(of: bench.list))
        }
        outcome.trace = bench.trace.lines
        let head = try #require(bench.journal.head(of: bench.list.text))
        let loader = ListLoader(journal: bench.journal, limits: ProtocolLimits())
        outcome.states.append(try await loader.load(head).0.list.state())
        let sets = try bench.journal.records(of: bench.list.text).flatMap {
            try ListRecord(decoding: $0.body).sets
        }
        outcome.times = sets.map(\.at)
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

    @Test(arguments: 1...30)
    func serversThatEditOneList_haveTheSameListAndLoseNothing(seed: Int) async throws {
        try await check(seed: seed, clients: 6, edits: 25)
    }

    /// Short runs, of which many have few things in them that go wrong together.
    @Test(arguments: 1...20)
    func manyShortRuns_loseNothing(part: Int) async throws {
        for seed in (part * 100)..<(part * 100 + 100) {
            try await check(seed: seed, clients: 3, edits: 5)
            // Other tests wait for this thread.
            await Task.yield()
        }
    }

    private func check(seed: Int, clients: Int, edits: Int) async throws {
        let outcome = try await simulate(seed: seed, clients: clients, edits: edits)
        #expect(outcome.problems == [], "seed \(seed)")
        let states = Set(outcome.states)
        #expect(states.count == 1 && !states.contains(nil), "seed \(seed)")
    }

    /// Clocks apart: times follow the fastest clock, and never fall.
    @Test(arguments: 1...10)
    func serversWhoseClocksAreApart_writeTimesThatNeverFall(seed: Int) async throws {
        let times = try await simulate(seed: seed).times
        #expect(times == times.sorted(), "seed \(seed)")
        // The simulation begins at 1,000 s and takes some minutes.
        #expect(try #require(times.last) > 8_200_000, "seed \(seed)")
    }

    @Test(arguments: 1...10)
    func listThatOneServerDeletes_isGoneForTheOthersClients(seed: Int) throws {
        let bench = try Bench(seed: seed, servers: ["one", "two"])
        let client = bench.client(1, edits: 40)
        client.begin()
        #expect(bench.time.run { client.answers.count > 5 }, "seed \(seed)")
        #expect(bench.servers[0].delete(bench.list), "seed \(seed)")
        #expect(bench.journal.head(of: bench.list.text) == nil)
        #expect(
            bench.time.run {
                client.answers.values.contains { answer in
                    if case .rejected(let rejection) = answer {
                        rejection.code == .unknownList
                    } else {
                        false
                    }
                }
            }, "seed \(seed)")
        #expect(bench.servers[1].state(of: bench.list) == nil)
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
