import Foundation
import Testing

@testable import WebSocketTransport

/// A loop that is turned by hand.
@Suite struct LoopDriverTests {
    /// A driver whose time stands still until it is set.
    private final class Hand: Sendable {
        private struct State: Sendable {
            var now = 5.0
            var woken: [EventLoop] = []
            var later: [(due: Double, work: @Sendable () -> Void)] = []
        }

        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var state = State()

        var driver: LoopDriver {
            LoopDriver(
                now: { self.lock.withLock { unsafe self.state.now } },
                wake: { loop in self.lock.withLock { unsafe self.state.woken.append(loop) } },
                later: { seconds, _, work in
                    self.lock.withLock {
                        unsafe self.state.later.append((self.state.now + seconds, work))
                    }
                })
        }

        /// Runs the passes that were asked for.
        func turn() -> Int {
            let woken = lock.withLock {
                defer { unsafe state.woken = [] }
                return unsafe state.woken
            }
            for loop in woken { loop.runPass() }
            return woken.count
        }

        /// Lets time pass.
        func wait(_ seconds: Double) {
            let due = lock.withLock {
                unsafe state.now += seconds
                let now = unsafe state.now
                defer { unsafe state.later.removeAll { $0.due <= now } }
                return unsafe state.later.filter { $0.due <= now }
            }
            for timer in due.sorted(by: { $0.due < $1.due }) { timer.work() }
        }
    }

    private actor Notes {
        private let loop: EventLoop
        private(set) var lines: [String] = []
        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe loop.asUnownedSerialExecutor()
        }

        init(_ loop: EventLoop) { self.loop = loop }

        func add(_ line: String) { lines.append("\(loop.now) \(line)") }
    }

    @Test func loopWithADriver_turnsOnlyWhenItIsTurned_andInItsTime() throws {
        let hand = Hand()
        let loop = try EventLoop(name: "test", driver: hand.driver)
        let notes = Notes(loop)
        func lines() -> [String] {
            var lines: [String] = []
            loop.runPass { lines = notes.assumeIsolated { $0.lines } }
            return lines
        }
        loop.execute {
            notes.assumeIsolated { $0.add("executed") }
            loop.schedule(after: 3) { notes.assumeIsolated { $0.add("three") } }
            loop.schedule(after: 2) {
                notes.assumeIsolated { $0.add("two") }
                loop.execute { notes.assumeIsolated { $0.add("behind two") } }
            }
            loop.schedule(after: 1) { notes.assumeIsolated { $0.add("cancelled") } }.cancel()
        }
        #expect(!loop.isCurrent)
        #expect(lines() == [])
        #expect(hand.turn() == 1)
        #expect(lines() == ["5.0 executed"])
        hand.wait(2)
        #expect(lines() == ["5.0 executed", "7.0 two", "7.0 behind two"])
        hand.wait(2)
        #expect(lines().last == "9.0 three")
        #expect(!loop.isCurrent)
        loop.stop()
    }
}
