import TestSeeds
import Testing

@testable import ListServer

/// Machines in simulated environments: whatever comes when, nothing is lost or doubled.
@Suite struct SequencerSimulationTests {
    @Test(arguments: TestSeeds.range(8))
    func serversThatWriteToOneList_loseAndDoubleNothing(seed: Int) throws {
        var simulation = try SequencerSimulation(
            seed: UInt64(seed), clients: 4, isShared: true)
        simulation.run(steps: 300)
        #expect(simulation.problems.prefix(3) == [], "seed \(seed)")
    }

    @Test(arguments: TestSeeds.range(10))
    func anyOrderOfOutcomes_losesAndDoublesNothing(seed: Int) throws {
        var simulation = try SequencerSimulation(seed: UInt64(seed), clients: 4)
        simulation.run(steps: 300)
        #expect(simulation.problems.prefix(3) == [], "seed \(seed)")
    }
}
