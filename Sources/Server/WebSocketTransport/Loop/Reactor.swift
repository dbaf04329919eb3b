import CEventLoop

/// A libev loop with a hook at the beginning and at the end of each pass.
///
/// For the loop's thread, once the loop runs.
@safe
final class Reactor {
    let handle: OpaquePointer
    let waker: Waker
    private let turns: LoopTurns
    private let pass: UnsafeMutablePointer<ev_prepare>
    private let wake: UnsafeMutablePointer<ev_check>
    private var finishPass: () -> Void = {}
    /// When the current pass, or the last one, began: monotonic seconds.
    private(set) var passBegan = EventLoop.now
    /// Called with the seconds that each pass took.
    var watcher: ((Double) -> Void)?

    /// Nil if the system provides no loop.
    init?(_ turns: LoopTurns) {
        self.turns = turns
        guard let made = unsafe ev_loop_new(UInt32(EVFLAG_AUTO)) else { return nil }
        unsafe handle = made
        waker = unsafe Waker(made)
        unsafe pass = .allocate(capacity: 1)
        unsafe pass.initialize(to: ev_prepare())
        unsafe wake = .allocate(capacity: 1)
        unsafe wake.initialize(to: ev_check())
    }

    deinit {
        unsafe ev_loop_destroy(handle)
        unsafe pass.deallocate()
        unsafe wake.deallocate()
    }

    /// Runs until ``breakOff()``; `finishPass` is called before each sleep.
    func run(finishPass: @escaping () -> Void) {
        self.finishPass = finishPass
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe ev_shim_prepare_init(
            pass,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<Reactor>.fromOpaque(data).takeUnretainedValue().finishPass()
            }, this)
        unsafe ev_shim_check_init(
            wake,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<Reactor>.fromOpaque(data).takeUnretainedValue().beginPass()
            }, this)
        unsafe ev_prepare_start(handle, pass)
        unsafe ev_check_start(handle, wake)
        _ = unsafe ev_run(handle, 0)
        unsafe ev_check_stop(handle, wake)
        unsafe ev_prepare_stop(handle, pass)
        self.finishPass = {}
    }

    private func beginPass() {
        passBegan = Double(turns.beginPass()) / 1e9
    }

    /// Ends the pass: all of its work is done.
    func endPass() {
        watcher?(EventLoop.now - passBegan)
    }

    /// Ends ``run(finishPass:)``; from within it.
    func breakOff() {
        unsafe ev_shim_break_all(handle)
    }

    /// Calls `work` after `seconds`, and again each `seconds` if `repeating`.
    ///
    /// O(log timers).
    func timer(
        after seconds: Double, repeating: Bool, _ work: @escaping () -> Void
    ) -> LoopTimer {
        unsafe ev_now_update(handle)
        return unsafe LoopTimer(on: handle, turns, after: seconds, repeating: repeating, work)
    }
}

/// Wakes a loop from any thread.
@safe
final class Waker: Sendable {
    nonisolated(unsafe) private let loop: OpaquePointer
    nonisolated(unsafe) private let watcher: UnsafeMutablePointer<ev_async>

    /// On the loop's own thread, or before it runs.
    init(_ loop: OpaquePointer) {
        unsafe self.loop = unsafe loop
        unsafe watcher = .allocate(capacity: 1)
        unsafe watcher.initialize(to: ev_async())
        unsafe ev_shim_async_init(watcher, { _, _, _ in }, nil)
        unsafe ev_async_start(loop, watcher)
    }

    deinit {
        unsafe watcher.deallocate()
    }

    /// Makes the loop run a pass.
    ///
    /// From any thread; several calls may result in one pass.
    func wake() {
        unsafe ev_async_send(loop, watcher)
    }
}

/// A running timer of a loop, which keeps itself alive until it has fired for the last time.
///
/// For the loop's thread only.
@safe
final class LoopTimer {
    /// The libev timer; nil where the loop's driver keeps the time.
    private let watcher: (loop: OpaquePointer, timer: UnsafeMutablePointer<ev_timer>)?
    private let isRepeating: Bool
    private let turns: LoopTurns
    private var work: (() -> Void)?

    init(
        on loop: OpaquePointer, _ turns: LoopTurns, after seconds: Double, repeating: Bool,
        _ work: @escaping () -> Void
    ) {
        let timer = UnsafeMutablePointer<ev_timer>.allocate(capacity: 1)
        unsafe timer.initialize(to: ev_timer())
        unsafe watcher = unsafe (loop, timer)
        isRepeating = repeating
        self.turns = turns
        self.work = work
        let this = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe ev_shim_timer_init(
            timer,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue().fire()
            }, max(0, seconds), repeating ? seconds : 0, this)
        unsafe ev_timer_start(loop, timer)
    }

    /// A timer that the loop's driver holds and fires.
    init(_ turns: LoopTurns, _ work: @escaping () -> Void) {
        unsafe watcher = nil
        isRepeating = false
        self.turns = turns
        self.work = work
    }

    deinit {
        if let watcher = unsafe watcher { unsafe watcher.timer.deallocate() }
    }

    /// Stops the timer; does nothing when repeated, or after the timer has fired.
    func cancel() {
        guard work != nil else { return }
        work = nil
        guard let watcher = unsafe watcher else { return }
        unsafe ev_timer_stop(watcher.loop, watcher.timer)
        unsafe Unmanaged.passUnretained(self).release()
    }

    /// Does the work of a timer whose time is over.
    func fire() {
        let (due, turns) = (work, turns)
        if !isRepeating { cancel() }
        due?()
        turns.end(.timer)
    }
}
