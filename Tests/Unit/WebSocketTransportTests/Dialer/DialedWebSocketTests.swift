import Testing

@testable import WebSocketTransport

@Suite struct DialedWebSocketTests {
    @Test func messages_ofEachSize_comeBackWhole() async throws {
        try await DialedServer.run(configure: {
            $0.maxMessageBytes = 1 << 20; _ = $1
        }) { server in
            let client = try await server.connect()
            for size in [0, 1, 3, 125, 126, 127, 65_535, 65_536, 262_147, 1 << 20] {
                let message = (0..<size).map { UInt8(0x20 + $0 % 90) }
                try await client.send(message)
                #expect(try await client.next() == .message(message))
            }
        }
    }

    @Test func manyMessages_keepTheirOrder_whileNobodyReads() async throws {
        try await DialedServer.run { server in
            let client = try await server.connect()
            let text = String(repeating: "x", count: 2000)
            for number in 0..<3000 { try await client.send("\(number) \(text)") }
            for number in 0..<3000 {
                #expect(try await client.next() == .message(Array("\(number) \(text)".utf8)))
            }
        }
    }

    @Test func pathAndHeaders_reachTheServer() async throws {
        try await DialedServer.run(configure: {
            $0.allowedOrigins = ["https://example.org"]; _ = $1
        }) { server in
            _ = try await server.dialer.connect(
                to: server.url("/ws/trip", scheme: "ws"),
                headers: [("Authorization", "Bearer abc"), ("Origin", "https://example.org")])
            #expect(server.application.log.events.first == .opened(path: "/ws/trip"))
        }
    }

    @Test func peersCloseCode_isTold() async throws {
        let application = ScriptedApplication(received: { connection, message in
            connection.send(Frame(text: message))
            connection.close(code: 4401, reason: "no token")
        })
        try await DialedServer.run(application) { server in
            let client = try await server.connect()
            try await client.send("hello")
            #expect(try await client.next() == .message(Array("hello".utf8)))
            #expect(try await client.next() == .closed(code: 4401, reason: "no token"))
            #expect(try await client.next() == .closed(code: 4401, reason: "no token"))
            await #expect(throws: DialError.closed) { try await client.send("late") }
        }
    }

    @Test func ownClose_endsBothSides() async throws {
        try await DialedServer.run { server in
            let client = try await server.connect()
            client.close(code: 1000, reason: "done")
            #expect(try await client.next() == .closed(code: nil, reason: ""))
            let isNotified = await blocking {
                server.application.log.waits {
                    $0.contains { if case .closed = $0 { true } else { false } }
                }
            }
            #expect(isNotified)
        }
    }

    @Test func tooLargeMessage_closesWith1009() async throws {
        try await DialedServer.run(configure: {
            _ = $0; $1.limits.maxMessageBytes = 100
        }) { server in
            let client = try await server.connect()
            try await client.send(String(repeating: "x", count: 101))
            #expect(
                try await client.next() == .closed(code: 1009, reason: "refused here: tooLarge"))
        }
    }

    @Test func serverThatAnswersNoPing_isCut() async throws {
        let application = ScriptedApplication(received: { connection, _ in
            connection.pauseReading()
        })
        try await DialedServer.run(
            application,
            configure: {
                $0.stallSeconds = 60
                $1.limits.idlePingSeconds = 0.1
                $1.limits.pongSeconds = 0.1
            }
        ) { server in
            // Ahead of any ping, and however late this task goes on.
            let client = try await server.dialer.connect(
                to: server.url("/ws", scheme: "ws"), greeting: "listen no more")
            #expect(try await client.next() == .closed(code: nil, reason: ""))
        }
    }

    @Test func hundredsOfConnections_onOneDialer_neverMix() async throws {
        try await DialedServer.run { server in
            let count = 300
            var clients: [WebSocketClient] = []
            try await withThrowingTaskGroup(of: WebSocketClient.self) { group in
                for _ in 0..<count { group.addTask { try await server.connect() } }
                for try await client in group { clients.append(client) }
            }
            for (number, client) in clients.enumerated() { try await client.send("\(number)") }
            for (number, client) in clients.enumerated() {
                #expect(try await client.next() == .message(Array("\(number)".utf8)))
            }
        }
    }
}
