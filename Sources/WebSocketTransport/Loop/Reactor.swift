import CEventLoop

/// A libev loop with a hook at each end of a pass.
///
/// For the loop's thread, once it runs.
@safe
final class Reactor {
    let handle: OpaquePointer
    let waker: Waker
    let turns = LoopTurns()
    private let pass: UnsafeMutablePointer<ev_prepare>
    private let wake: UnsafeMutablePointer<ev_check>
    private var finishPass: () -> Void = {}
    /// When the pass that is under way, or the last one, began: monotonic seconds.
    private(set) var passBegan = EventLoop.now
    /// Hears how long each pass took, in seconds.
    var watcher: ((Double) -> Void)?

    /// Nil where the system gives no loop.
    init?() {
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
        unsafe lockstep_prepare_init(
            pass,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<Reactor>.fromOpaque(data).takeUnretainedValue().finishPass()
            }, this)
        unsafe lockstep_check_init(
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

    /// All that the pass had to do is done.
    func endPass() {
        watcher?(EventLoop.now - passBegan)
    }

    /// Ends ``run(finishPass:)``; from within it.
    func breakOff() {
        unsafe lockstep_break_all(handle)
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
