import ListProtocol
import Testing

@testable import ListClient

/// How messages are put together into frames.
@Suite struct OutboxTests {
    private static func outbox(_ pings: Int...) -> Outbox {
        var outbox = Outbox()
        for ping in pings { outbox.append(.ping(ping)) }
        return outbox
    }

    private static func texts(_ frames: [[UInt8]]) -> [String] {
        frames.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func ping(_ number: Int) -> String {
        String(decoding: ClientMessage.ping(number).encoded, as: UTF8.self)
    }

    @Test func messages_goTogether_andOnce() {
        var outbox = Self.outbox(1, 2)
        outbox.prepend(.ping(0))
        let frames = Self.texts(outbox.takeFrames(limit: 1000))
        #expect(frames == ["[\(Self.ping(0)),\(Self.ping(1)),\(Self.ping(2))]"])
        #expect(outbox.takeFrames(limit: 1000).isEmpty)
    }

    @Test func frames_keepToTheLimit_andTheOrder() {
        let length = Self.ping(1).utf8.count
        var outbox = Self.outbox(1, 2, 3)
        let frames = outbox.takeFrames(limit: 2 + 2 * (length + 1))
        #expect(frames.count == 2 && frames.allSatisfy { $0.count <= 2 + 2 * (length + 1) })
        #expect(Self.texts(frames)[0].contains("\(Self.ping(1)),\(Self.ping(2))"))
        #expect(Self.texts(frames)[1].contains(Self.ping(3)))
    }

    @Test func messageLongerThanTheLimit_goesAlone() {
        var outbox = Self.outbox(1, 2)
        #expect(outbox.takeFrames(limit: 5).count == 2)
    }

    @Test func removedMessages_areNotSent() {
        var outbox = Self.outbox(1)
        outbox.removeAll()
        #expect(outbox.takeFrames(limit: 1000).isEmpty)
    }
}
