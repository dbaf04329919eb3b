import Foundation
import ListEditing
import ListProtocol
import MemoryJournal
import Testing

@testable import ListHosting
@testable import ListServer
@testable import ListSessions
@testable import ServerTesting
@testable import WebSocketTransport

/// A simulated server with one list, and sessions without sockets.
struct SessionBench {
    let time = SimulatedTime(seed: 1)
    let journal = MemoryJournal()
    let server: SimulatedServer
    let list = ListID("l")

    init() throws {
        server = try SimulatedServer("one", on: journal, in: time)
        try #require(server.start())
        let section = SectionSeed(id: section, title: "", rules: Rules(), rows: [])
        let plan = CreateList(list: list, title: "", rules: Rules(), sections: [section])
        try #require(server.create(plan))
    }

    /// A session that has said `hello`.
    ///
    /// - Parameter number: That of its connection.
    func connect(_ number: UInt64 = 1, _ hello: String = #"{"type":"hello"}"#) throws -> Client {
        let (loop, sessions, connection) = (
            server.loop, server.parts.sessions, KeptFrames(number)
        )
        let opened = server.onLoop { _ in
            LoopBound(Session(connection, in: sessions.value), loop: loop)
        }
        let client = Client(time: time, connection: connection, session: try #require(opened))
        _ = client.answer(to: hello, "welcome")
        return client
    }

    /// One side of a session.
    struct Client {
        let time: SimulatedTime
        let connection: KeptFrames
        let session: LoopBound<Session>

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

    /// A connection that keeps what the client is sent.
    final class KeptFrames: SessionConnection {
        let id: UInt64
        let origin = ConnectionOrigin(address: "test", isLocal: false)
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var texts: [String] = []

        init(_ id: UInt64) { self.id = id }

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
}
