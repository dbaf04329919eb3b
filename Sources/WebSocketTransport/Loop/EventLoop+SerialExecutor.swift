/// Actors run on the loop's thread by naming it as their executor; in callbacks, which are on that
/// thread already, `assumeIsolated` enters them for the price of a call.
extension EventLoop: SerialExecutor {
    package func enqueue(_ job: consuming ExecutorJob) {
        submit(.job(UnownedJob(job)))
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    package func checkIsolated() {
        precondition(isCurrent, "not on the thread of the event loop \(name)")
    }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }
}
