import Dispatch
import ReservedPorts
import Testing

@testable import WebSocketTransport

@Suite struct DialFailureTests {
    @Test func closedPort_isRefused_inTheSystemsWords() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        let address = "127.0.0.1:\(port.number)"
        try await DialedServer.run { server in
            await #expect(
                throws: DialError.cannotConnect(address, reason: "Connection refused")
            ) { try await server.dialer.connect(to: RemoteURL("ws://\(address)/ws")) }
            await #expect(
                throws: DialError.cannotConnect(address, reason: "Connection refused")
            ) {
                try await server.dialer.fetch(
                    HTTPClientRequest(to: RemoteURL("http://\(address)/")))
            }
        }
    }

    @Test func name_isLookedUp_andItsAddressesTried() async throws {
        try await DialedServer.run { server in
            let url = try RemoteURL("ws://localhost:\(server.listener.port)/ws")
            let client = try await server.dialer.connect(to: url)
            try await client.send("a")
            #expect(try await client.next() == .message([0x61]))
        }
    }

    @Test func unknownHost_isSaidToBe() async throws {
        try await DialedServer.run { server in
            let url = try RemoteURL("ws://no-such-host.invalid/ws")
            await #expect {
                try await server.dialer.connect(to: url)
            } throws: { error in
                guard case .unknownHost("no-such-host.invalid", _)? = error as? DialError else {
                    return false
                }
                return true
            }
        }
    }

    @Test(arguments: [("/api", 404), ("/ws/a/b", 404)])
    func whatIsNoWebSocket_isToldByItsStatus(target: String, status: Int) async throws {
        try await DialedServer.run { server in
            let address = "127.0.0.1:\(server.listener.port)"
            await #expect(throws: DialError.notUpgraded(address, status: status)) {
                try await server.connect(target)
            }
        }
    }

    @Test func refusedSubprotocol_isToldByItsStatus() async throws {
        try await DialedServer.run { server in
            let url = try server.url("/ws", scheme: "ws")
            await #expect(throws: DialError.notUpgraded(url.authority, status: 400)) {
                _ = try await server.dialer.connect(to: url, subprotocol: "other.v9")
            }
            _ = try await server.dialer.connect(to: url, subprotocol: "")
        }
    }

    @Test func peerThatSaysNothing_isGivenUp() async throws {
        let silent = try SilentPeer()
        try await DialedServer.run(configure: {
            _ = $0; $1.connectSeconds = 0.2
        }) { server in
            let url = try RemoteURL("ws://127.0.0.1:\(silent.port)/ws")
            await #expect(throws: DialError.timedOut(url.authority, seconds: 0.2)) {
                _ = try await server.dialer.connect(to: url)
            }
        }
    }

    @Test func peerThatEndsAtOnce_isSaidToHaveCut() async throws {
        let silent = try SilentPeer(answers: "")
        try await DialedServer.run { server in
            let url = try RemoteURL("ws://127.0.0.1:\(silent.port)/ws")
            await #expect(throws: DialError.cut(url.authority)) {
                _ = try await server.dialer.connect(to: url)
            }
        }
    }

    @Test func cancelledTask_stopsDialing() async throws {
        let silent = try SilentPeer()
        try await DialedServer.run { server in
            let url = try RemoteURL("ws://127.0.0.1:\(silent.port)/ws")
            let task = Task { try await server.dialer.connect(to: url) }
            await blocking { silent.waitForPeer() }
            task.cancel()
            await #expect(throws: DialError.cancelled) { _ = try await task.value }
        }
    }

    // lws sets a time limit for each step of a handshake, in the place of the end that it was told
    // of in the same pass.
    @Test func cancelledAsTheConnectionComes_isNotForgotten() async throws {
        let silent = try SilentPeer()
        let url = try RemoteURL("ws://127.0.0.1:\(silent.port)/ws")
        let loop = try EventLoop(name: "test")
        loop.start()
        let failed = DispatchSemaphore(value: 0)
        let made = await withCheckedContinuation { made in
            loop.execute {
                made.resume(
                    returning: Result {
                        LoopBound(try DialerCore(.patient, loop), loop: loop)
                    })
            }
        }
        let dialer = try made.get()
        loop.execute {
            let delegate = WebSocketDial(
                dialer.value, target: "/ws", subprotocol: "", headerLines: [],
                open: { _ in WebSocketInbox(on: loop) },
                done: { if case .failure(.cancelled) = $0 { failed.signal() } })
            let attempt = ConnectAttempt(url, delegate)
            dialer.value.start(attempt)
            silent.waitForPeer()
            attempt.cancel(.cancelled)
        }
        let hasEnded = await blocking { failed.wait(timeout: .now() + 60) }
        #expect(hasEnded == .success)
        await withCheckedContinuation { ended in
            loop.execute { dialer.value.close(within: 0) { ended.resume() } }
        }
        await blocking { loop.stop() }
    }

    @Test(arguments: [
        "127.0.0.1:80", "ftp://a/", "ws://", "ws://u:p@h/", "ws://h:0/", "ws://h:70000/", "ws:///x",
    ])
    func badURL_isRefused(text: String) {
        #expect(throws: DialError.self) { try RemoteURL(text) }
    }

    @Test func url_isRead() throws {
        let url = try RemoteURL("wss://[::1]/ws/a%20b?c=d#e")
        #expect(url.host == "::1" && url.port == 443 && url.isSecure && url.isWebSocket)
        #expect(url.target == "/ws/a%20b?c=d")
        #expect(url.description == "wss://[::1]:443/ws/a%20b?c=d")
        #expect(try RemoteURL("http://h").target == "/")
        #expect(try RemoteURL("http://h").webSocket("/ws").description == "ws://h:80/ws")
    }
}
