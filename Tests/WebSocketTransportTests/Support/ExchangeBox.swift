import Foundation

@testable import WebSocketTransport

/// Passes exchanges from an application to a test, in order.
final class ExchangeBox: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var exchanges: [HTTPExchange] = []

    func put(_ exchange: HTTPExchange) {
        condition.withLock {
            unsafe exchanges.append(exchange)
            condition.broadcast()
        }
    }

    /// Nil when none comes for a minute.
    func waitForNext() -> HTTPExchange? {
        let end = Date(timeIntervalSinceNow: 60)
        condition.lock()
        defer { condition.unlock() }
        while unsafe exchanges.isEmpty {
            guard condition.wait(until: end) else { return nil }
        }
        return unsafe exchanges.removeFirst()
    }
}
