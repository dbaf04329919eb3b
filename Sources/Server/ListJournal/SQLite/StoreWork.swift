import Dispatch

/// What does the work of a store beside its callers, and when the log is copied.
///
/// A simulation hands in its own, so that nothing waits for a thread or a clock.
struct StoreWork: Sendable {
    var time: JournalTime
    /// Does the writer's work, in the order of the calls and not before it returns.
    var writer: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// What copies the log.
    var checkpoints: any BackgroundWork
    var lengths = Checkpoints.Lengths()
    /// Whether who reads waits in place until it is done, and nothing else goes on meanwhile.
    var readsInPlace = false

    /// That of the machine.
    static func threads() -> StoreWork {
        let queue = DispatchQueue(label: "journal.writer", qos: .userInitiated)
        return StoreWork(
            time: .machine, writer: { queue.async(execute: $0) },
            checkpoints: BackgroundThread(name: "checkpoints"))
    }
}

/// Work beside that of others, one piece after the other.
protocol BackgroundWork: Sendable {
    /// Has some work done after what was begun before.
    func begin(_ work: @escaping @Sendable () -> Void)

    /// Returns once everything that was begun is done.
    func finish()
}
