import Foundation
import WebSocketTransport

/// What arrives from other threads for the loop, which is woken once for all that has.
final class Arrivals<Element: Sendable>: Sendable {
    private let loop: EventLoop
    private let receive: @Sendable ([Element]) -> Void
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting: [Element] = []

    /// - Parameter receive: Called on the loop's thread, with what has arrived in that order.
    init(on loop: EventLoop, _ receive: @escaping @Sendable ([Element]) -> Void) {
        self.loop = loop
        self.receive = receive
    }

    /// Hands an element over, from any thread.
    func add(_ element: Element) {
        let isFirst = lock.withLock {
            unsafe waiting.append(element)
            return unsafe waiting.count == 1
        }
        if isFirst { loop.execute { self.take() } }
    }

    private func take() {
        let arrived = lock.withLock {
            defer { unsafe waiting = [] }
            return unsafe waiting
        }
        receive(arrived)
    }
}
