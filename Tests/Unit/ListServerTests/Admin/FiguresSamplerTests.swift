import Synchronization
import Testing

@testable import ListServer
@testable import ServerTesting

/// Figures are taken once for all who ask meanwhile.
@Suite struct FiguresSamplerTests {
    private struct Counts {
        var asked = 0
        var underWay = 0
        var mostUnderWay = 0
    }

    private final class Askers: Sendable {
        let counts = Mutex(Counts())

        var areAllThere: Bool { counts.withLock { $0.asked == FiguresSamplerTests.count } }
    }

    private static let count = 20

    @Test(.timeLimit(.minutes(10))) func whoAsksWhileFiguresAreTaken_sharesThem() async {
        let askers = Askers()
        let sampler = FiguresSampler(clock: ManualClock().clock) {
            askers.counts.withLock { counts in
                counts.underWay += 1
                counts.mostUnderWay = max(counts.mostUnderWay, counts.underWay)
            }
            while !askers.areAllThere { await Task.yield() }
            // All of them come to wait.
            for _ in 0..<200 { await Task.yield() }
            askers.counts.withLock { $0.underWay -= 1 }
            return "lockstep_sessions 3\n"
        }
        let answers = await withTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<Self.count {
                group.addTask {
                    askers.counts.withLock { $0.asked += 1 }
                    return await sampler.figures()
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { String(decoding: $0, as: UTF8.self).contains("3") })
        #expect(askers.counts.withLock { $0.mostUnderWay } == 1)
    }
}
