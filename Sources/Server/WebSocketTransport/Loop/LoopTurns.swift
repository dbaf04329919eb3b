import Foundation

// Canonical equivalence: the names are words of this program.
/// The kind of work that a turn of a loop did.
///
/// The transport has the kinds below, numbers 0…5; the application may add its own, 6…15.
package struct TurnKind: Hashable, Sendable {
    /// The number of kinds that there can be.
    package static let count = 16
    /// 0…15; unique to the kind.
    package let number: UInt8
    /// The name in metrics and in the log.
    package let name: String

    package init(_ number: UInt8, _ name: String) {
        precondition(number < Self.count, "kinds of turns are numbered 0...15")
        self.number = number
        self.name = name
    }

    /// Work without a label.
    package static let other = TurnKind(0, "other")
    /// Handled a piece of a WebSocket message.
    package static let receive = TurnKind(1, "receive")
    /// Wrote to a WebSocket that became writable.
    package static let send = TurnKind(2, "send")
    /// Handled an HTTP request, or wrote its response.
    package static let http = TurnKind(3, "http")
    /// Ran a timer.
    package static let timer = TurnKind(4, "timer")
    /// Opened or closed a socket.
    package static let socket = TurnKind(5, "socket")

    /// The kinds of the transport.
    package static let ofTransport = [other, receive, send, http, timer, socket]
}

/// One unit of work of a loop's thread: a callback, a timer, a job.
package struct LoopTurn: Sendable {
    package var kind = TurnKind.other
    /// What was worked on, in the application's terms, if the turn was labelled with it.
    package var subject: String?
    /// The number of the connection that was served, if there was one.
    package var session: UInt64?
    /// CPU time of the thread, in seconds.
    package var seconds = 0.0

    package init(
        kind: TurnKind = .other, subject: String? = nil, session: UInt64? = nil,
        seconds: Double = 0
    ) {
        self.kind = kind
        self.subject = subject
        self.session = session
        self.seconds = seconds
    }
}

/// Measures the turns of one loop; on its thread.
///
/// The monotonic clock is read at the end of each turn. The thread's CPU clock costs a system call: it is
/// read once a millisecond at most, and corrects only turns that took longer than that, so that a turn
/// does not count the time in which the thread did not run. The correction is precise to 1 ms.
final class LoopTurns {
    /// Called with each turn as it ends.
    var watcher: ((LoopTurn) -> Void)?
    private let clock: () -> UInt64
    private let threadClock: () -> UInt64
    private var turn = LoopTurn()
    private var isLabelled = false
    private var began: UInt64
    /// Both clocks when the CPU clock was read last.
    private var sample: (clock: UInt64, thread: UInt64) = (0, 0)

    /// - Parameters:
    ///   - clock: Monotonic nanoseconds.
    ///   - threadClock: CPU time of the calling thread in nanoseconds.
    init(
        clock: @escaping () -> UInt64 = LoopTurns.monotonic,
        threadClock: @escaping () -> UInt64 = LoopTurns.threadTime
    ) {
        self.clock = clock
        self.threadClock = threadClock
        began = clock()
    }

    /// Begins the first turn of a pass, after the loop has slept.
    ///
    /// - Returns: The monotonic time, in nanoseconds.
    func beginPass() -> UInt64 {
        let now = clock()
        began = now
        if now &- sample.clock > Self.millisecond { sample = (now, threadClock()) }
        return now
    }

    /// Labels the current turn; the last label counts.
    ///
    /// O(1).
    func label(_ kind: TurnKind, subject: String?, session: UInt64?) {
        turn.kind = kind
        isLabelled = true
        if let subject { turn.subject = subject }
        if let session { turn.session = session }
    }

    /// Ends the turn, whose kind and session are these unless it was labelled.
    ///
    /// O(1).
    func end(_ kind: TurnKind, session: UInt64? = nil) {
        let now = clock()
        var spent = now &- began
        if now &- sample.clock > Self.millisecond {
            let thread = threadClock()
            if spent > Self.millisecond { spent = min(spent, thread &- sample.thread) }
            sample = (now, thread)
        }
        began = now
        if let watcher {
            if !isLabelled { turn.kind = kind }
            if turn.session == nil { turn.session = session }
            turn.seconds = Double(spent) / 1e9
            watcher(turn)
        }
        if isLabelled {
            isLabelled = false
            turn.subject = nil
        }
        turn.session = nil
    }

    private static let millisecond: UInt64 = 1_000_000

    private static func monotonic() -> UInt64 { read(CLOCK_MONOTONIC) }

    private static func threadTime() -> UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
