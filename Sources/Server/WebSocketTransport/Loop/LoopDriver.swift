/// Turns loops in place of threads of their own, and owns their time: for simulations.
///
/// One thread turns all loops of a driver. A pass takes no time.
package struct LoopDriver: Sendable {
    /// Monotonic seconds.
    let now: @Sendable () -> Double
    /// The loop has work: its ``EventLoop/runPass(after:)`` is to be called, once, and not from here.
    let wake: @Sendable (EventLoop) -> Void
    /// Calls the work of a file's timer after so many seconds, on the thread that turns the loops.
    let later: @Sendable (Double, StaticString, @escaping @Sendable () -> Void) -> Void

    package init(
        now: @escaping @Sendable () -> Double,
        wake: @escaping @Sendable (EventLoop) -> Void,
        later: @escaping @Sendable (Double, StaticString, @escaping @Sendable () -> Void) -> Void
    ) {
        self.now = now
        self.wake = wake
        self.later = later
    }

    /// Fires a timer after so many seconds, in a pass of its loop.
    func schedule(
        _ seconds: Double, from place: StaticString, _ timer: LoopBound<LoopTimer>
    ) {
        later(seconds, place) {
            timer.loop.runPass { timer.value.fire() }
        }
    }
}
