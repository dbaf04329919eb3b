import Dispatch
package import Foundation

/// The time of a journal, and what does its work beside that of its callers.
///
/// A simulation hands in its own, so that nothing waits for a clock.
package struct JournalTime: Sendable {
    /// A moment, to be compared with others of the same time.
    package var now: @Sendable () -> ContinuousClock.Instant
    /// The time of day.
    package var date: @Sendable () -> Date
    /// Returns after so many seconds.
    package var sleep: @Sendable (Double) async -> Void
    /// Does work after so many seconds, however busy the threads of tasks are.
    package var later: @Sendable (Double, @escaping @Sendable () -> Void) -> Void
    /// What runs tasks; nil: the threads of the process.
    package var tasks: (any TaskExecutor)?

    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        date: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Double) async -> Void,
        later: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void,
        tasks: (any TaskExecutor)?
    ) {
        (self.now, self.date, self.sleep, self.later) = (now, date, sleep, later)
        self.tasks = tasks
    }

    /// That of the machine.
    package static let machine = JournalTime(
        now: { .now }, date: { Date() }, sleep: { try? await Task.sleep(for: .seconds($0)) },
        later: { seconds, work in
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: work)
        }, tasks: nil)
}
