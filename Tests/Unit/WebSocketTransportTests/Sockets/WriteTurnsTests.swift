import Dispatch
import Synchronization
import Testing

@testable import WebSocketTransport

/// What one pass of the loop writes, however many sockets are ready.
@Suite struct WriteTurnsTests {
    /// Bytes that one pass writes at most: one piece, with what stands before it, is added to a pass that has room.
    private static let most = WriteTurns.passWork + WriteTurns.shortWork + (256 << 10)

    /// The most bytes that were written in one pass.
    private final class LargestPass: Sendable {
        private let state = Mutex<(written: UInt64, largest: UInt64)>((0, 0))
        var bytes: UInt64 { state.withLock { $0.largest } }

        func passEnded(_ written: UInt64) {
            state.withLock { state in
                state.largest = max(state.largest, written - state.written)
                state.written = written
            }
        }
    }

    private static func watch(_ server: TestServer) -> LargestPass {
        let largest = LargestPass()
        server.onLoop {
            server.loop.watchPasses { _ in
                largest.passEnded(server.listener.counters.bytesOut)
            }
        }
        return largest
    }

    @Test func largeResponses_shareThePasses() async throws {
        let body = [UInt8](repeating: 0x61, count: 1 << 20)
        let waiting = Mutex<[HTTPExchange]>([])
        let application = ScriptedApplication(respond: { _, exchange in
            let all = waiting.withLock { exchanges in
                exchanges.append(exchange)
                return exchanges.count == 30 ? exchanges : []
            }
            for exchange in all {
                exchange.respond(
                    HTTPResponse(status: 200, contentType: "text/plain", headers: [], body: body))
            }
        })
        try await TestServer.run(application) { server in
            let largest = Self.watch(server)
            let clients = try (0..<30).map { _ in try HTTPClient(port: server.port) }
            for client in clients { try client.send("GET /api/x HTTP/1.1") }
            // Those that came last are read first: nobody waits for who does not read.
            for client in clients.reversed() { #expect(try client.receive().body == body) }
            #expect(largest.bytes < Self.most)
            #expect(largest.bytes > 0)
        }
    }

    @Test func messagesToAll_shareThePasses_andKeepTheirOrder() async throws {
        let block = [UInt8](repeating: 0x62, count: 60_000)
        let connections = Mutex<[Connection]>([])
        let application = ScriptedApplication(received: { connection, _ in
            let all = connections.withLock { known in
                known.append(connection)
                return known.count == 30 ? known : []
            }
            for number in 0..<10 {
                for connection in all {
                    connection.send(Frame(text: Array("\(number) ".utf8) + block))
                }
            }
        })
        try await TestServer.run(application) { server in
            let largest = Self.watch(server)
            let clients = try (0..<30).map { _ in try RawWebSocket(port: server.port) }
            for client in clients { try client.send("go") }
            for client in clients.reversed() {
                for number in 0..<10 {
                    let frame = try #require(try client.receive())
                    #expect(frame.text.hasPrefix("\(number) ") && frame.payload.count > 60_000)
                }
            }
            #expect(largest.bytes < Self.most)
        }
    }

    @Test func shortResponse_doesNotWaitBehindLongOnes() async throws {
        let long = [UInt8](repeating: 0x61, count: 1 << 20)
        let waiting = Mutex<[HTTPExchange]>([])
        let application = ScriptedApplication(respond: { _, exchange in
            let all = waiting.withLock { exchanges in
                exchanges.append(exchange)
                return exchanges.count == 31 ? exchanges : []
            }
            for (number, exchange) in all.enumerated() {
                exchange.respond(
                    HTTPResponse(
                        status: 200, contentType: "text/plain", headers: [],
                        body: number < 30 ? long : [0x62]))
            }
        })
        try await TestServer.run(application) { server in
            let clients = try (0..<31).map { _ in try HTTPClient(port: server.port) }
            let (isWritten, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let isHeld = Mutex(false)
            server.onLoop {
                server.loop.watchPasses { _ in
                    let isFirst = isHeld.withLock { held in
                        guard !held, server.listener.counters.bytesOut > 0 else { return false }
                        held = true
                        return true
                    }
                    // The loop stands still after the first pass that writes.
                    guard isFirst else { return }
                    isWritten.signal()
                    isRead.wait()
                }
            }
            for (number, client) in clients.enumerated() {
                try client.send("GET /api/x HTTP/1.1")
                // One after the other, so that the last one is answered briefly.
                while number < 30, waiting.withLock({ $0.count }) <= number {}
            }
            isWritten.wait()
            defer { isRead.signal() }
            #expect(try clients[30].receive().body == [0x62])
        }
    }
}
