import Foundation

@testable import WebSocketTransport

/// Passes connections from handlers to a test.
final class ConnectionBox: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var connections: [Connection] = []

    func put(_ connection: Connection) {
        lock.withLock { unsafe connections.append(connection) }
    }

    /// The one that came last, taken out.
    func take() -> Connection? {
        lock.withLock { unsafe connections.popLast() }
    }

    var all: [Connection] { lock.withLock { unsafe connections } }
}
