/// Work that a loop will do later; on the loop's thread.
package final class Scheduled: Sendable {
    private let timer: LoopConfined<LoopTimer>

    init(_ timer: LoopTimer) {
        self.timer = LoopConfined(timer)
    }

    /// The work will not run, unless it has; on the loop's thread only.
    package func cancel() {
        timer.value.cancel()
    }
}
