import CEventLoop

/// A running libev timer; it keeps itself alive until it has fired for the last time.
///
/// For the loop's thread only.
@safe
final class LoopTimer {
    private let loop: OpaquePointer
    private let watcher: UnsafeMutablePointer<ev_timer>
    private let isRepeating: Bool
    private let turns: LoopTurns
    private var work: (() -> Void)?

    init(
        on loop: OpaquePointer, _ turns: LoopTurns, after seconds: Double, repeating: Bool,
        _ work: @escaping () -> Void
    ) {
        unsafe self.loop = unsafe loop
        unsafe watcher = .allocate(capacity: 1)
        unsafe watcher.initialize(to: ev_timer())
        isRepeating = repeating
        self.turns = turns
        self.work = work
        let this = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe lockstep_timer_init(
            watcher,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue().fire()
            }, max(0, seconds), repeating ? seconds : 0, this)
        unsafe ev_timer_start(loop, watcher)
    }

    deinit {
        unsafe watcher.deallocate()
    }

    /// Never calls the work again; harmless afterwards and when repeated.
    func cancel() {
        guard work != nil else { return }
        work = nil
        unsafe ev_timer_stop(loop, watcher)
        unsafe Unmanaged.passUnretained(self).release()
    }

    private func fire() {
        let (due, turns) = (work, turns)
        if !isRepeating { cancel() }
        due?()
        turns.end(.timer)
    }
}
