import CEventLoop
import Dispatch
import Foundation
import Synchronization

/// One thread and its libev loop: sockets, timers, and the actors that run on it.
///
/// Each pass of the loop handles the events of sockets and timers, then the work that was handed over
/// with ``execute(_:)``, jobs of actors included, then sleeps. Work can therefore handle everything that
/// arrived during one pass as one batch.
package final class EventLoop: Sendable {
    /// The thread's name, for debuggers and profilers.
    package let name: String
    private let inbox = LoopInbox()
    /// Used by the loop's thread alone.
    nonisolated(unsafe) private let measured = LoopTurns()
    nonisolated(unsafe) private let turner: Turner
    /// The work of the current round; used by the loop's thread alone.
    nonisolated(unsafe) private var batch: [LoopInbox.Work] = []
    private let began = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    /// The handle of the loop's thread as a number; 0 while the loop does not run.
    private let thread = Atomic<UInt>(0)

    /// Who makes the passes.
    private enum Turner {
        /// A thread of the loop's own, which alone uses this, but for `init` and the waker.
        case thread(Reactor)
        case driver(LoopDriver)
    }

    /// Makes a loop that does not run yet.
    ///
    /// - Parameter driver: Who turns it, in place of a thread of its own; such a loop has no sockets, and no
    ///   descriptors.
    /// - Throws: ``TransportError/noEventLoop``.
    package init(name: String, driver: LoopDriver? = nil) throws(TransportError) {
        self.name = name
        if let driver {
            unsafe turner = .driver(driver)
        } else if let reactor = unsafe Reactor(measured) {
            unsafe turner = .thread(reactor)
        } else {
            throw .noEventLoop
        }
    }

    private var reactor: Reactor {
        guard case .thread(let reactor) = unsafe turner else {
            preconditionFailure("a loop with a driver has neither thread nor sockets")
        }
        return reactor
    }

    private var driver: LoopDriver? {
        if case .driver(let driver) = unsafe turner { driver } else { nil }
    }

    // MARK: The thread

    /// Starts the thread and returns once it runs.
    ///
    /// Call it once, and not on a loop with a driver.
    package func start() {
        nonisolated(unsafe) let reactor = reactor
        let thread = Thread { [self] in
            self.thread.store(UInt(pthread_self()), ordering: .releasing)
            began.signal()
            unsafe reactor.run { [self] in finishPass() }
            self.thread.store(0, ordering: .releasing)
            ended.signal()
        }
        thread.name = name
        thread.stackSize = 8 << 20
        thread.start()
        began.wait()
    }

    /// Ends the loop after the work that waits, and joins the thread; does nothing when repeated.
    ///
    /// On the loop's own thread it returns at once, and the loop ends with this pass. Close listeners and
    /// dialers before. Work that is handed over afterwards never runs.
    package func stop() {
        inbox.stop()
        wake()
        guard !isCurrent, driver == nil else { return }
        ended.wait()
        ended.signal()
    }

    /// Whether the caller runs on this loop's thread.
    package var isCurrent: Bool {
        thread.load(ordering: .acquiring) == UInt(pthread_self())
    }

    // MARK: Work

    /// Runs `work` on the loop's thread at the end of a pass, in the order of the calls.
    ///
    /// From any thread. The loop is woken once for all work that is handed over before it looks again.
    package func execute(_ work: @escaping @Sendable () -> Void) {
        submit(.closure(work))
    }

    /// Runs `work` at the end of this pass; on the loop's thread only, so `work` stays on its thread.
    package func afterPass(_ work: @escaping () -> Void) {
        precondition(isCurrent, "afterPass(_:) is for the loop's own thread")
        nonisolated(unsafe) let work = work
        submit(.closure({ unsafe work() }))
    }

    private func submit(_ work: LoopInbox.Work) {
        if inbox.add(work, fromLoop: isCurrent) { wake() }
    }

    private func wake() {
        switch unsafe turner {
        case .thread(let reactor): reactor.waker.wake()
        case .driver(let driver): driver.wake(self)
        }
    }

    /// Runs a pass on the calling thread: `event`, then the work that waits; for the loop's driver.
    package func runPass(after event: () -> Void = {}) {
        thread.store(UInt(pthread_self()), ordering: .releasing)
        event()
        finishPass()
        thread.store(0, ordering: .releasing)
    }

    /// The most rounds of work in one pass: work that hands over work cannot starve the sockets.
    private static let maxRounds = 16
    /// Pieces of work for which a pass keeps memory: 256 KiB.
    private static let keptWork = 8_192

    private func finishPass() {
        let executor = unsafe asUnownedSerialExecutor()
        let turns = turns
        for _ in 0..<Self.maxRounds {
            unsafe inbox.take(into: &batch)
            if unsafe batch.isEmpty { break }
            for work in unsafe batch {
                switch work {
                case .job(let job): unsafe job.runSynchronously(on: executor)
                case .closure(let closure): closure()
                }
                turns.end(.other)
            }
            // A burst's memory is given back, that of most passes is used again.
            unsafe batch.removeAll(keepingCapacity: batch.capacity <= Self.keptWork)
        }
        let reactor = driver == nil ? reactor : nil
        reactor?.endPass()
        let state = inbox.state
        if !state.isEmpty {
            wake()
        } else if state.isStopping {
            reactor?.breakOff()
        }
    }

    // MARK: Time

    /// Monotonic seconds from some fixed moment.
    package static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// Monotonic seconds by which the loop's timers fire: ``now`` of all loops, or its driver's.
    package var now: Double { driver.map { $0.now() } ?? Self.now }

    /// Runs `work` on the loop's thread after `seconds` of monotonic time; on the loop's thread only.
    ///
    /// - Parameter place: The file that asks for it, which a driver is told.
    /// - Returns: A handle that cancels the work; it need not be kept.
    @discardableResult
    package func schedule(
        after seconds: Double, from place: StaticString = #fileID,
        _ work: @escaping () -> Void
    ) -> Scheduled {
        Scheduled(timer(after: seconds, from: place, work), on: self)
    }

    /// Calls `work` once after `seconds`; on the loop's thread only.
    @discardableResult
    func timer(
        after seconds: Double, from place: StaticString = #fileID, _ work: @escaping () -> Void
    ) -> LoopTimer {
        precondition(isCurrent, "timers are for the loop's own thread")
        guard let driver else {
            return reactor.timer(after: seconds, repeating: false, work)
        }
        let timer = LoopTimer(turns, work)
        driver.schedule(max(0, seconds), from: place, LoopBound(timer, loop: self))
        return timer
    }

    /// Calls `work` every `seconds`, at the end of a pass; on the loop's thread only.
    ///
    /// After the sockets, which libev handles after the timers: where the loop has stood still, what has arrived
    /// meanwhile counts before anybody is found to be late.
    func `repeat`(every seconds: Double, _ work: @escaping () -> Void) -> LoopTimer {
        precondition(isCurrent, "timers are for the loop's own thread")
        return reactor.timer(after: seconds, repeating: true) { [self] in
            afterPass { [self] in
                label(.timer)
                work()
            }
        }
    }

    // MARK: Measurement

    /// When the current pass began, in seconds of ``now``; on the loop's thread only.
    ///
    /// Everything that the pass reads from sockets arrived before.
    package var passBegan: Double { driver.map { $0.now() } ?? reactor.passBegan }

    /// Calls `watcher` at the end of each pass with the seconds that the pass took, during which no new
    /// input was looked at.
    ///
    /// On the loop's thread only; the watcher runs there.
    package func watchPasses(_ watcher: @escaping (Double) -> Void) {
        precondition(isCurrent, "watchPasses(_:) is for the loop's own thread")
        reactor.watcher = watcher
    }

    /// Labels the current turn for measurements and the log.
    ///
    /// The last label of a turn counts; an argument that is left out keeps its earlier value.
    /// O(1). On the loop's thread only.
    /// - Parameters:
    ///   - subject: The name of what is worked on, in the application's terms.
    ///   - session: The number of the connection that is served.
    package func label(_ kind: TurnKind, subject: String? = nil, session: UInt64? = nil) {
        turns.label(kind, subject: subject, session: session)
    }

    /// Calls `watcher` at the end of each turn: a callback, a timer, a job.
    ///
    /// On the loop's thread only; the watcher runs there, often, and must be cheap.
    package func watchTurns(_ watcher: @escaping (LoopTurn) -> Void) {
        precondition(isCurrent, "watchTurns(_:) is for the loop's own thread")
        turns.watcher = watcher
    }

    /// Measures the turns; on the loop's thread only.
    var turns: LoopTurns { unsafe measured }

    /// The libev loop, to register with; on the loop's thread only.
    var handle: OpaquePointer { unsafe reactor.handle }
}

/// Actors run on the loop's thread by naming the loop as their executor.
extension EventLoop: SerialExecutor {
    package func enqueue(_ job: consuming ExecutorJob) {
        submit(.job(UnownedJob(job)))
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    package func checkIsolated() {
        precondition(isCurrent, "not on the thread of the event loop \(name)")
    }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }
}

/// Work that a loop will run later; see ``EventLoop/schedule(after:_:)``.
package final class Scheduled: Sendable {
    private let timer: LoopBound<LoopTimer>

    fileprivate init(_ timer: LoopTimer, on loop: EventLoop) {
        self.timer = LoopBound(timer, loop: loop)
    }

    /// Prevents the work from running, unless it has run; on the loop's thread only.
    package func cancel() {
        timer.value.cancel()
    }
}
