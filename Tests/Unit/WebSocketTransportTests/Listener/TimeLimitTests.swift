import Testing

@testable import WebSocketTransport

@Suite struct TimeLimitTests {
    @Test func idleConnection_isPinged_andKeptWhileItAnswers() async throws {
        try await TestServer.run(
            configure: {
                ($0.idlePingSeconds, $0.pongSeconds, $0.handshakeSeconds) = (0.1, 30, 0.1)
            }
        ) { server in
            let socket = try server.holdingLoop {
                let socket = try RawSocket(port: server.port)
                try socket.send(RawWebSocket.request())
                return socket
            }
            let client = try RawWebSocket(behindRequestOn: socket)
            for _ in 0..<8 {
                let ping = try #require(try client.receive())
                #expect(ping.opcode == 9)
                try client.socket.send(RawWebSocket.frame(10, ping.payload))
            }
            try client.send("still here")
            var frame = try client.receive()
            while frame?.opcode == 9 { frame = try client.receive() }
            #expect(frame?.text == "still here")
        }
    }

    @Test func connectionThatDoesNotAnswerPings_isCut() async throws {
        try await TestServer.run(
            configure: { ($0.idlePingSeconds, $0.pongSeconds) = (0.1, 0.1) }
        ) { server in
            let client = try RawWebSocket(port: server.port)
            #expect(try client.receive()?.opcode == 9)
            #expect(try client.isAtEnd())
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
        }
    }

    @Test(arguments: [
        ("", ""), ("GET / HTTP/1.1\r\nHost:", ""),
        ("POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345", "HTTP/1.1 408 "),
    ])
    func requestThatIsNotWholeInTime_isCut(part: String, answer: String) async throws {
        try await TestServer.run(
            configure: { ($0.handshakeSeconds, $0.requestSeconds) = (0.2, 0.2) }
        ) { server in
            let socket = try server.holdingLoop {
                let socket = try RawSocket(port: server.port)
                try socket.send(part)
                return socket
            }
            let bytes = try socket.receive()
            #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(answer))
            if !bytes.isEmpty { while try !socket.receive().isEmpty {} }
        }
    }

    @Test func connectionWithoutRequests_isCut() async throws {
        try await TestServer.run(configure: { $0.keepAliveSeconds = 0.2 }) { server in
            let client = try HTTPClient(port: server.port)
            #expect(try client.exchange("GET /healthz HTTP/1.1").status == 200)
            #expect(try client.isAtEnd())
        }
    }

    @Test func requestWithoutAnAnswer_gets503() async throws {
        try await TestServer.run(
            ScriptedApplication(respond: { _, _ in }), configure: { $0.requestSeconds = 0.2 }
        ) { server in
            let client = try HTTPClient(port: server.port)
            #expect(try client.exchange("GET /api/x HTTP/1.1").status == 503)
        }
    }
}
