import Logging
import MemoryJournal
import Testing

@testable import ListHosting
@testable import ServerTesting

/// The clock of a server that starts, and what is said of one that is wrong.
@Suite struct WallClockTests {
    private func report(_ clock: WallClock) -> String? {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return Health(log: log, journal: MemoryJournal(), clock: clock).clockReport
    }

    @Test func clockThatIsRight_isBelieved() {
        let manual = ManualClock(100 * ManualClock.day)
        for newest in [nil, 94 * ManualClock.day, 100 * ManualClock.day, 130 * ManualClock.day] {
            let clock = manual.clock.starting(after: newest)
            #expect(clock.steady() == clock.now() && report(clock) == nil)
        }
    }

    @Test func clockThatIsAMonthAheadAtTheStart_isToldAndForgetsNothing() {
        let manual = ManualClock(131 * ManualClock.day)
        let clock = manual.clock.starting(after: 100 * ManualClock.day)
        #expect(clock.steady() == 107 * ManualClock.day)
        #expect(report(clock)?.contains("24 days ahead") == true)
        manual.now += ManualClock.day
        #expect(clock.steady() == 108 * ManualClock.day)
        // It is set right.
        manual.now = 101 * ManualClock.day
        #expect(clock.steady() == clock.now() && report(clock) == nil)
    }

    /// Setting the clock forward while the server runs moves nothing either.
    @Test func clockThatIsSetForward_isTold() {
        let manual = ManualClock(100 * ManualClock.day)
        let running = WallClock(now: { manual.now }, steady: { 100 * ManualClock.day })
        let clock = running.starting(after: 100 * ManualClock.day)
        #expect(report(clock) == nil)
        manual.now += 40 * ManualClock.day
        #expect(report(clock)?.contains("40 days ahead") == true)
    }
}
