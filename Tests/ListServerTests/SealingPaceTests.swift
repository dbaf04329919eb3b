import Testing

@testable import ListServer

@Suite struct SealingPaceTests {
    @Test func editsOfAQuietList_waitForNothing() {
        var pace = SealingPace()
        #expect(pace.pause(waiting: 1, at: 10) == nil)
        pace.published(1, at: 10)
        #expect(pace.pause(waiting: 1, at: 10) == nil)
    }

    @Test func behindABatch_asManyAreWaitedFor() throws {
        var pace = SealingPace()
        pace.published(20, at: 10)
        let pause = try #require(pace.pause(waiting: 19, at: 10.0005))
        #expect(abs(pause - 0.0015) < 1e-6)
        #expect(pace.pause(waiting: 20, at: 10.0005) == nil)
    }

    @Test func gathering_endsAfterTwoMilliseconds() {
        var pace = SealingPace()
        pace.published(20, at: 10)
        #expect(pace.pause(waiting: 1, at: 10.0021) == nil)
    }
}
