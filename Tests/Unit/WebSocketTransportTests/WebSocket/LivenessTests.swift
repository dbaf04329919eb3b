import Testing

@testable import WebSocketTransport

@Suite struct LivenessTests {
    private var liveness = Liveness(100, idleSeconds: 30, pongSeconds: 10)

    private mutating func actions(_ times: ClosedRange<Int>, isExcused: Bool = false) -> [Int:
        Liveness.Decision]
    {
        var actions: [Int: Liveness.Decision] = [:]
        for time in times {
            let action = liveness.tick(Double(time), isExcused: isExcused)
            if action != .none { actions[time] = action }
        }
        return actions
    }

    @Test mutating func silentPeer_isPingedOnce_thenCut() {
        #expect(actions(101...140) == [130: .ping, 140: .cut])
    }

    @Test mutating func peerThatAnswers_isPingedAgainLater() {
        #expect(actions(101...135) == [130: .ping])
        liveness.inputArrived()
        #expect(actions(136...176) == [166: .ping, 176: .cut])
    }

    @Test mutating func excusedPeer_isLeftAlone_andCountedAnewAfterwards() {
        #expect(actions(101...135) == [130: .ping])
        #expect(actions(136...400, isExcused: true).isEmpty)
        #expect(actions(401...440) == [430: .ping, 440: .cut])
    }
}
