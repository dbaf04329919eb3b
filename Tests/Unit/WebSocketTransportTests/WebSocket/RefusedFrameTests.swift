import Testing

@testable import WebSocketTransport

@Suite struct RefusedFrameTests {
    /// Something a client may not send, and the close code that it gets for it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: Int
        let wire: [UInt8]

        init(_ name: String, _ code: Int, _ wire: [UInt8]) {
            testDescription = name
            self.code = code
            self.wire = wire
        }
    }

    static let violations = [
        Case("unmasked text", 1002, RawWebSocket.frame(1, [65], mask: nil)),
        Case("unmasked ping", 1002, RawWebSocket.frame(9, [65], mask: nil)),
        Case("reserved bit 1", 1002, [0xC1, 0x80, 0, 0, 0, 0]),
        Case("reserved bit 2", 1002, [0xA1, 0x80, 0, 0, 0, 0]),
        Case("reserved bit 3", 1002, [0x91, 0x80, 0, 0, 0, 0]),
        Case("opcode 3", 1002, RawWebSocket.frame(3, [])),
        Case("opcode 11", 1002, RawWebSocket.frame(11, [])),
        Case("continuation of nothing", 1002, RawWebSocket.frame(0, [65])),
        Case(
            "text within a text", 1002,
            RawWebSocket.frame(1, [65], isFinal: false) + RawWebSocket.frame(1, [65])),
        Case("ping in fragments", 1002, RawWebSocket.frame(9, [65], isFinal: false)),
        Case("close code cut short", 1002, RawWebSocket.frame(8, [3])),
        Case("close reason not UTF-8", 1007, RawWebSocket.frame(8, [3, 232, 0xFF])),
    ]

    @Test(arguments: violations)
    func violation_isClosedWithItsCode(_ sample: Case) async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(sample.wire)
            let last = try #require(try client.receiveAll().last)
            #expect(last.opcode == 8 && last.closeCode == sample.code)
            #expect(try client.isAtEnd())
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
            #expect(server.log.events.count == 2, "only opened and closed")
        }
    }

    @Test func unmaskedFrame_isAViolation_evenByteByByte() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            for byte in RawWebSocket.frame(1, [65], mask: nil) {
                try client.socket.send([byte])
                server.onLoop {}
            }
            #expect(try client.receive()?.closeCode == 1002)
        }
    }

    @Test(arguments: [
        RawWebSocket.frame(9, Array(repeating: 1, count: 126)),
        RawWebSocket.header(1, count: 1 << 63) + [0, 0, 0, 0],
    ])
    func lengthThatMayNotBe_endsTheConnection(wire: [UInt8]) async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(wire)
            #expect(server.log.waits { if case .closed? = $0.last { true } else { false } })
            #expect(server.log.events.count == 2, "only opened and closed")
        }
    }

    static let problems = [
        Case("binary", 1003, RawWebSocket.frame(2, [1, 2, 3])),
        Case("binary in fragments", 1003, RawWebSocket.frame(2, [1], isFinal: false)),
        Case("binary too large", 1003, RawWebSocket.header(2, count: 1 << 62) + [1, 2, 3, 4, 5]),
        Case("invalid UTF-8", 1007, RawWebSocket.frame(1, [65, 0xC0, 0x80])),
        Case("surrogate", 1007, RawWebSocket.frame(1, [0xED, 0xA0, 0x80])),
        Case("character cut short", 1007, RawWebSocket.frame(1, [0xE2, 0x82])),
        Case(
            "invalid in a later fragment", 1007,
            RawWebSocket.frame(1, [0xE2], isFinal: false)
                + RawWebSocket.frame(0, [0x41])),
        Case(
            "one byte over the limit", 1009, RawWebSocket.header(1, count: 1001) + [0, 0, 0, 0, 65]),
        Case(
            "forged length of 2^62", 1009,
            RawWebSocket.header(1, count: 1 << 62) + [1, 2, 3, 4, 65]),
        Case(
            "fragments over the limit", 1009,
            RawWebSocket.frame(1, Array(repeating: 65, count: 600), isFinal: false)
                + RawWebSocket.frame(0, Array(repeating: 65, count: 401))),
    ]

    @Test(arguments: problems)
    func refusedMessage_isAnsweredBeforeTheClose(_ sample: Case) async throws {
        try await TestServer.run(configure: { $0.maxMessageBytes = 1000 }) { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(sample.wire)
            let frames = try client.receiveAll()
            try #require(frames.count == 2)
            #expect(frames[0].text == "refused")
            #expect(frames[1].opcode == 8 && frames[1].closeCode == sample.code)
        }
    }

    @Test func refusedMessage_isClosedEvenIfTheHandlerDoesNot() async throws {
        let application = ScriptedApplication(refused: { _, _ in })
        try await TestServer.run(application) { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(RawWebSocket.frame(2, [1]) + RawWebSocket.frame(1, [65]))
            let frames = try client.receiveAll()
            #expect(frames.map(\.closeCode) == [1003])
            #expect(server.log.events.count == 2, "what follows is not delivered")
        }
    }

    @Test(arguments: [
        RawWebSocket.header(1, count: 101) + [0, 0, 0, 0, 65],
        RawWebSocket.frame(1, Array(repeating: 65, count: 60), isFinal: false)
            + RawWebSocket.frame(0, Array(repeating: 65, count: 41)),
    ])
    func firstMessage_isRefusedAtItsOwnLimit(wire: [UInt8]) async throws {
        try await TestServer.run(configure: { $0.maxFirstMessageBytes = 100 }) { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(wire)
            let frames = try client.receiveAll()
            try #require(frames.count == 2)
            #expect(frames[0].text == "refused" && frames[1].closeCode == 1009)
            let second = try RawWebSocket(port: server.port)
            for size in [100, 1000, 101] {
                try second.send([UInt8](repeating: 65, count: size))
                #expect(try second.receive()?.payload.count == size)
            }
        }
    }

    @Test func messageAtTheLimit_passes() async throws {
        try await TestServer.run(configure: { $0.maxMessageBytes = 1000 }) { server in
            let client = try RawWebSocket(port: server.port)
            for size in [400, 600] {
                try client.socket.send(
                    RawWebSocket.frame(
                        size == 400 ? 1 : 0, Array(repeating: 65, count: size), isFinal: size == 600
                    ))
            }
            #expect(try client.receive()?.payload.count == 1000)
        }
    }
}
