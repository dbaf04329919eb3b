import DequeModule
import Foundation
import WebSocketTransport

/// What arrives from other threads for the loop, which is woken once for all that has.
final class Arrivals<Element: Sendable>: Sendable {
    /// Seconds of a turn of the loop after which the rest waits for the next.
    private static var turnSeconds: Double { 0.004 }

    private let loop: EventLoop
    private let receive: @Sendable (Element) -> Void
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting: Deque<Element> = []
    nonisolated(unsafe) private var isAwaited = false

    /// - Parameter receive: Called on the loop's thread with what has arrived, in that order.
    init(on loop: EventLoop, _ receive: @escaping @Sendable (Element) -> Void) {
        self.loop = loop
        self.receive = receive
    }

    /// Hands an element over, from any thread.
    func add(_ element: Element) {
        let isFirst = lock.withLock {
            unsafe waiting.append(element)
            defer { unsafe isAwaited = true }
            return unsafe !isAwaited
        }
        if isFirst { loop.execute { self.take() } }
    }

    private func take() {
        let end = loop.now + Self.turnSeconds
        repeat {
            let next: Element? = lock.withLock {
                unsafe isAwaited = !waiting.isEmpty
                return unsafe waiting.popFirst()
            }
            guard let next else { return }
            receive(next)
        } while loop.now < end
        loop.execute { self.take() }
    }
}
