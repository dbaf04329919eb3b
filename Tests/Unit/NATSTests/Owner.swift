import Dispatch
import Foundation
import NATS
import NATSNodes

/// The owner of a connection: a thread of its own that counts its turns and keeps the events.
final class Owner: Sendable {
    private let queue = DispatchQueue(label: "owner")
    private let lock = NSLock()
    nonisolated(unsafe) private var turnCount = 0
    nonisolated(unsafe) private var happened: [NATSEvent] = []

    /// Connects to servers, with patience as far as `change` does not say otherwise.
    func connect(
        _ urls: [String], _ change: (inout NATSConfiguration) -> Void = { _ in }
    ) async throws(NATSError) -> NATSConnection {
        var configuration = NATSConfiguration.patient(urls)
        change(&configuration)
        return try await NATSConnection.connect(
            configuration,
            execute: { work in
                self.queue.async {
                    self.lock.withLock { unsafe self.turnCount += 1 }
                    work()
                }
            },
            events: { event in self.lock.withLock { unsafe self.happened.append(event) } })
    }

    /// Runs `body` on the owner's thread while nothing else does.
    func block(_ body: () throws -> Void) rethrows { try queue.sync(execute: body) }

    var turns: Int { lock.withLock { unsafe turnCount } }

    var events: [NATSEvent] { lock.withLock { unsafe happened } }
}

/// Values that closures add, from any thread.
final class Collected<Value: Sendable>: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var kept: [Value] = []

    func add(_ value: Value) { lock.withLock { unsafe kept.append(value) } }

    var values: [Value] { lock.withLock { unsafe kept } }
}

/// Waits until `condition` is true, for ten minutes at most.
func wait(until condition: () async throws -> Bool) async throws {
    let deadline = DispatchTime.now() + 600
    while try await !condition() {
        guard DispatchTime.now() < deadline else { throw Waited() }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// What was waited for did not come.
struct Waited: Error {}
