import Testing

@testable import WebSocketTransport

/// RFC 6455, frame by frame: a table of what clients may and may not send.
@Suite struct FrameTableTests {
    private static let tables: [(name: String, cases: [FrameCase])] = [
        ("sizes", FrameCase.sizes), ("splits", FrameCase.splits), ("text", FrameCase.goodText),
        ("bad text", FrameCase.badText), ("closes", FrameCase.closes),
        ("pings", FrameCase.pings), ("violations", FrameCase.violations),
    ]

    @Test(arguments: tables.map(\.name))
    func everyFrame_hasItsAnswer(table: String) async throws {
        let cases = try #require(Self.tables.first { $0.name == table }).cases
        try await TestServer.run(
            ScriptedApplication(refused: { _, _ in }), configure: { $0.maxMessageBytes = 1 << 20 }
        ) { server in
            for sample in cases {
                let client = try RawWebSocket(port: server.port)
                try? client.socket.send(sample.wire)
                var answers: [FrameCase.Answer] = []
                while answers.count < sample.answers.count, answers.last?.isClose != true {
                    let frame = try #require(try client.receive(), "\(sample.name)")
                    answers.append(try #require(FrameCase.Answer(frame), "\(sample.name)"))
                }
                // A pong comes as soon as lws finds the time, which may be behind a message.
                let order = { (answers: [FrameCase.Answer]) in
                    answers.filter(\.isPong) + answers.filter { !$0.isPong }
                }
                #expect(order(answers) == order(sample.answers), "\(sample.name)")
                guard answers.last?.isClose != true else { continue }
                try client.socket.send(FrameCase.goodbye)
                let rest = try client.receiveAll().map(FrameCase.Answer.init)
                #expect(rest == [.close(1000)], "\(sample.name)")
            }
            let opened = server.log.events.count { if case .opened = $0 { true } else { false } }
            #expect(opened == cases.count)
        }
        print("frame cases, \(table): \(cases.count)")
    }

    /// A frame in which the client claims less or more than it sends, or a length in a longer form.
    @Test(arguments: [
        [0x81, 0xFE, 0, 5], [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 5],
    ])
    func lengthInALongerForm_isReadAsItIs_orRefused(header: [UInt8]) async throws {
        try await TestServer.run(ScriptedApplication(refused: { _, _ in })) { server in
            let client = try RawWebSocket(port: server.port)
            try client.socket.send(header + [0, 0, 0, 0] + Array("hello".utf8) + FrameCase.goodbye)
            let answers = try client.receiveAll().map(FrameCase.Answer.init)
            #expect(
                answers == [.close(1002)]
                    || answers == [.text(Array("hello".utf8)), .close(1000)])
        }
    }
}
