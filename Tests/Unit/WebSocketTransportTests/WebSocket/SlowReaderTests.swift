import Testing

@testable import WebSocketTransport

@Suite struct SlowReaderTests {
    private static let block = [UInt8](repeating: 0x61, count: 100_000)

    /// Sends `count` numbered blocks at the first message, and says how many bytes are queued then.
    private static func flood(_ count: Int) -> ScriptedApplication {
        ScriptedApplication(received: { connection, message in
            guard message == Array("go".utf8) else { return }
            for number in 0..<count {
                connection.send(Frame(text: Array("\(number) ".utf8) + block))
            }
            connection.notifyWhenDrained(below: 1_000_000)
        })
    }

    @Test func queueOfASlowReader_isCounted_andDrainsInOrder() async throws {
        let queued = EventLog()
        let application = ScriptedApplication(received: { connection, _ in
            for number in 0..<200 {
                connection.send(Frame(text: Array("\(number) ".utf8) + Self.block))
            }
            queued.add(.received(connection.queuedBytes, []))
            connection.notifyWhenDrained(below: 1_000_000)
        })
        try await TestServer.run(application) { server in
            let client = try RawWebSocket(port: server.port, receiveBuffer: 16_384)
            try client.send("go")
            #expect(queued.waits { !$0.isEmpty })
            guard case .received(let bytes, _)? = queued.events.first else { return }
            #expect(bytes > 5_000_000 && bytes < 20_100_000)
            #expect(!server.log.events.contains(.drained))
            for number in 0..<200 {
                let frame = try #require(try client.receive())
                #expect(frame.text.hasPrefix("\(number) ") && frame.payload.count > 100_000)
            }
            #expect(server.log.waits { $0.contains(.drained) })
            #expect(server.log.events.count { $0 == .drained } == 1)
        }
    }

    @Test func whatIsPartlySent_isPaidForByWhoDoesNotTakeIt_untilItIsTaken() async throws {
        let large = [UInt8](repeating: 0x61, count: 40_000_000)
        let application = ScriptedApplication(received: { connection, message in
            if message == Array("go".utf8) { connection.send(Frame(text: large)) }
            connection.send(Frame(text: Array("\(connection.isThrottled)".utf8)))
        })
        try await TestServer.run(application, configure: { $0.queueTotalBytes = 1_000_000 }) {
            server in
            let slow = try RawWebSocket(port: server.port, receiveBuffer: 16_384)
            let other = try RawWebSocket(port: server.port)
            try slow.send("go")
            #expect(server.log.waits { if case .received? = $0.last { true } else { false } })
            try other.send("?")
            #expect(try other.receive()?.text == "false", "it holds nothing")
            #expect(server.onLoop { server.listener.counters.queuedBytes } > 1_000_000)
            #expect(server.onLoop { server.listener.counters.ledgerBytes } > 1_000_000)
            #expect(try slow.receive(atMost: 1 << 20)?.payload.count == large.count)
            #expect(try slow.receive()?.text == "true")
            try slow.send("?")
            #expect(try slow.receive()?.text == "false")
            #expect(server.onLoop { server.listener.counters.queuedBytes } == 0)
            #expect(server.onLoop { server.listener.counters.ledgerBytes } == 0)
        }
    }

    @Test func peerThatTakesNothing_isToldAndCut() async throws {
        try await TestServer.run(
            Self.flood(200), configure: { ($0.stallSeconds, $0.closeSeconds) = (0.4, 0.2) }
        ) { server in
            let client = try RawWebSocket(port: server.port, receiveBuffer: 16_384)
            try client.send("go")
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
            #expect(server.log.events.contains(.stalled))
        }
    }

    @Test func fastPeer_isNotHeldUpByASlowOne() async throws {
        let application = ScriptedApplication(received: { connection, message in
            guard message.isEmpty else { return connection.send(Frame(text: message)) }
            for _ in 0..<300 { connection.send(Frame(text: Self.block)) }
        })
        try await TestServer.run(application) { server in
            let slow = try RawWebSocket(port: server.port, receiveBuffer: 16_384)
            let fast = try RawWebSocket(port: server.port)
            try slow.send("")
            for number in 0..<200 {
                try fast.send("\(number)")
                #expect(try fast.receive()?.text == "\(number)")
            }
        }
    }

    @Test func pingDuringAPartialWrite_isAnsweredInItsTurn() async throws {
        try await TestServer.run(Self.flood(100)) { server in
            let client = try RawWebSocket(port: server.port, receiveBuffer: 16_384)
            try client.socket.send(
                RawWebSocket.frame(1, Array("go".utf8)) + RawWebSocket.frame(9, [1])
                    + RawWebSocket.frame(9, [2]))
            var texts = 0
            var pongs: [[UInt8]] = []
            while texts < 100 || pongs.isEmpty {
                let frame = try #require(try client.receive())
                try #require(frame.opcode == 10 || frame.text.hasPrefix("\(texts) "))
                if frame.opcode == 10 { pongs.append(frame.payload) } else { texts += 1 }
            }
            #expect(pongs == [[1]], "between two messages; of pings that wait one is answered")
        }
    }
}
