import Testing

@testable import ListSequencing
@testable import ListServer

@Suite struct EditBacklogTests {
    @Test func editsOfAQuietList_waitForNothing() {
        var linger = BatchLinger()
        #expect(linger.pause(waiting: 1, at: 10) == nil)
        linger.published(1, at: 10)
        #expect(linger.pause(waiting: 1, at: 10) == nil)
    }

    @Test func behindABatch_asManyAreWaitedFor() throws {
        var linger = BatchLinger()
        linger.published(20, at: 10)
        let pause = try #require(linger.pause(waiting: 19, at: 10.0005))
        #expect(abs(pause - 0.0015) < 1e-6)
        #expect(linger.pause(waiting: 20, at: 10.0005) == nil)
    }

    @Test func waiting_endsAfterTwoMilliseconds() {
        var linger = BatchLinger()
        linger.published(20, at: 10)
        #expect(linger.pause(waiting: 1, at: 10.0021) == nil)
    }
}
