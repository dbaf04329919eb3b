import Testing

@testable import ListServer

@Suite struct HeadBeatTests {
    @Test func head_followsTheLastChangeOfABurst() {
        var beat = HeadBeat()
        #expect(beat.noteChange(now: 0, quiet: 10_000) == 10_000)
        #expect(beat.noteChange(now: 4_000, quiet: 10_000) == nil)
        #expect(beat.wait(now: 10_000, quiet: 10_000) == 4_000)
        #expect(beat.wait(now: 14_000, quiet: 10_000) == 0)
        #expect(beat.noteChange(now: 20_000, quiet: 10_000) == 10_000)
    }

    @Test func head_comesEveryMinuteWhileAListKeepsChanging() {
        var beat = HeadBeat()
        _ = beat.noteChange(now: 0, quiet: 10_000)
        var now = 0
        while now < 59_000 {
            now += 1_000
            #expect(beat.noteChange(now: now, quiet: 10_000) == nil)
        }
        #expect(beat.wait(now: now, quiet: 10_000) == 1_000)
        #expect(beat.wait(now: 60_000, quiet: 10_000) == 0)
    }
}
