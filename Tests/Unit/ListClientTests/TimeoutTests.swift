import ListEditing
import ListServer
import ReservedPorts
import Testing
import WebSocketTransport

@testable import ListClient

@Suite struct TimeoutTests {
    /// What nobody answers ends so soon.
    private static let soon = Duration.milliseconds(100)

    @Test func connecting_ends() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        var options = ClientOptions()
        options.timeout = Self.soon
        options.waitsForServer = true
        await #expect(throws: ListClientError.timedOut) {
            try await ListClient.connect(to: "http://127.0.0.1:\(port.number)", options)
        }
    }

    @Test func callsWithoutAServer_end() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        try await LiveServer.withFolder { folder in
            let live = try await LiveServer(port: port.number, folder: folder)
            let client = try await ListClient.connect(to: live.url)
            try await client.create("trip", sections: [.empty])
            let list = try await client.open("trip")
            await live.server.stop()
            // Not before: a server that is busy may take longer.
            await client.limit(to: Self.soon)
            await #expect(throws: ListClientError.outcomeUnknown) { try await list.add("Tea") }
            await #expect(throws: ListClientError.timedOut) { try await client.open("other") }
            await #expect(throws: ListClientError.self) { try await client.overview() }
            #expect(await list.list.rowCount == 1, "the edit waits for the server")
            await client.stop()
        }
    }

    /// What is asked after `stop` is answered, so the loop ends with the client.
    @Test(.timeLimit(.minutes(10))) func aStoppedClient_isReleasedWithItsLoop() async throws {
        try await LiveServer.run { server in
            weak var released: ListClient?
            weak var ended: EventLoop?
            do {
                let client = try await ListClient.connect(to: server.url)
                (released, ended) = (client, client.loop)
                try await client.create("trip", sections: [.empty])
                let list = try await client.open("trip")
                _ = try await list.add("Tea")
                await client.stop()
                #expect(await list.status == .gone(code: "stopped"))
            }
            while released != nil || ended != nil { await Task.yield() }
        }
    }

    @Test(.timeLimit(.minutes(10))) func cancelledCalls_end() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        try await LiveServer.withFolder { folder in
            let live = try await LiveServer(port: port.number, folder: folder)
            let client = try await ListClient.connect(to: live.url)
            try await client.create("trip", sections: [.empty])
            let list = try await client.open("trip")
            await live.server.stop()
            let editing = Task { try await list.add("Tea") }
            let opening = Task { try await client.open("other") }
            // The edit is made, and waits for its answer.
            while await list.list.rowCount == 0 { await Task.yield() }
            editing.cancel()
            opening.cancel()
            await #expect(throws: ListClientError.self) { try await editing.value }
            await #expect(throws: ListClientError.cancelled) { try await opening.value }
            await client.stop()
        }
    }
}

extension ListClient {
    /// Bounds how long calls wait from here on.
    fileprivate func limit(to timeout: Duration) { options.timeout = timeout }
}
