import ListDocument
package import Logging
package import WebSocketTransport

/// What a server takes from the machine that it runs on: its loop, time, threads, chance and log.
///
/// A simulation gives its own.
package final class ServerRuntime: Sendable {
    package let loop: EventLoop
    /// The time of day.
    package let clock: WallClock
    package let log: Logger
    package let background: Background
    /// Makes the epochs of lists, and the ids that clients leave to the server.
    package let makeID: @Sendable () -> String

    package init(
        loop: EventLoop, clock: WallClock, log: Logger, background: Background = .threads,
        makeID: @escaping @Sendable () -> String = { RandomID.make() }
    ) {
        self.loop = loop
        self.clock = clock
        self.log = log
        self.background = background
        self.makeID = makeID
    }

    /// Begins a task that uses `value` on the loop's thread.
    ///
    /// - Parameter value: What the task uses that is confined to the loop.
    @discardableResult
    package func begin<Value, Result: Sendable>(
        with value: Value, _ work: @escaping @Sendable (isolated LoopActor, Value) async -> Result
    ) -> Task<Result, Never> {
        LoopBound(value, loop: loop).begin(on: background.tasks, work)
    }
}

/// Where work goes that is too much for a turn of the loop: to the system's threads, or to a simulation,
/// in which it takes its turn as the loops do.
package struct Background: Sendable {
    /// Makes a queue with this label.
    package let queue: @Sendable (String) -> WorkerQueue
    /// Runs tasks; nil: Swift's threads do.
    package let tasks: (any TaskExecutor)?

    /// Begins a task, whose end is not awaited.
    package func begin(_ work: @escaping @Sendable () async -> Void) {
        Task(executorPreference: tasks) { await work() }
    }

    static let threads = Background(queue: { WorkerQueue(label: $0) }, tasks: nil)
}
