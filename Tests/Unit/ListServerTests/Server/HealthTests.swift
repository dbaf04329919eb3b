import ListJournal
import Logging
import MemoryJournal
import Testing

@testable import ListHosting
@testable import ServerTesting

@Suite struct HealthTests {
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The health of a running server on a store that it shares, and its connection there.
    private func shared() -> (Health, SimulatedConnection) {
        let time = SimulatedTime(seed: 1)
        let journal = SimulatedConnection(
            of: "one", to: MemoryJournal(), in: time, Trace(in: time))
        let health = Health(log: log, journal: journal, clock: WallClock { 1_000 })
        health.enter(.running)
        return (health, journal)
    }

    @Test func serverWithAStoreOfItsOwn_isReadyWhileEveryListCanBeStored() {
        let health = Health(log: log, journal: MemoryJournal(), clock: WallClock { 1_000 })
        #expect(!health.isReady)
        health.enter(.running)
        #expect(health.isReady)
        health.journalFailed(list: "a", reason: "full")
        health.journalFailed(list: "b", reason: "full")
        health.journalRecovered(list: "a")
        #expect(!health.isReady)
        health.journalRecovered(list: "b")
        #expect(health.isReady)
        health.enter(.stopping)
        #expect(!health.isReady)
    }

    @Test func logThatCannotBeCopied_isADegradation() {
        var figures = JournalFigures(engine: "sqlite")
        #expect(Health.checkpoints(figures) == nil)
        (figures.checkpointFailures, figures.logBytes) = (1, 48 << 20)
        #expect(Health.checkpoints(figures)?.contains("48 MiB") == true)
    }

    @Test func serverOnACluster_isReadyWhileAPartOfItStandsStill() {
        let (health, _) = shared()
        health.journalFailed(list: "a", reason: "no leader")
        #expect(health.isReady)
    }

    @Test func serverOnACluster_isNotReadyWhileThatIsOutOfReach() {
        let (health, journal) = shared()
        journal.setReachable(false)
        #expect(!health.isReady)
        journal.setReachable(true)
        #expect(health.isReady)
    }
}
