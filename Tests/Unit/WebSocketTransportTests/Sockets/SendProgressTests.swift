import Testing

@testable import WebSocketTransport

@Suite struct SendProgressTests {
    private var progress = SendProgress()

    /// The first second of `times` at which the peer has stalled for 10; `left` bytes are unacknowledged.
    private mutating func stall(
        _ times: ClosedRange<Int>, _ left: (Int) -> Int = { _ in 500 }
    ) -> Int? {
        times.first { time in
            progress.hasStalled(Double(time), unacknowledged: Int32(left(time)), after: 10)
        }
    }

    @Test mutating func peerThatTakesNothing_hasStalled() {
        #expect(stall(100...200) == 110)
    }

    @Test mutating func peerThatTakesALittle_hasNot() {
        let whileItTakes = stall(100...200) { 1_000 - $0 / 9 }
        #expect(whileItTakes == nil)
        #expect(stall(201...300) == 211)
    }

    /// The kernel took bytes, as many as the peer acknowledged.
    @Test mutating func writes_count() {
        for time in 100...200 {
            if time % 9 == 0 { progress.wrote() }
            #expect(stall(time...time) == nil)
        }
        #expect(stall(201...300) == 208)
    }

    @Test mutating func timeWithoutAQueue_doesNotCount() {
        #expect(stall(100...105) == nil)
        progress.restart(105)
        #expect(stall(106...200) == 115)
    }
}
