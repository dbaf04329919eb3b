import DequeModule
import Foundation
import WebSocketTransport

/// What arrives from other threads for the loop, which is woken once for all that has.
final class Arrivals<Element: Sendable>: Sendable {
    /// Seconds for which what is not urgent waits for more: the loop is woken less often.
    private static var gatheringSeconds: Double { 0.005 }
    /// Seconds of a turn of the loop after which the rest waits for the next.
    private static var turnSeconds: Double { 0.004 }

    private let loop: EventLoop
    private let mostBytes: Int
    private let receive: LoopBound<(Element) -> Void>
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var waiting: Deque<(element: Element, bytes: Int)> = []
    nonisolated(unsafe) private var waitingBytes = 0
    /// Whether the loop takes what waits, or gathers more before it does.
    nonisolated(unsafe) private var isAwaited = false
    nonisolated(unsafe) private var isGathering = false

    /// - Parameters:
    ///   - mostBytes: What waits may have together.
    ///   - receive: Called on the loop's thread with what has arrived, in that order.
    init(on loop: EventLoop, mostBytes: Int, _ receive: @escaping (Element) -> Void) {
        self.loop = loop
        self.mostBytes = mostBytes
        self.receive = LoopBound(receive, loop: loop)
    }

    /// Hands an element over, from any thread.
    ///
    /// - Parameters:
    ///   - bytes: What it counts as; 0: it is always taken.
    ///   - isUrgent: False where it, and what comes after it, may wait a few milliseconds for the next ones.
    /// - Returns: False where too much waits: it is not taken.
    @discardableResult
    func add(_ element: Element, bytes: Int, isUrgent: Bool = true) -> Bool {
        let (isTaken, mustWake) = lock.withLock {
            guard unsafe bytes == 0 || waitingBytes + bytes <= mostBytes else {
                return (false, false)
            }
            unsafe waiting.append((element, bytes))
            unsafe waitingBytes += bytes
            let mustWake = unsafe !isAwaited && (isUrgent || !isGathering)
            if isUrgent { unsafe isAwaited = true } else { unsafe isGathering = true }
            return (true, mustWake)
        }
        if mustWake {
            loop.execute {
                if isUrgent {
                    self.take()
                } else {
                    self.loop.schedule(after: Self.gatheringSeconds) { self.take() }
                }
            }
        }
        return isTaken
    }

    private func take() {
        let (end, receive) = (loop.now + Self.turnSeconds, receive.value)
        repeat {
            let next: Element? = lock.withLock {
                unsafe isAwaited = !waiting.isEmpty
                unsafe isGathering = false
                let first = unsafe waiting.popFirst()
                unsafe waitingBytes -= first?.bytes ?? 0
                return first?.element
            }
            guard let next else { return }
            receive(next)
        } while loop.now < end
        loop.execute { self.take() }
    }
}
