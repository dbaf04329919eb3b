import Foundation

/// What a turn of a loop was for.
///
/// The transport has the kinds below, numbers 0…5; whoever runs on the loop adds its own, from 6 to 15.
package struct TurnKind: Hashable, Sendable {
    /// The largest number of kinds.
    package static let count = 16
    /// 0…15, unlike that of any other kind.
    package let number: UInt8
    /// As it is called in figures and in the log.
    package let name: String

    package init(_ number: UInt8, _ name: String) {
        precondition(number < Self.count, "kinds of turns are numbered 0...15")
        self.number = number
        self.name = name
    }

    /// Work that named no kind.
    package static let other = TurnKind(0, "other")
    /// A piece of a WebSocket message came.
    package static let receive = TurnKind(1, "receive")
    /// A socket took more.
    package static let send = TurnKind(2, "send")
    /// An HTTP request came, or its answer went.
    package static let http = TurnKind(3, "http")
    /// A timer was due.
    package static let timer = TurnKind(4, "timer")
    /// A socket came or went.
    package static let socket = TurnKind(5, "socket")

    /// The kinds of the transport.
    package static let ofTransport = [other, receive, send, http, timer, socket]
}

/// One unit of work of a loop's thread: a callback, a timer, a job.
package struct LoopTurn: Sendable {
    package var kind = TurnKind.other
    /// The list that it was for, where that was told.
    package var list: String?
    /// The connection that it was for, where that was told.
    package var session: UInt64?
    /// What it took of the thread's CPU time.
    package var seconds = 0.0

    package init(
        kind: TurnKind = .other, list: String? = nil, session: UInt64? = nil, seconds: Double = 0
    ) {
        self.kind = kind
        self.list = list
        self.session = session
        self.seconds = seconds
    }
}

/// Measures the turns of one loop; on its thread.
///
/// The monotonic clock is read at the end of each turn. The thread's own clock costs a system call: it is
/// asked once a millisecond at most, and decides only about turns that took longer by the other, so that
/// a turn is not blamed for the time in which the thread did not run. It is right to 1 ms.
final class LoopTurns {
    /// Hears each turn as it ends.
    var watcher: ((LoopTurn) -> Void)?
    private let clock: () -> UInt64
    private let threadClock: () -> UInt64
    private var turn = LoopTurn()
    private var isLabelled = false
    private var began: UInt64
    /// What both clocks said when the thread's was asked last.
    private var sample: (clock: UInt64, thread: UInt64) = (0, 0)

    /// - Parameters:
    ///   - clock: monotonic nanoseconds.
    ///   - threadClock: nanoseconds for which the calling thread has run.
    init(
        clock: @escaping () -> UInt64 = LoopTurns.monotonic,
        threadClock: @escaping () -> UInt64 = LoopTurns.threadTime
    ) {
        self.clock = clock
        self.threadClock = threadClock
        began = clock()
    }

    /// The loop has slept; what follows is the first turn of a pass.
    ///
    /// - Returns: the monotonic time, in nanoseconds.
    func beginPass() -> UInt64 {
        let now = clock()
        began = now
        if now &- sample.clock > Self.millisecond { sample = (now, threadClock()) }
        return now
    }

    /// Says what the turn that is under way is for; the last word counts.
    ///
    /// O(1).
    func label(_ kind: TurnKind, list: String?, session: UInt64?) {
        turn.kind = kind
        isLabelled = true
        if let list { turn.list = list }
        if let session { turn.session = session }
    }

    /// The turn is over; it was of this kind and for this session unless it was labelled otherwise.
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
            turn.list = nil
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
