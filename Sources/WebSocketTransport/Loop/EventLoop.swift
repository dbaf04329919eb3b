import CEventLoop
import Dispatch
import Foundation

/// One thread and its libev loop: sockets, timers, and the actors that run on it.
///
/// Work handed over with ``execute(_:)``, jobs of actors included, runs at the end of a pass: after
/// every event of that pass has been handled and before the loop sleeps. So what came in within
/// one pass can be dealt with as one batch.
package final class EventLoop: Sendable {
    /// The thread's name, for debuggers and profilers.
    package let name: String
    let inbox = LoopInbox()
    private let reactor: LoopConfined<Reactor>
    private let waker: Waker
    private let began = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let owner = LoopThread()

    /// Makes a loop that does not run yet.
    ///
    /// - Throws: ``TransportError/noEventLoop``.
    package init(name: String) throws(TransportError) {
        self.name = name
        guard let reactor = Reactor() else { throw .noEventLoop }
        self.reactor = LoopConfined(reactor)
        waker = reactor.waker
    }

    /// Starts the thread; returns once it runs.
    ///
    /// To be called once.
    package func start() {
        let thread = Thread { [self] in
            owner.adopt()
            began.signal()
            reactor.value.run { [self] in finishPass() }
            owner.abandon()
            ended.signal()
        }
        thread.name = name
        thread.stackSize = 8 << 20
        thread.start()
        began.wait()
    }

    /// Ends the loop after the work that waits, and joins the thread; harmless when repeated.
    ///
    /// Called on the loop's own thread, it returns at once and the loop ends with this pass.
    /// Listeners must be closed before. What is handed over afterwards never runs.
    package func stop() {
        inbox.stop()
        waker.wake()
        guard !isCurrent else { return }
        ended.wait()
        ended.signal()
    }

    /// Whether the caller runs on this loop's thread.
    package var isCurrent: Bool { owner.isCurrent }

    /// Runs `work` on the loop's thread at the end of a pass, in the order of the calls.
    ///
    /// From any thread; the loop is woken once for everything that is handed over before it looks.
    package func execute(_ work: @escaping @Sendable () -> Void) {
        submit(.closure(work))
    }

    func submit(_ work: LoopInbox.Work) {
        if inbox.add(work, fromLoop: isCurrent) { waker.wake() }
    }

    /// Runs `work` on the loop's thread after `seconds` of monotonic time; on the loop's thread only.
    ///
    /// - Returns: what cancels it; need not be kept.
    @discardableResult
    package func schedule(
        after seconds: Double, _ work: @escaping @Sendable () -> Void
    ) -> Scheduled {
        precondition(isCurrent, "schedule(after:) is for the loop's own thread")
        return Scheduled(reactor.value.timer(after: seconds, repeating: false, work))
    }

    /// Calls `work` on the loop's thread every `seconds`; on the loop's thread only.
    func `repeat`(every seconds: Double, _ work: @escaping () -> Void) -> LoopTimer {
        precondition(isCurrent, "repeat(every:) is for the loop's own thread")
        return reactor.value.timer(after: seconds, repeating: true, work)
    }

    /// Monotonic seconds from some fixed moment.
    package static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// When the pass that is under way began, in seconds of ``now``; on the loop's thread only.
    ///
    /// What the pass reads from sockets has come by then.
    package var passBegan: Double { reactor.value.passBegan }

    /// Calls `watcher` at the end of each pass with its seconds: for so long nothing that came meanwhile
    /// was looked at.
    ///
    /// On the loop's thread only; the watcher is called there.
    package func watchPasses(_ watcher: @escaping (Double) -> Void) {
        precondition(isCurrent, "watchPasses(_:) is for the loop's own thread")
        reactor.value.watcher = watcher
    }

    /// Says what the turn that is under way is for, in figures and in the log.
    ///
    /// The last word of a turn counts; what is left out stays as it was said before.
    /// O(1). On the loop's thread only; elsewhere nothing must be labelled.
    /// - Parameters:
    ///   - list: the id of the list that is worked on; never shown as it is.
    ///   - session: the number of the connection that is served.
    package func label(_ kind: TurnKind, list: String? = nil, session: UInt64? = nil) {
        reactor.value.turns.label(kind, list: list, session: session)
    }

    /// Calls `watcher` at the end of each turn: a callback, a timer, a job.
    ///
    /// On the loop's thread only; the watcher is called there, for each turn, and must be cheap.
    package func watchTurns(_ watcher: @escaping (LoopTurn) -> Void) {
        precondition(isCurrent, "watchTurns(_:) is for the loop's own thread")
        reactor.value.turns.watcher = watcher
    }

    /// Measures the turns; on the loop's thread only.
    var turns: LoopTurns { reactor.value.turns }

    /// The libev loop, for whoever registers with it; on the loop's thread only.
    var handle: OpaquePointer { unsafe reactor.value.handle }

    /// Work that work hands over runs in the same pass, up to this many rounds; then it is the
    /// sockets' turn again, so that nothing starves them.
    private static let rounds = 16

    private func finishPass() {
        let executor = unsafe asUnownedSerialExecutor()
        let turns = reactor.value.turns
        for _ in 0..<Self.rounds {
            let batch = inbox.take()
            if batch.isEmpty { break }
            for work in batch {
                switch work {
                case .job(let job): unsafe job.runSynchronously(on: executor)
                case .closure(let closure): closure()
                }
                turns.end(.other)
            }
        }
        reactor.value.endPass()
        let state = inbox.state
        if !state.isEmpty {
            waker.wake()
        } else if state.isStopping {
            reactor.value.breakOff()
        }
    }
}
