import Testing

@testable import WebSocketTransport

@Suite struct FanOutTests {
    @Test func sharedFrames_reachEveryone_inOrder() async throws {
        let everyone = ConnectionBox()
        let application = ScriptedApplication(open: {
            everyone.put($0)
            return true
        })
        try await TestServer.run(application) { server in
            let clients = try (0..<20).map { _ in try RawWebSocket(port: server.port) }
            for burst in 0..<10 {
                server.loop.execute {
                    for number in 0..<100 {
                        let text = "\(burst)/\(number)/" + String(repeating: "y", count: number * 7)
                        let frame = Frame(text: Array(text.utf8))
                        for connection in everyone.all { connection.send(frame) }
                    }
                }
            }
            for client in clients {
                for burst in 0..<10 {
                    for number in 0..<100 {
                        let frame = try #require(try client.receive())
                        #expect(frame.text.hasPrefix("\(burst)/\(number)/"))
                        #expect(frame.text.utf8.count(where: { $0 == 0x79 }) == number * 7)
                    }
                }
            }
        }
    }
}
