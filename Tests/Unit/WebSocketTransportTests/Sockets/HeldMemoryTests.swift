import Testing

@testable import WebSocketTransport

/// What peers make a listener hold: that it is counted, and who sheds for it.
@Suite struct HeldMemoryTests {
    /// Waits until the ledger says so; false where it never does.
    private static func waits(
        _ server: TestServer, until test: @escaping @Sendable (Counters) -> Bool
    ) -> Bool {
        let end = EventLoop.now + 60
        while EventLoop.now < end {
            if server.onLoop({ test(server.listener.counters) }) { return true }
        }
        return false
    }

    @Test func messageInPieces_isCounted_untilItIsWholeOrGone() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            let piece = [UInt8](repeating: 65, count: 50_000)
            try client.socket.send(RawWebSocket.frame(1, piece, isFinal: false))
            #expect(Self.waits(server) { (50_000...131_072).contains($0.ledgerBytes) })
            try client.socket.send(RawWebSocket.frame(0, piece))
            #expect(try client.receive()?.payload.count == 100_000)
            #expect(Self.waits(server) { $0.ledgerBytes == 0 })
            var gone: RawWebSocket? = try RawWebSocket(port: server.port)
            try gone?.socket.send(RawWebSocket.frame(1, piece, isFinal: false))
            #expect(Self.waits(server) { $0.ledgerBytes >= 50_000 })
            gone = nil
            #expect(Self.waits(server) { $0.ledgerBytes == 0 })
        }
    }

    @Test func forgedLength_takesNoMemory() async throws {
        try await TestServer.run { server in
            let clients = try (0..<50).map { _ in
                let client = try RawWebSocket(port: server.port)
                try client.socket.send(
                    RawWebSocket.header(1, count: 262_144) + [0, 0, 0, 0, 65])
                return client
            }
            #expect(Self.waits(server) { $0.bytesIn == 50 })
            #expect(server.onLoop { server.listener.counters.ledgerBytes } < 50 * 4_096)
            #expect(clients.count == 50)
        }
    }

    @Test func messagesThatNeverEnd_areClosed_theLargestFirst() async throws {
        try await TestServer.run(configure: { $0.queueTotalBytes = 1_000_000 }) { server in
            let small = try RawWebSocket(port: server.port)
            try small.socket.send(
                RawWebSocket.frame(1, [UInt8](repeating: 65, count: 9_000), isFinal: false))
            #expect(Self.waits(server) { $0.bytesIn == 9_000 })
            let large = try (0..<10).map { _ in
                let client = try RawWebSocket(port: server.port)
                try client.socket.send(
                    RawWebSocket.frame(1, [UInt8](repeating: 65, count: 200_000), isFinal: false))
                return client
            }
            #expect(Self.waits(server) { $0.connections <= 4 })
            #expect(server.onLoop { server.listener.counters.ledgerPaid } >= 7)
            #expect(Self.waits(server) { $0.ledgerBytes < 1_000_000 })
            try small.socket.send(RawWebSocket.frame(0, [66]))
            #expect(try small.receive()?.payload.count == 9_001, "who holds little does not pay")
            let closed = try large.filter { client in
                try? client.socket.send(RawWebSocket.frame(0, [66]))
                return try client.receive()?.closeCode == 1013
            }
            #expect((7...9).contains(closed.count))
        }
    }

    @Test func bodyOfManySlowAnswers_countsOnce_andIsNotCopied() async throws {
        let body = [UInt8](repeating: 65, count: 20_000_000)
        let application = ScriptedApplication(respond: { _, exchange in
            exchange.respond(HTTPResponse(status: 200, body: body))
        })
        try await TestServer.run(application) { server in
            let clients = try (0..<20).map { _ in
                let socket = try RawSocket(port: server.port, receiveBuffer: 16_384)
                try socket.send("GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n")
                return socket
            }
            #expect(Self.waits(server) { $0.responses[200] == 20 && $0.bytesOut > 0 })
            #expect(Self.waits(server) { $0.ledgerBytes > body.count })
            #expect(
                server.onLoop { server.listener.counters.ledgerBytes } < body.count + 20 * 20_000)
            var received = 0
            while received < body.count {
                received += try clients[0].receive(atMost: 1 << 20).count
            }
            _ = clients
        }
    }

    @Test func answerThatPays_isCut_whenItsTimeIsOver() async throws {
        let body = [UInt8](repeating: 65, count: 20_000_000)
        let application = ScriptedApplication(respond: { _, exchange in
            exchange.respond(HTTPResponse(status: 200, body: body))
        })
        try await TestServer.run(
            application,
            configure: {
                $0.queueTotalBytes = 22_000_000
                ($0.sheddingSeconds, $0.closeSeconds) = (0.1, 0.1)
            }
        ) { server in
            let slow = try RawSocket(port: server.port, receiveBuffer: 16_384)
            try slow.send("GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(Self.waits(server) { $0.ledgerPaid == 1 })
            #expect(Self.waits(server) { $0.sockets == 0 && $0.ledgerBytes == 0 })
        }
    }

    @Test func requestBodyThatPays_isRefused() async throws {
        try await TestServer.run(configure: {
            $0.queueTotalBytes = 1_000_000
            $0.maxBodyBytes = 2_000_000
        }) { server in
            let client = try HTTPClient(port: server.port)
            let half = String(repeating: "x", count: 900_000)
            try client.send("POST /api/x HTTP/1.1", fields: ["Content-Length: 1800000"], body: half)
            let answer = try client.receive()
            #expect(answer.status == 503 && answer.fields["retry-after"] == "5")
            #expect(Self.waits(server) { $0.ledgerBytes < 4_096 })
        }
    }

    @Test func filesAreRefused_whileTheLedgerIsSpent_andProbesAreNot() async throws {
        let large = [UInt8](repeating: 0x61, count: 40_000_000)
        let application = ScriptedApplication(received: { connection, _ in
            connection.send(Frame(text: large))
        })
        try await TestServer.run(application, configure: { $0.queueTotalBytes = 1_000_000 }) {
            server in
            let slow = try RawWebSocket(port: server.port, receiveBuffer: 16_384)
            try slow.send("go")
            #expect(Self.waits(server) { $0.ledgerBytes >= 1_000_000 })
            let client = try HTTPClient(port: server.port)
            let answer = try client.exchange("GET /index.html HTTP/1.1")
            #expect(answer.status == 503 && answer.fields["retry-after"] != nil)
            #expect(
                try HTTPClient(port: server.port).exchange("GET /healthz HTTP/1.1").status == 200)
            #expect(try slow.receive(atMost: 1 << 20)?.payload.count == large.count)
            #expect(Self.waits(server) { $0.ledgerBytes < 1_000_000 })
            let after = try HTTPClient(port: server.port).exchange("GET /index.html HTTP/1.1")
            #expect(after.status == 404)
        }
    }

    @Test func sharedLargeFrames_countOnce_whileTheyWaitForMany() async throws {
        let frame = Frame(text: [UInt8](repeating: 0x61, count: 5_000_000))
        let application = ScriptedApplication(received: { connection, _ in
            for _ in 0..<3 { connection.send(frame) }
        })
        try await TestServer.run(application) { server in
            let clients = try (0..<10).map { _ in
                let client = try RawWebSocket(port: server.port, receiveBuffer: 16_384)
                try client.send("go")
                return client
            }
            #expect(Self.waits(server) { $0.queuedBytes > 100_000_000 })
            // What lws keeps of the first is a copy for each; the two after it are shared.
            let figures = server.onLoop { server.listener.counters }
            #expect(figures.ledgerBytes < figures.queuedBytes / 2)
            for client in clients { for _ in 0..<3 { _ = try client.receive(atMost: 1 << 20) } }
            #expect(Self.waits(server) { $0.ledgerBytes == 0 && $0.queuedBytes == 0 })
        }
    }

    @Test func whatTheOwnerKeeps_isChargedToTheConnection() async throws {
        let application = ScriptedApplication(received: { connection, message in
            connection.ownedBytes = message.count * 1_000
            connection.send(Frame(text: Array("\(connection.isThrottled)".utf8)))
        })
        try await TestServer.run(application, configure: { $0.queueTotalBytes = 500_000 }) {
            server in
            var client: RawWebSocket? = try RawWebSocket(port: server.port)
            for (size, isThrottled) in [(100, "false"), (600, "true"), (1, "false"), (7, "false")] {
                try client?.send([UInt8](repeating: 65, count: size))
                #expect(try client?.receive()?.text == isThrottled)
                #expect(Self.waits(server) { $0.ledgerBytes == size * 1_000 })
            }
            client = nil
            #expect(Self.waits(server) { $0.ledgerBytes == 0 })
        }
    }

    /// More than one turn deals with.
    @Test func manySockets_areAllAskedToGo() async throws {
        try await TestServer.run { server in
            let clients = try (0..<1_100).map { _ in try RawWebSocket(port: server.port) }
            #expect(Self.waits(server) { $0.connections == 1_100 })
            let closing = Task { await server.listener.close(within: 30) }
            for client in clients { #expect(try client.receive()?.closeCode == 1001) }
            closing.cancel()
        }
    }
}
