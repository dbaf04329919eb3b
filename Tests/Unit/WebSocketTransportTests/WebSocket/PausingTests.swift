import Testing

@testable import WebSocketTransport

@Suite struct PausingTests {
    /// Pauses at each message and resumes when the test says so.
    @Test func pausedConnection_deliversNothing_andLosesNothing() async throws {
        let paused = ConnectionBox()
        let application = ScriptedApplication(received: { connection, _ in
            connection.pauseReading()
            paused.put(connection)
        })
        try await TestServer.run(application) { server in
            let client = try RawWebSocket(port: server.port)
            let wire = (0..<50).flatMap { RawWebSocket.frame(1, Array("m\($0)".utf8)) }
            try client.socket.send(Array(wire.prefix(wire.count / 2)))
            try client.socket.send(Array(wire.suffix(wire.count - wire.count / 2)))
            for number in 0..<50 {
                #expect(server.log.waits { $0.count == number + 2 })
                server.onLoop {}
                #expect(server.log.events.count == number + 2, "paused after each message")
                guard case .received(_, let message)? = server.log.events.last else { return }
                #expect(message == Array("m\(number)".utf8))
                server.onLoop { paused.take()?.resumeReading() }
            }
        }
    }

    @Test func pausedConnection_stopsThePeer() async throws {
        let application = ScriptedApplication(received: { connection, _ in
            connection.pauseReading()
        })
        try await TestServer.run(application) { server in
            let client = try RawWebSocket(port: server.port)
            try client.send("a")
            #expect(server.log.waits { $0.count == 2 })
            let wire = RawWebSocket.frame(1, Array(repeating: 65, count: 200_000))
            // Until the kernel takes nothing more, round by round: of a socket that is read, each round makes room.
            var sent = 0
            for _ in 0..<200 {
                var taken = 0
                repeat {
                    taken = try client.socket.sendAtOnce(wire[(sent % wire.count)...])
                    sent += taken
                } while taken > 0 && sent < 50_000_000
                server.onLoop {}
            }
            #expect(sent < 50_000_000)
            #expect(server.log.events.count == 2)
            #expect(server.onLoop { server.listener.counters.bytesIn } < 1_000_000)
        }
    }

    @Test func closeOfAPausedConnection_goesThrough() async throws {
        let application = ScriptedApplication(received: { connection, _ in
            connection.pauseReading()
            connection.close(code: 1000)
        })
        try await TestServer.run(application) { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(
                RawWebSocket.frame(1, [65]) + RawWebSocket.frame(1, [66])
                    + RawWebSocket.frame(8, [3, 232]))
            #expect(try client.receive()?.closeCode == 1000)
            #expect(try client.isAtEnd())
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
            #expect(server.log.events.count == 3)
        }
    }
}
