import Foundation
import Synchronization
import TestSeeds
import Testing

/// Says after the runs of a soak how fast simulated time went beside the processor's: the sum of all seeds' seconds,
/// by the seconds of all threads of the process.
struct SimulationSpeed: TestTrait, TestScoping {
    private static let simulated = Mutex(0.0)

    /// Adds the seconds of one run.
    static func add(_ seconds: Double) { simulated.withLock { $0 += seconds } }

    /// Around all seeds of a test in one; none around a seed.
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil && TestSeeds.isSoak ? self : nil
    }

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let began = Self.processorSeconds
        try await function()
        let (seconds, used) = (Self.simulated.withLock(\.self), Self.processorSeconds - began)
        let times = Int(seconds / used)
        print("\(Int(seconds)) s took \(Int(used)) s of one processor: \(times) times real time")
    }

    /// What all threads have used of processors, in seconds.
    private static var processorSeconds: Double {
        Double(clock()) / Double(CLOCKS_PER_SEC)
    }
}
