import Foundation
import SeededRandom
import WebSocketTransport

@testable import ListHosting

/// The time and the threads of a simulation.
///
/// All loops, queues and tasks run on the thread that calls ``run(until:)``, one piece of work after the
/// other, in an order that the seed determines. Time stands still while there is work, then goes on to
/// the next timer: the same seed gives the same run.
final class SimulatedTime: TaskExecutor {
    private struct Work: Sendable {
        /// Work of one queue is done in the order in which it came.
        let queue: Int
        let body: @Sendable () -> Void
    }

    private struct Timer: Sendable {
        let due: Double
        let work: Work
    }

    private struct State: Sendable {
        var random: SplitMix64
        var now = 1_000.0
        var ready: [Work] = []
        /// The next one is the last; of those that are due together, the one that was set first.
        var timers: [Timer] = []
        var queues = 0
        /// Something went on for ever.
        var isStuck = false
        /// The files whose timers were set, by the addresses of their names.
        var timed: [UInt: StaticString] = [:]
        /// What loops that are suspended do later.
        var suspended: [String: [@Sendable () -> Void]] = [:]

        mutating func add(_ timer: Timer) {
            var (low, high) = (0, timers.count)
            while low < high {
                let middle = (low + high) / 2
                if timers[middle].due > timer.due { low = middle + 1 } else { high = middle }
            }
            timers.insert(timer, at: low)
        }

        mutating func newQueue() -> Int {
            queues += 1
            return queues
        }
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state: State

    init(seed: UInt64) {
        unsafe state = State(random: SplitMix64(seed: seed))
    }

    // MARK: What takes part

    /// Monotonic seconds.
    var now: Double { lock.withLock { unsafe state.now } }

    /// A loop without a thread.
    func makeLoop(_ name: String) throws -> EventLoop {
        try EventLoop(
            name: name,
            driver: LoopDriver(
                now: { self.now },
                wake: { loop in self.add { self.turn(name) { loop.runPass() } } },
                later: { seconds, place, work in
                    self.note(place)
                    self.after(seconds) { self.turn(name, work) }
                }))
    }

    /// The files whose timers were set.
    var timers: Set<String> { lock.withLock { unsafe Set(state.timed.values.map(\.description)) } }

    private func note(_ place: StaticString) {
        let address = unsafe UInt(bitPattern: place.utf8Start)
        lock.withLock { unsafe state.timed[address] = place }
    }

    /// Has a loop do something, or keeps it while the loop is suspended.
    private func turn(_ loop: String, _ work: @escaping @Sendable () -> Void) {
        let isKept = lock.withLock {
            unsafe state.suspended[loop]?.append(work) != nil
        }
        if !isKept { work() }
    }

    /// The loops of this name stand still.
    func suspend(_ loop: String) { lock.withLock { unsafe state.suspended[loop] = [] } }

    func isSuspended(_ loop: String) -> Bool {
        lock.withLock { unsafe state.suspended[loop] != nil }
    }

    /// The loops of this name go on, with what has come meanwhile.
    func resume(_ loop: String) {
        let kept = lock.withLock { unsafe state.suspended.removeValue(forKey: loop) }
        for work in kept ?? [] { work() }
    }

    /// What a server does besides its loop.
    var background: Background {
        Background(
            queue: { _ in
                let queue = self.lock.withLock { unsafe self.state.newQueue() }
                return WorkerQueue { self.add(queue: queue, $0) }
            }, tasks: self)
    }

    /// A time of day, which is so many seconds ahead of that of the simulation.
    func clock(ahead seconds: Double) -> WallClock {
        WallClock { Int((self.now + seconds) * 1_000) }
    }

    /// Does `body` after so many seconds.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        lock.withLock {
            let work = unsafe Work(queue: state.newQueue(), body: body)
            unsafe state.add(Timer(due: state.now + seconds, work: work))
        }
    }

    /// Work that takes time, one piece after the other.
    func queue() -> @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void {
        let last = Moment()
        return { [self] seconds, body in
            let due = last.advance(to: now + seconds)
            after(due - now, body)
        }
    }

    /// When the last piece of a queue is due.
    private final class Moment: Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        nonisolated(unsafe) private var due = 0.0

        /// - Returns: That moment, or one right after the last.
        func advance(to moment: Double) -> Double {
            lock.withLock {
                unsafe due = max(unsafe due + 1e-9, moment)
                return unsafe due
            }
        }
    }

    /// Lets a task wait.
    func pause(_ seconds: Double) async {
        await withCheckedContinuation { continuation in
            after(seconds) { continuation.resume() }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        add { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// - Parameter queue: nil: in any order with everything else.
    private func add(queue: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        lock.withLock {
            let queue = unsafe queue ?? state.newQueue()
            unsafe state.ready.append(Work(queue: queue, body: body))
        }
    }

    // MARK: Chance

    func random<Value>(_ choose: (inout SplitMix64) -> Value) -> Value {
        lock.withLock { unsafe choose(&state.random) }
    }

    func isTrue(oneIn count: Int) -> Bool {
        random { Int.random(in: 0..<count, using: &$0) == 0 }
    }

    func seconds(_ range: ClosedRange<Double>) -> Double {
        random { Double.random(in: range, using: &$0) }
    }

    // MARK: Running

    /// Does one piece of work after the other until `condition` is true.
    ///
    /// - Returns: False where there is no more work, or too much; nothing more is done then.
    func run(until condition: () -> Bool) -> Bool {
        guard !lock.withLock({ unsafe state.isStuck }) else { return false }
        for _ in 0..<200_000 {
            if condition() { return true }
            guard let work = next() else { return false }
            work.body()
        }
        lock.withLock { unsafe state.isStuck = true }
        return false
    }

    private func next() -> Work? {
        lock.withLock {
            unsafe Self.next(&state)
        }
    }

    private static func next(_ state: inout State) -> Work? {
        if state.ready.isEmpty {
            guard let timer = state.timers.popLast() else { return nil }
            state.now = max(state.now, timer.due)
            return timer.work
        }
        let queue = state.ready.randomElement(using: &state.random)?.queue
        return state.ready.firstIndex { $0.queue == queue }.map { state.ready.remove(at: $0) }
    }
}
