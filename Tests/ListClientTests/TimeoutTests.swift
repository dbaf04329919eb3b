import ListEditing
import ListServer
import Testing
import WebSocketTransport

@testable import ListClient

@Suite struct TimeoutTests {
    private static let soon = Duration.seconds(2)

    private static func hurried() -> ClientOptions {
        var options = ClientOptions()
        options.timeout = soon
        return options
    }

    @Test func connecting_ends() async throws {
        try await LiveServer.withFolder { folder in
            let live = try await LiveServer(folder: folder)
            let url = live.url
            await live.server.stop()
            var options = Self.hurried()
            options.waitsForServer = true
            await #expect(throws: ListClientError.timedOut) {
                try await ListClient.connect(to: url, options)
            }
        }
    }

    @Test func callsWithoutAServer_end() async throws {
        try await LiveServer.withFolder { folder in
            let live = try await LiveServer(folder: folder)
            let client = try await ListClient.connect(to: live.url, Self.hurried())
            try await client.create("trip", sections: [.empty])
            let list = try await client.open("trip")
            await live.server.stop()
            await #expect(throws: ListClientError.outcomeUnknown) { try await list.add("Tea") }
            await #expect(throws: ListClientError.timedOut) { try await client.open("other") }
            await #expect(throws: ListClientError.self) { try await client.overview() }
            #expect(await list.list.rowCount == 1, "the edit waits for the server")
            await client.stop()
        }
    }

    /// What is asked behind `stop` is answered, so the loop ends with the client.
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
        try await LiveServer.withFolder { folder in
            let live = try await LiveServer(folder: folder)
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
