import Foundation

@testable import WebSocketTransport

/// A listener on one loop and a dialer on another, for one test.
struct DialedServer: Sendable {
    let listener: Listener
    let dialer: Dialer
    let application: ScriptedApplication

    /// Runs `body` and closes everything afterwards.
    static func run(
        _ application: ScriptedApplication = ScriptedApplication(),
        configure: (inout ListenerConfiguration, inout DialerConfiguration) -> Void = { _, _ in },
        _ body: (DialedServer) async throws -> Void
    ) async throws {
        _ = DescriptorLimit.raise()
        var listening = ListenerConfiguration.patient
        var dialing = DialerConfiguration.patient
        configure(&listening, &dialing)
        let loops = [try EventLoop(name: "listener"), try EventLoop(name: "dialer")]
        for loop in loops { loop.start() }
        let listener = try await Listener(
            listening, on: loops[0], application: LoopBound(application, loop: loops[0]))
        let dialer = try await Dialer(dialing, on: loops[1])
        let server = DialedServer(listener: listener, dialer: dialer, application: application)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        await dialer.close(within: 0)
        await listener.close(within: 0)
        for loop in loops { await blocking { loop.stop() } }
        try result.get()
    }

    /// The listener's URL for `target`.
    func url(_ target: String, scheme: String = "http") throws -> RemoteURL {
        try RemoteURL("\(scheme)://127.0.0.1:\(listener.port)\(target)")
    }

    /// A WebSocket to the listener.
    func connect(_ target: String = "/ws") async throws -> WebSocketClient {
        try await dialer.connect(to: url(target, scheme: "ws"))
    }
}
