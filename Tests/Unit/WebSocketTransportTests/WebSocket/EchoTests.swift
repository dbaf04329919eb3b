import Testing

@testable import WebSocketTransport

@Suite struct EchoTests {
    @Test(arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 65_537, 262_144, 1 << 20])
    func message_ofEachSize_comesBackWhole(size: Int) async throws {
        try await TestServer.run(configure: { $0.maxMessageBytes = 1 << 20 }) { server in
            let client = try RawWebSocket(port: server.port)
            let message = (0..<size).map { UInt8(0x20 + $0 % 90) }
            try client.send(message)
            let frame = try #require(try client.receive())
            #expect(frame.opcode == 1 && frame.isFinal && !frame.isMasked)
            #expect(frame.payload == message)
        }
    }

    @Test func fragments_makeOneMessage_withControlFramesInBetween() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            let bytes = Array("añ€😀z".utf8)
            for (index, byte) in bytes.enumerated() {
                let isLast = index == bytes.count - 1
                try client.socket.send(
                    RawWebSocket.frame(index == 0 ? 1 : 0, [byte], isFinal: isLast))
                if isLast { break }
                // Of several pings that wait only one is answered.
                try client.socket.send(RawWebSocket.frame(9, [UInt8(index)]))
                let pong = try #require(try client.receive())
                #expect(pong.opcode == 10 && pong.payload == [UInt8(index)])
            }
            #expect(try client.receive()?.payload == bytes)
        }
    }

    @Test func frameSentByteByByte_isRead() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            for byte in RawWebSocket.frame(1, Array(repeating: 65, count: 130)) {
                try client.socket.send([byte])
            }
            #expect(try client.receive()?.payload.count == 130)
        }
    }

    @Test func framesBehindTheHandshake_areRead() async throws {
        try await TestServer.run { server in
            let socket = try RawSocket(port: server.port)
            let early = RawWebSocket.frame(1, Array("early".utf8))
            try socket.send(Array(RawWebSocket.request().utf8) + early)
            var bytes: [UInt8] = []
            while !bytes.reversed().starts(with: "early".utf8.reversed()) {
                let more = try socket.receive()
                try #require(!more.isEmpty)
                bytes += more
            }
        }
    }

    @Test func pings_ofEachSize_areAnswered() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            for size in [0, 1, 12, 124, 125] {
                let payload = [UInt8](repeating: UInt8(size), count: size)
                try client.socket.send(RawWebSocket.frame(9, payload))
                let pong = try #require(try client.receive())
                #expect(pong.opcode == 10 && pong.payload == payload)
            }
        }
    }

    @Test func pingsInOneRead_areAnsweredOnceAtLeast() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send((0..<10).flatMap { RawWebSocket.frame(9, [$0]) })
            try client.send("end")
            var opcodes: Set<UInt8> = []
            while opcodes.count < 2 { opcodes.insert(try #require(try client.receive()).opcode) }
            #expect(opcodes == [1, 10])
        }
    }

    @Test func thirtyTwoConnections_neverMix() async throws {
        try await TestServer.run { server in
            let clients = try (0..<32).map { _ in try RawWebSocket(port: server.port) }
            for round in 0..<40 {
                for (number, client) in clients.enumerated() {
                    let size = (number * 977 + round * 3331) % 9000
                    try client.send("\(number)/\(round)/" + String(repeating: "x", count: size))
                }
                for (number, client) in clients.enumerated() {
                    let size = (number * 977 + round * 3331) % 9000
                    let frame = try #require(try client.receive())
                    #expect(
                        frame.text == "\(number)/\(round)/" + String(repeating: "x", count: size))
                }
            }
        }
    }

    @Test func messagesInOneRead_areDeliveredInOrder() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            let wire = (0..<3000).flatMap { RawWebSocket.frame(1, Array("m\($0)".utf8)) }
            try client.socket.send(wire)
            for number in 0..<3000 {
                #expect(try client.receive()?.text == "m\(number)")
            }
        }
    }
}
