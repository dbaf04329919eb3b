import Testing

@testable import WebSocketTransport

@Suite struct DialerLifetimeTests {
    /// A dialer on `loop` whose limits are checked every 20 ms.
    private func dialer(on loop: EventLoop) async throws -> Dialer {
        var configuration = DialerConfiguration.patient
        configuration.limits.closeSeconds = 0.1
        return try await Dialer(configuration, on: loop)
    }

    private func waitForTicks(of loop: EventLoop) async {
        await withCheckedContinuation { done in
            loop.execute { loop.schedule(after: 0.2) { done.resume() } }
        }
    }

    @Test func releasedDialer_ofWhichNothingIsLeft_doesNotTickAgain() async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        do { _ = try await dialer(on: loop) }
        await waitForTicks(of: loop)
        await blocking { loop.stop() }
    }

    @Test func releasedDialer_closesItsConnections() async throws {
        try await DialedServer.run { server in
            let loop = try EventLoop(name: "test")
            loop.start()
            let url = try server.url("/ws", scheme: "ws")
            let client: WebSocketClient
            do { client = try await dialer(on: loop).connect(to: url) }
            #expect(try await client.next() == .closed(code: nil, reason: ""))
            let isNotified = await blocking {
                server.application.log.waits {
                    $0.contains { if case .closed = $0 { true } else { false } }
                }
            }
            #expect(isNotified)
            await waitForTicks(of: loop)
            await blocking { loop.stop() }
        }
    }

    @Test func dialerReleasedAfterItsLoop_isHarmless() async throws {
        let loop = try EventLoop(name: "test")
        loop.start()
        let dialer = try await dialer(on: loop)
        await dialer.close(within: 0)
        await blocking { loop.stop() }
        withExtendedLifetime(dialer) {}
    }
}
