import CEventLoop

/// Ends a loop's sleep from any thread.
@safe
final class Waker: Sendable {
    nonisolated(unsafe) private let loop: OpaquePointer
    nonisolated(unsafe) private let watcher: UnsafeMutablePointer<ev_async>

    /// On the loop's own thread, or before it runs.
    init(_ loop: OpaquePointer) {
        unsafe self.loop = unsafe loop
        unsafe watcher = .allocate(capacity: 1)
        unsafe watcher.initialize(to: ev_async())
        unsafe lockstep_async_init(watcher, { _, _, _ in }, nil)
        unsafe ev_async_start(loop, watcher)
    }

    deinit {
        unsafe watcher.deallocate()
    }

    /// Has the loop make a pass; from any thread, many calls may be one pass.
    func wake() {
        unsafe ev_async_send(loop, watcher)
    }
}
