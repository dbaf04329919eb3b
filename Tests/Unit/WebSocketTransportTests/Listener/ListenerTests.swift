import ReservedPorts
import Testing

@testable import WebSocketTransport

@Suite struct ListenerTests {
    @Test func portInUse_isSaid() async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        let wanted = ListenerConfiguration(port: port.number)
        let first = try await Listener(
            wanted, on: loop, application: LoopBound(ScriptedApplication(), loop: loop))
        await #expect(throws: TransportError.addressInUse("127.0.0.1:\(port.number)")) {
            _ = try await Listener(
                wanted, on: loop, application: LoopBound(ScriptedApplication(), loop: loop))
        }
        await first.close()
        let second = try await Listener(
            wanted, on: loop, application: LoopBound(ScriptedApplication(), loop: loop))
        #expect(second.port == port.number)
        await second.close()
        await blocking { loop.stop() }
    }

    @Test(arguments: [("300.1.1.1", 0), ("192.0.2.1", 0), ("127.0.0.1", 70_000)])
    func addressThatCannotBeHad_isSaid(host: String, port: Int) async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        await #expect(throws: TransportError.self) {
            _ = try await Listener(
                ListenerConfiguration(host: host, port: port), on: loop,
                application: LoopBound(ScriptedApplication(), loop: loop))
        }
        await blocking { loop.stop() }
    }

    @Test func stoppedListener_takesNoFurtherSessions_butAnswersProbes() async throws {
        try await TestServer.run { server in
            let client = try RawWebSocket(port: server.port)
            server.listener.stopAccepting()
            server.onLoop {}
            let socket = try RawSocket(port: server.port)
            try socket.send(RawWebSocket.request())
            let answer = String(decoding: try socket.receive(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 503 "))
            let http = try HTTPClient(port: server.port)
            #expect(try http.exchange("GET /api/lists HTTP/1.1").status == 503)
            #expect(
                try HTTPClient(port: server.port).exchange("GET /readyz HTTP/1.1").status == 200)
            try client.send("still served")
            #expect(try client.receive()?.text == "still served")
        }
    }

    @Test func close_waitsForConnectionsToEnd() async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        let box = ConnectionBox()
        let application = ScriptedApplication(open: {
            box.put($0)
            return true
        })
        var configuration = ListenerConfiguration.patient
        configuration.closeSeconds = 60
        let listener = try await Listener(
            configuration, on: loop, application: LoopBound(application, loop: loop))
        let port = listener.port
        let codes = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    try await blocking {
                        Result {
                            let client = try RawWebSocket(port: port)
                            let frame = try client.receive()
                            try client.socket.send(RawWebSocket.frame(8, frame?.payload ?? []))
                            return try client.isAtEnd() ? frame?.closeCode : nil
                        }
                    }.get()
                }
            }
            let opened = await blocking { application.log.waits { $0.count == 5 } }
            #expect(opened)
            loop.execute { for connection in box.all { connection.close(code: 1001) } }
            await listener.close(within: 30)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == [1001, 1001, 1001, 1001, 1001])
        await blocking { loop.stop() }
    }
}
