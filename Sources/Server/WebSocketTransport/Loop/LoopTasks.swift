/// The isolation of what is asynchronous on the thread of one ``EventLoop``.
///
/// What is confined to the loop takes it as `isolation: isolated (any Actor)? = #isolation` in its asynchronous
/// functions: such a function goes to the loop before it does anything, and after each suspension. One that
/// merely inherits its caller's isolation need not: the compiler (6.3) leaves hops out before and after calls of
/// such functions, and takes a closure with a capture list for one that is to leave the isolation.
package actor LoopActor {
    private nonisolated let loop: EventLoop

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    fileprivate init(_ loop: EventLoop) { self.loop = loop }

    fileprivate func run<Value, Result: Sendable, Failure: Error>(
        with bound: LoopBound<Value>,
        _ work: @Sendable (isolated LoopActor, Value) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        precondition(loop.isCurrent, "a task of an event loop runs on another thread")
        let result = try await work(self, bound.value)
        precondition(loop.isCurrent, "a task of an event loop ended on another thread")
        return result
    }

    fileprivate func run<Value, Result: Sendable, Failure: Error>(
        with bound: LoopBound<Value>, _ work: @Sendable (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try work(bound.value)
    }
}

extension LoopBound {
    /// Uses the value on the loop's thread, from any.
    package func run<Result: Sendable, Failure: Error>(
        _ work: @Sendable (isolated LoopActor, Value) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await LoopActor(loop).run(with: self, work)
    }

    /// Uses the value on the loop's thread, from any.
    package func run<Result: Sendable, Failure: Error>(
        _ work: @Sendable (Value) throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await LoopActor(loop).run(with: self, work)
    }

    /// Begins a task that uses the value on the loop's thread, from any.
    ///
    /// - Parameter executor: Where the task begins, and where that runs which leaves the loop meanwhile; nil: on
    ///   Swift's threads.
    @discardableResult
    package func begin<Result: Sendable>(
        on executor: (any TaskExecutor)?,
        _ work: @escaping @Sendable (isolated LoopActor, Value) async -> Result
    ) -> Task<Result, Never> {
        Task(executorPreference: executor) { await run(work) }
    }

    /// Uses the value on the loop's thread at the end of a pass, from any; see ``EventLoop/execute(_:)``.
    package func execute(_ work: @escaping @Sendable (Value) -> Void) {
        loop.execute { work(value) }
    }
}

extension EventLoop {
    /// Waits without holding the loop up.
    ///
    /// To be called on the loop's thread.
    package func pause(
        seconds: Double, isolation: isolated (any Actor)? = #isolation
    ) async {
        await withCheckedContinuation { continuation in
            _ = schedule(after: seconds) { continuation.resume() }
        }
    }
}
