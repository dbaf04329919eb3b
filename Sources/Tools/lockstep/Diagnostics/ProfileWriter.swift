import Foundation
import LoadGenerator
import LoadProfiles

/// Writes what each interval of a profile measured, and shows the progress.
final class ProfileWriter: Sendable {
    private let jsonLines: ResultFile?
    private let csv: ResultFile?
    private let bar = ProgressBar()
    private let isOnTerminal = ProgressBar.Screen.standardError != nil
    private let seconds: Double
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var lastNote = 0.0
    nonisolated(unsafe) private var hasBegun = false
    nonisolated(unsafe) private var failure: LoadError?

    /// Seconds between two lines of progress where there is no terminal.
    private static let pause = 10.0

    /// - Throws: `LoadError` where a file cannot be written.
    init(_ options: ProfileOutputOptions, seconds: Double) throws(LoadError) {
        self.seconds = seconds
        jsonLines = try options.jsonLines.map { path throws(LoadError) in try ResultFile(path) }
        csv = try options.csv.map { path throws(LoadError) in try ResultFile(path) }
    }

    /// Writes the lines of an interval, and shows how far the test is.
    func write(_ interval: ProfileInterval) {
        let isDue = lock.withLock {
            unsafe failure = failure ?? writeLines(interval)
            guard unsafe interval.time - lastNote >= Self.pause else { return false }
            unsafe lastNote = interval.time
            return true
        }
        let text = IntervalLines.progress(interval)
        if isOnTerminal { return bar.show(interval.time / seconds, text) }
        if isDue { Output.note(TerminalText(text)) }
    }

    /// Earlier files are emptied with the first figures: a test that cannot begin leaves them.
    private func writeLines(_ interval: ProfileInterval) -> LoadError? {
        do throws(LoadError) {
            if unsafe !hasBegun {
                unsafe hasBegun = true
                jsonLines?.begin()
                csv?.begin()
                try csv?.write(IntervalLines.csvHeader)
            }
            try jsonLines?.write(IntervalLines.json(interval))
            try csv?.write(IntervalLines.csv(interval))
            return nil
        } catch {
            return error
        }
    }

    /// Ends the display.
    ///
    /// - Returns: Why a file does not have all figures; nil: it has.
    func finish() -> LoadError? {
        bar.finish()
        return lock.withLock { unsafe failure }
    }
}
