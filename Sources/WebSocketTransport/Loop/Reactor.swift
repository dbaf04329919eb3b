import CEventLoop

/// A libev loop with a hook at the end of each pass.
///
/// For the loop's thread, once it runs.
@safe
final class Reactor {
    let handle: OpaquePointer
    let waker: Waker
    private let pass: UnsafeMutablePointer<ev_prepare>
    private var finishPass: () -> Void = {}

    /// Nil where the system gives no loop.
    init?() {
        guard let made = unsafe ev_loop_new(UInt32(EVFLAG_AUTO)) else { return nil }
        unsafe handle = made
        waker = unsafe Waker(made)
        unsafe pass = .allocate(capacity: 1)
        unsafe pass.initialize(to: ev_prepare())
    }

    deinit {
        unsafe ev_loop_destroy(handle)
        unsafe pass.deallocate()
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
        unsafe ev_prepare_start(handle, pass)
        _ = unsafe ev_run(handle, 0)
        unsafe ev_prepare_stop(handle, pass)
        self.finishPass = {}
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
        return unsafe LoopTimer(on: handle, after: seconds, repeating: repeating, work)
    }
}
