import JSON
import ListProtocol
import Testing

@Suite struct ClientFrameTests {
    @Test(arguments: Fixture.all(in: "client-frames.json"))
    func frames_areReadAsTheFixturesSay(fixture: Fixture) {
        let decoded = ClientFrame.decode(Array(fixture.frame.utf8), limits: ProtocolLimits())
        let found = FrameDescription.describe(decoded)
        #expect(
            FrameDescription.matches(found, fixture.expect),
            "\(fixture.frame.prefix(300)) gave \(found.canonicalText)")
    }

    @Test func theFixtures_areThere() {
        #expect(Fixture.all(in: "client-frames.json").count > 150)
    }

    @Test func aRefusedFrame_isAnsweredForEachEdit() throws {
        let frame = #"""
            [{"type":"edit","list":"a","id":1,"actions":[]},{"type":"edit","list":"a","id":2},
             {"type":"redo","list":"b","id":3}]
            """#
        guard
            case .refused(let refusal) = ClientFrame.decode(
                Array(frame.utf8), limits: ProtocolLimits())
        else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.errors.map(\.id) == [1, 2, 3])
        #expect(refusal.errors.map(\.list?.text) == ["a", "a", "b"])
        #expect(refusal.errors.allSatisfy { $0.code == .badMessage && !$0.code.isFatal })
    }

    @Test func aMessageAtFaultThatIsNoEdit_isAnsweredToo() throws {
        let frame = #"[{"type":"edit","list":"a","id":1,"actions":[]},{"type":"open","list":3}]"#
        guard
            case .refused(let refusal) = ClientFrame.decode(
                Array(frame.utf8), limits: ProtocolLimits())
        else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.errors.map(\.id) == [nil, 1])
    }

    @Test(arguments: ["", "nonsense", "{\"type\":\"ping\",\"n\":+1}"])
    func whatIsNoJSON_isAnsweredOnceAndFatally(frame: String) {
        guard
            case .refused(let refusal) = ClientFrame.decode(
                Array(frame.utf8), limits: ProtocolLimits())
        else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.errors.map(\.code) == [.notJSON])
        #expect(refusal.errors.first?.code.closeCode == 1007)
    }
}
