/// A value that only the thread of one ``EventLoop`` may use, in a box that may go to other threads.
///
/// Any thread may make a box, copy it and pass it on. Only the loop's thread may open it: callbacks of
/// the loop, work that was handed to ``EventLoop/execute(_:)``, and tasks that are isolated to ``LoopActor``.
package struct LoopBound<Value>: @unchecked Sendable {
    /// The loop whose thread may use the value.
    package let loop: EventLoop
    @usableFromInline let bound: Value

    /// Binds `value` to `loop`; no other thread may use the value once the loop can reach it.
    package init(_ value: Value, loop: EventLoop) {
        self.loop = loop
        bound = value
    }

    /// The value.
    ///
    /// - Precondition: The caller runs on the loop's thread, which debug builds check.
    @inlinable package var value: Value {
        assert(isUsable, "a value of an event loop was used on another thread")
        return bound
    }

    @usableFromInline var isUsable: Bool { loop.isCurrent }
}
