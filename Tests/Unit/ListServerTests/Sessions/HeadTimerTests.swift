import Testing

@testable import ListSequencing
@testable import ListServer

@Suite struct HeadTimerTests {
    @Test func head_followsTheLastChangeOfABurst() {
        var timer = HeadTimer()
        #expect(timer.noteChange(now: 0, quiet: 10) == 10)
        #expect(timer.noteChange(now: 4, quiet: 10) == nil)
        #expect(timer.wait(now: 10, quiet: 10) == 4)
        #expect(timer.wait(now: 14, quiet: 10) == 0)
        #expect(timer.noteChange(now: 20, quiet: 10) == 10)
    }

    @Test func head_comesEveryMinuteWhileAListKeepsChanging() {
        var timer = HeadTimer()
        _ = timer.noteChange(now: 0, quiet: 10)
        var now = 0.0
        while now < 59 {
            now += 1
            #expect(timer.noteChange(now: now, quiet: 10) == nil)
        }
        #expect(timer.wait(now: now, quiet: 10) == 1)
        #expect(timer.wait(now: 60, quiet: 10) == 0)
    }
}
