import Testing

@testable import WebSocketTransport

@Suite struct HandshakeTests {
    /// A handshake and the status that it gets.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        let request: String

        init(_ name: String, _ status: Int, _ request: String) {
            testDescription = name
            self.status = status
            self.request = request
        }
    }

    static let cases = [
        Case("plain", 101, RawWebSocket.request()),
        Case("with a room", 101, RawWebSocket.request(path: "/ws/groceries")),
        Case("with a query", 101, RawWebSocket.request(path: "/ws?x=1")),
        Case(
            "known subprotocol", 101,
            RawWebSocket.request(extra: ["Sec-WebSocket-Protocol: other, echo.v1"])),
        Case(
            "deflate offered", 101,
            RawWebSocket.request(extra: ["Sec-WebSocket-Extensions: permessage-deflate"])),
        Case("own origin", 101, RawWebSocket.request(extra: ["Origin: https://example.org"])),
        Case("version 99", 426, RawWebSocket.request(webSocketVersion: "99")),
        Case("version 8", 426, RawWebSocket.request(webSocketVersion: "8")),
        Case("short key", 400, RawWebSocket.request(key: "dGhlIHNhbXBsZQ==")),
        Case("key not Base64", 400, RawWebSocket.request(key: "dGhlIHNhbXBsZSBub25j*Q==")),
        Case("POST", 400, RawWebSocket.request(method: "POST")),
        Case(
            "POST with body", 400,
            RawWebSocket.request(method: "POST", extra: ["Content-Length: 0"])),
        Case("HTTP/1.0", 400, RawWebSocket.request(version: "HTTP/1.0")),
        Case("HTTP/2.0", 400, RawWebSocket.request(version: "HTTP/2.0")),
        Case(
            "unknown subprotocol", 400,
            RawWebSocket.request(extra: ["Sec-WebSocket-Protocol: chat, v2"])),
        Case("empty subprotocol", 101, RawWebSocket.request(extra: ["Sec-WebSocket-Protocol: "])),
        Case("foreign origin", 403, RawWebSocket.request(extra: ["Origin: https://evil.example"])),
        Case("other path", 404, RawWebSocket.request(path: "/elsewhere")),
        Case("path too deep", 404, RawWebSocket.request(path: "/ws/a/b")),
        Case("empty room", 404, RawWebSocket.request(path: "/ws/")),
        Case("no upgrade", 426, "GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        Case(
            "no Host", 400,
            RawWebSocket.request().replacing("Host: localhost\r\n", with: "")),
    ]

    @Test(arguments: cases)
    func handshake_getsItsStatus(_ sample: Case) async throws {
        try await TestServer.run(configure: { $0.allowedOrigins = ["https://Example.org"] }) {
            server in
            let socket = try RawSocket(port: server.port)
            try socket.send(sample.request)
            let answer = String(decoding: try socket.receive(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 \(sample.status) "))
            #expect(!answer.lowercased().contains("sec-websocket-extensions"))
            #expect(server.log.events.isEmpty == (sample.status != 101))
            if sample.status == 426 {
                #expect(answer.contains("Sec-WebSocket-Version: 13") || answer.contains("Upgrade:"))
            }
        }
    }

    @Test func acceptKey_isThatOfTheStandard() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            #expect(
                client.answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        }
    }

    @Test func handshake_behindARequest_works() async throws {
        try await TestServer.run { server in
            let client = try HTTPClient(port: server.port)
            #expect(try client.exchange("GET /api/x HTTP/1.1").status == 200)
            try client.socket.send(RawWebSocket.request())
            #expect(try client.receive().status == 101)
            try client.socket.send(RawWebSocket.frame(1, Array("x".utf8)))
            #expect(try client.socket.receive() == [0x81, 1, UInt8(ascii: "x")])
        }
    }

    @Test func upgradeToSomethingUnknown_isForbidden_andTheConnectionEnds() async throws {
        try await TestServer.run { server in
            let client = try HTTPClient(port: server.port)
            #expect(try client.exchange("GET /api/x HTTP/1.1").status == 200)
            let fields = ["Connection: Upgrade", "Upgrade: chat"]
            #expect(try client.exchange("GET /ws HTTP/1.1", fields: fields).status == 403)
            #expect(try client.isAtEnd())
            #expect(server.log.events.isEmpty)
        }
    }

    @Test func subprotocol_isNamedOnlyWhereOffered() async throws {
        try await TestServer.run { server in
            let offering = try RawWebSocket(
                port: server.port, extra: ["Sec-WebSocket-Protocol: echo.v1"])
            #expect(offering.answer.contains("Sec-WebSocket-Protocol: echo.v1\r\n"))
            let silent = try RawWebSocket(port: server.port)
            #expect(!silent.answer.contains("Sec-WebSocket-Protocol"))
        }
    }

    @Test func path_isDecoded_andWithoutTheQuery() async throws {
        let application = ScriptedApplication(open: { connection in
            connection.send(Frame(text: Array(connection.path.utf8)))
            return connection.origin == ConnectionOrigin(address: "127.0.0.1", isLocal: true)
        })
        try await TestServer.run(application) { server in
            let deep = try RawWebSocket(port: server.port, path: "/ws/a%2Db?x=1").receive()
            #expect(deep?.text == "/ws/a-b")
            let plain = try RawWebSocket(port: server.port).receive()
            #expect(plain?.text == "/ws")
        }
    }

    @Test(arguments: [
        ([], "other", "no subprotocol is spoken here"),
        (["a"], "other", "the subprotocol a is spoken here"),
        (["a", "b"], "other", "the subprotocol a or b is spoken here"),
        (["a", "b"], "b", "Sec-WebSocket-Protocol: b"),
        (["a", "b"], "b, a", "Sec-WebSocket-Protocol: b"),
    ])
    func subprotocols_areThoseOfTheConfiguration(
        served: [String], offered: String, answer: String
    ) async throws {
        try await TestServer.run(configure: { $0.subprotocols = served }) { server in
            let socket = try RawSocket(port: server.port)
            try socket.send(RawWebSocket.request(extra: ["Sec-WebSocket-Protocol: \(offered)"]))
            #expect(String(decoding: try socket.receive(), as: UTF8.self).contains(answer))
        }
    }

    @Test func refusals_haveTheApplicationsWords() async throws {
        try await TestServer.run(configure: {
            $0.refusalTexts.noWebSocket = "see /ws"
            $0.refusalTexts.foreignOrigin = "not this page"
        }) { server in
            for (request, words) in [
                (RawWebSocket.request(path: "/x"), "see /ws\n"),
                (RawWebSocket.request(extra: ["Origin: https://evil.example"]), "not this page\n"),
            ] {
                let socket = try RawSocket(port: server.port)
                try socket.send(request)
                #expect(String(decoding: try socket.receive(), as: UTF8.self).hasSuffix(words))
            }
        }
    }

    @Test func connectionTheApplicationDoesNotWant_gets503() async throws {
        try await TestServer.run(ScriptedApplication(open: { _ in false })) { server in
            let socket = try RawSocket(port: server.port)
            try socket.send(RawWebSocket.request())
            let answer = String(decoding: try socket.receive(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test func connectionAboveTheLimit_gets503_untilOneLeaves() async throws {
        try await TestServer.run(configure: { $0.maxConnections = 2 }) { server in
            var clients = try (0..<2).map { _ in try RawWebSocket(port: server.port) }
            let third = try RawSocket(port: server.port)
            try third.send(RawWebSocket.request())
            let answer = String(decoding: try third.receive(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 503 "))
            clients.removeLast()
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
            _ = try RawWebSocket(port: server.port)
        }
    }
}
