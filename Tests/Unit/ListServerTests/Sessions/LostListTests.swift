import Foundation
import ListEditing
import ListProtocol
import MemoryJournal
import Testing

@testable import ListHosting
@testable import ListSequencing
@testable import ListServer
@testable import ListSessions
@testable import ServerTesting
@testable import WebSocketTransport

/// What a session says of a list that it was told is unavailable.
@Suite struct LostListTests {
    /// A connection that keeps what the client is sent.
    private final class KeptFrames: SessionConnection {
        let id: UInt64 = 1
        let origin = ConnectionOrigin(address: "test", isLocal: false)
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var texts: [String] = []

        var received: [String] { lock.withLock { unsafe texts } }
        var queuedBytes: Int { 0 }
        var isThrottled: Bool { false }
        var traffic: (received: Int, sent: Int) { (0, 0) }
        var ownedBytes: Int {
            get { 0 }
            set {}
        }

        func send(_ frame: Frame) {
            let text = String(decoding: frame.wire.suffix(frame.payloadCount), as: UTF8.self)
            lock.withLock { unsafe texts.append(text) }
        }

        func notifyWhenDrained(below bytes: Int) {}
        func pauseReading() {}
        func resumeReading() {}
        func close(code: Int, reason: String) {}
    }

    /// A session that has said `hello` to a server with one list.
    private struct Bench {
        let time = SimulatedTime(seed: 1)
        let journal = MemoryJournal()
        let server: SimulatedServer
        let connection = KeptFrames()
        let session: LoopBound<Session>
        let list = ListID("l")

        init() throws {
            server = try SimulatedServer("one", on: journal, in: time)
            let (loop, connection, sessions) = (server.loop, connection, server.parts.sessions)
            let opened = server.onLoop { _ in
                LoopBound(Session(connection, in: sessions.value), loop: loop)
            }
            session = try #require(opened)
            try #require(server.start())
            let plan = CreateList(list: list, title: "", rules: Rules(), sections: [])
            try #require(server.create(plan))
            _ = answer(to: #"{"type":"hello"}"#, "welcome")
        }

        /// The first message of a type that comes after a client's.
        func answer(to message: String, _ type: String) -> String {
            let count = connection.received.count
            func found() -> String? {
                connection.received.dropFirst(count).first { $0.hasPrefix(#"{"type":"\#(type)""#) }
            }
            session.execute { $0.received(Array(message.utf8)) }
            _ = time.run { found() != nil }
            return found() ?? "none"
        }
    }

    @Test(arguments: ["while it was open", "when it was opened"])
    func presenceOfAListThatIsUnavailable_isNotToldThatThereIsNone(how: String) throws {
        let bench = try Bench()
        let presence = #"{"type":"presence","list":"l","mode":"active"}"#
        let before = bench.answer(to: presence, "error")
        #expect(before.contains(#""code":"unknownList""#), "nobody opened it")
        _ = bench.answer(to: #"{"type":"open","list":"l"}"#, "snapshot")
        let isNotified = Flag()
        bench.session.execute { [list = bench.list] session in
            how.hasPrefix("while")
                ? session.listClosed(list, .unavailable) : session.openFailed(list, .unavailable)
            isNotified.set()
        }
        _ = bench.time.run { isNotified.isSet }
        #expect(bench.answer(to: presence, "error").contains(#""code":"unavailable""#))
    }

    /// The connection stands, and its client would wait for ever.
    @Test(arguments: [
        #"{"type":"create","list":"new","title":"","rules":{},"sections":[]}"#,
        #"{"type":"delete","list":"l"}"#,
    ])
    func whatMayBeDoneLater_isAnswered(message: String) throws {
        let bench = try Bench()
        bench.journal.set(.losing)
        let answer = bench.answer(to: message, "error")
        #expect(answer.contains(#""code":"unavailable""#) && answer.contains("perhaps done later"))
    }
}
