import Foundation

@testable import WebSocketTransport

/// A listener of its own for one test, on a free port of the loopback interface.
struct TestServer: Sendable {
    let loop: EventLoop
    let listener: Listener
    let application: ScriptedApplication

    var port: Int { listener.port }
    var log: EventLog { application.log }

    /// Runs `body` on a thread of its own, as it blocks, and closes everything afterwards.
    static func run(
        _ application: ScriptedApplication = ScriptedApplication(),
        configure: (inout ListenerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer) throws -> Void
    ) async throws {
        try await run(making: { _ in application }, configure: configure, body)
    }

    /// The same with an application that needs the loop.
    static func run(
        making application: (EventLoop) -> ScriptedApplication,
        configure: (inout ListenerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer) throws -> Void
    ) async throws {
        // A test has more than a thousand sockets.
        _ = DescriptorLimit.raise()
        let loop = try EventLoop(name: "test")
        loop.start()
        let application = application(loop)
        var configuration = ListenerConfiguration.patient
        configure(&configuration)
        let listener = try await Listener(
            configuration, on: loop, application: LoopBound(application, loop: loop))
        let server = TestServer(loop: loop, listener: listener, application: application)
        let result = await blocking { Result { try body(server) } }
        await listener.close(within: 0)
        await blocking { loop.stop() }
        try result.get()
    }

    /// Runs `work` on the loop and gives what it returns.
    func onLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = Box<Value>()
        loop.execute {
            box.value = work()
            done.signal()
        }
        done.wait()
        guard let value = box.value else { preconditionFailure("the work has run") }
        return value
    }

    /// Keeps the loop from its sockets while `body` runs: it finds all that was sent meanwhile at once.
    func holdingLoop<Value>(_ body: () throws -> Value) rethrows -> Value {
        let (isHeld, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        loop.execute {
            isHeld.signal()
            isOver.wait()
        }
        isHeld.wait()
        defer { isOver.signal() }
        return try body()
    }

    private final class Box<Value: Sendable>: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var stored: Value?
        var value: Value? {
            get { lock.withLock { unsafe stored } }
            set { lock.withLock { unsafe stored = newValue } }
        }
    }
}

/// Runs what blocks on a thread of its own.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

extension ListenerConfiguration {
    /// Cuts nobody for being slow: a test that is about a limit sets it.
    ///
    /// A busy machine may keep either side waiting for longer than any limit of the defaults.
    static var patient: ListenerConfiguration {
        var configuration = ListenerConfiguration()
        configuration.idlePingSeconds = 600
        configuration.stallSeconds = 600
        configuration.handshakeSeconds = 600
        configuration.requestSeconds = 600
        configuration.keepAliveSeconds = 600
        configuration.subprotocols = ["echo.v1"]
        return configuration
    }
}

extension DialerConfiguration {
    /// Gives nobody up for being slow: a test that is about a limit sets it.
    static var patient: DialerConfiguration {
        var configuration = DialerConfiguration()
        configuration.connectSeconds = 600
        configuration.requestSeconds = 600
        configuration.limits.idlePingSeconds = 600
        configuration.limits.stallSeconds = 600
        return configuration
    }
}
