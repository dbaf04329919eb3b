import Foundation
import HistoryChecking
import TestSeeds
import Testing

@testable import ListServer

/// What clients of three servers are told, judged by the properties of a history.
@Suite struct CheckedServersTests {
    /// The seeds of the runs, or the one to run again: `SIMULATION_SEED=7 swift test --filter CheckedServers`.
    private static let seeds: [Int] = {
        let one = ProcessInfo.processInfo.environment["SIMULATION_SEED"].flatMap { Int($0) }
        return one.map { [$0] } ?? Array(TestSeeds.range(6))
    }()

    @Test(arguments: seeds)
    func sessionsOfThreeServers_areToldAHistoryThatHolds(seed: Int) throws {
        let isOne = Self.seeds.count == 1
        var servers = try CheckedServers(seed: seed, clients: 5, isTold: isOne)
        let problems = try servers.run(seconds: 10)
        #expect(problems == [], "seed \(seed)")
        if isOne { print(servers.story.joined(separator: "\n")) }
    }
}
