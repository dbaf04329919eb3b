import Testing

@testable import WebSocketTransport

@Suite struct ClosingTests {
    @Test(arguments: [1000, 1001, 1003, 1008, 3000, 4401, 4408, 4999])
    func ownClose_carriesCodeAndReason_behindWhatWasSent(code: Int) async throws {
        let application = ScriptedApplication(received: { connection, message in
            connection.send(Frame(text: message))
            connection.close(code: code, reason: "because é")
            connection.send(Frame(text: Array("late".utf8)))
        })
        try await TestServer.run(application) { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(
                RawWebSocket.frame(1, Array("a".utf8)) + RawWebSocket.frame(1, Array("b".utf8)))
            let frames = try client.receiveAll()
            try #require(frames.count == 2)
            #expect(frames[0].text == "a")
            #expect(frames[1].closeCode == code && frames[1].closeReason == "because é")
            try client.socket.send(RawWebSocket.frame(8, Array(frames[1].payload.prefix(2))))
            #expect(try client.isAtEnd())
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
            #expect(server.log.events.count == 3, "opened, one message, closed")
        }
    }

    @Test(arguments: [nil, 1000, 1001, 1003, 1007, 1011, 3000, 4999])
    func peersClose_isAnsweredWithItsCode(code: Int?) async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            let payload = code.map { [UInt8($0 >> 8), UInt8($0 & 255)] + Array("bye".utf8) } ?? []
            try client.socket.send(RawWebSocket.frame(8, payload) + RawWebSocket.frame(1, [65]))
            let frame = try #require(try client.receive())
            #expect(frame.opcode == 8 && frame.closeCode == code ?? 0)
            #expect(try client.isAtEnd())
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
            #expect(server.log.events.count == 2)
        }
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535])
    func codeThatMayNotBeSent_isAViolation_andEndsTheStreamAtOnce(code: Int) async throws {
        try await TestServer.run(configure: { $0.closeSeconds = 60 }) { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(
                RawWebSocket.frame(8, [UInt8(code >> 8), UInt8(code & 255)]))
            #expect(try client.receive()?.closeCode == 1002)
            #expect(try client.isAtEnd())
        }
    }

    @Test func peerThatDoesNotAnswerTheClose_isCut() async throws {
        let application = ScriptedApplication(received: { connection, _ in
            connection.close(code: 1000)
        })
        try await TestServer.run(application, configure: { $0.closeSeconds = 0.1 }) { server in
            let client = try RawWebSocket(port: server.port)
            try client.send("x")
            #expect(try client.receive()?.closeCode == 1000)
            #expect(try client.isAtEnd())
        }
    }

    @Test func peerThatVanishes_isClosedOnce() async throws {
        try await TestServer.run { server in
            var client: RawWebSocket? = try RawWebSocket(port: server.port)
            try client?.send("x")
            _ = try client?.receive()
            client = nil
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
            #expect(server.onLoop { server.listener.counters.connections } == 0)
            #expect(server.log.events.count == 3)
        }
    }

    @Test func longReason_isCutBetweenCharacters() async throws {
        let application = ScriptedApplication(received: { connection, _ in
            connection.close(code: 4000, reason: String(repeating: "é", count: 100))
        })
        try await TestServer.run(application) { server in
            let client = try RawWebSocket(port: server.port)
            try client.send("x")
            let reason = try #require(try client.receive()).closeReason
            #expect(reason == String(repeating: "é", count: 61))
        }
    }

    @Test func closeWithinOpened_isSentAfterTheHandshake() async throws {
        let application = ScriptedApplication(open: { connection in
            connection.send(Frame(text: Array("welcome".utf8)))
            connection.close(code: 4000, reason: "full")
            return true
        })
        try await TestServer.run(application) { server in
            let client = try RawWebSocket(port: server.port)
            let frames = try client.receiveAll()
            #expect(frames.map(\.opcode) == [1, 8] && frames.last?.closeCode == 4000)
        }
    }
}
