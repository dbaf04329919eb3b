import Foundation
import HistoryChecking
import TestSeeds
import Testing

@testable import ListServer

/// What clients of three servers are told, judged by the properties of a history.
@Suite struct CheckedServersTests {
    /// The seeds of the runs, or the one to run again: `make simulate SEED=7`.
    private static let seeds: [Int] = {
        let one = ProcessInfo.processInfo.environment["SIMULATION_SEED"].flatMap { Int($0) }
        return one.map { [$0] } ?? Array(TestSeeds.range(30))
    }()

    @Test(SimulationSpeed(), arguments: seeds)
    func sessionsOfThreeServers_areToldAHistoryThatHolds(seed: Int) throws {
        let isOne = Self.seeds.count == 1
        var script = SimulationScript(seed: seed)
        var (problems, story) = try Self.run(script, isNotified: isOne)
        if !problems.isEmpty {
            // As far as takes a minute or so, where nobody has asked for this seed.
            script = try script.shrunk(most: isOne ? 150 : 40) {
                try !Self.run($0).problems.isEmpty
            }
            (problems, story) = try Self.run(script, isNotified: true)
        }
        #expect(problems == [], "\(script)")
        if isOne || !problems.isEmpty {
            print(([script.description] + story).joined(separator: "\n"))
        }
    }

    @Test func aSeed_givesTheSameRunTwice() throws {
        // One on streams, and one on a disk.
        for seed in Self.seeds.count == 1 ? Self.seeds : [2, 3] {
            let script = SimulationScript(seed: seed, clients: 3, seconds: 4)
            let stories = try (0..<2).map { _ in try Self.run(script, isNotified: true).story }
            #expect(!stories[0].isEmpty && stories[0].count == stories[1].count, "seed \(seed)")
            let difference = zip(stories[0], stories[1]).first { $0 != $1 }
            #expect(difference == nil, "seed \(seed)")
        }
    }

    @Test func aScriptThatFails_isShrunkToWhatItTakes() {
        let script = SimulationScript(seed: 4)
        let kill = Disturbance(kind: .kill, server: 1, after: 1, lasts: 1)
        var planted = script
        planted.disturbances.insert(kill, at: 3)
        let shrunk = planted.shrunk { $0.disturbances.contains(kill) && $0.clients > 1 }
        #expect(shrunk.disturbances == [kill])
        #expect(shrunk.clients == 2)
        #expect(shrunk.seconds == 1)
        #expect(!shrunk.losesMessages)
    }

    private static func run(
        _ script: SimulationScript, isNotified: Bool = false
    ) throws -> (problems: [String], story: [String]) {
        var servers = try CheckedServers(script, isNotified: isNotified)
        defer { SimulationSpeed.add(servers.seconds) }
        return (try servers.run(), servers.story)
    }
}
