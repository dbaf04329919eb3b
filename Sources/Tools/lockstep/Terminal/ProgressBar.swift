import Foundation
import LoadGenerator

/// A line on the terminal that shows the progress of a command; without a terminal it draws nothing.
///
/// The methods may be called from any thread, as often as there is progress.
final class ProgressBar: Sendable {
    /// The terminal on which the bar is drawn, and the clock.
    struct Screen: Sendable {
        /// Columns of the terminal.
        var width: Int
        /// Monotonic seconds.
        var now: @Sendable () -> Double
        var write: @Sendable (TerminalText) -> Void
    }

    private struct DrawingState {
        var lastDrawn: Double?
        var isFinished = false
    }

    private let line: ProgressLine
    private let screen: Screen?
    private let began: Double
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state = DrawingState()

    /// Seconds before `update` draws: work that takes less needs no bar.
    private static let delay = 1.0
    /// Seconds between two drawings of `update`, at least.
    private static let interval = 0.1
    /// Columns of the bar that `show` draws.
    private static let columns = 30
    /// Moves to the start of the line and erases it.
    private static let erase = TerminalText(control: "\r\u{1B}[K")

    /// - Parameters:
    ///   - label: What is done, such as `verifying`, for `update`.
    ///   - unit: What `update` counts, such as `lists`.
    ///   - screen: nil draws nothing.
    init(_ label: String = "", unit: String = "", on screen: Screen? = .standardError) {
        line = ProgressLine(label: label, unit: unit)
        self.screen = screen
        began = screen?.now() ?? 0
    }

    /// Draws how much is done, from one second after the start on, at most ten times a second.
    func update(_ done: Int, of total: Int) {
        guard let screen else { return }
        let now = screen.now()
        guard now - began >= Self.delay else { return }
        draw(at: now, interval: Self.interval) {
            line.text(done: done, total: total, width: screen.width - 1)
        }
    }

    /// Draws a text at once, after a bar where the part that is done is known (0 to 1).
    func show(_ part: Double?, _ text: String) {
        guard let screen else { return }
        draw(at: screen.now(), interval: 0) {
            let bar = part.map { ProgressLine.bar($0, columns: Self.columns) + " " } ?? ""
            return String((bar + text).prefix(screen.width - 1))
        }
    }

    /// Removes the bar; nothing is drawn afterwards.
    func finish() {
        guard let screen else { return }
        lock.withLock {
            if unsafe state.lastDrawn != nil, unsafe !state.isFinished {
                screen.write(Self.erase)
            }
            unsafe state.isFinished = true
        }
    }

    private func draw(at now: Double, interval: Double, _ text: () -> String) {
        lock.withLock {
            let last = unsafe state.lastDrawn
            guard unsafe !state.isFinished, last.map({ now - $0 >= interval }) ?? true else {
                return
            }
            unsafe state.lastDrawn = now
            // The lock is held while writing, so that two lines do not mix.
            screen?.write(Self.erase + TerminalText(text()))
        }
    }
}

extension ProgressBar: LoadProgress {}

extension ProgressBar.Screen {
    /// The terminal of standard error; nil where that is a file or a pipe.
    static var standardError: ProgressBar.Screen? {
        let term = ProcessInfo.processInfo.environment["TERM"]
        guard isatty(STDERR_FILENO) == 1, term != "dumb" else { return nil }
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return ProgressBar.Screen(
            width: isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
            now: { ProcessInfo.processInfo.systemUptime },
            write: { Output.ask($0) })
    }
}

/// One line of progress: `verifying [#####.....]  52 %  520 of 1000 lists`.
struct ProgressLine {
    let label: String
    /// What is counted, such as `lists`.
    let unit: String

    /// The line in at most `width` columns: where they do not suffice, first the bar is left out, then
    /// the counts.
    func text(done: Int, total: Int, width: Int) -> String {
        let share = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
        let percent = "\(Int(share * 100)) %"
        let counts = "\(done) of \(total) \(unit)"
        let plain = "\(label) \(percent)"
        let room = min(40, width - label.count - counts.count - 14)
        guard room >= 10 else {
            let whole = "\(plain)  \(counts)"
            return String((whole.count <= width ? whole : plain).prefix(max(0, width)))
        }
        let padding = String(repeating: " ", count: 5 - percent.count)
        return "\(label) \(Self.bar(share, columns: room)) \(padding)\(percent)  \(counts)"
    }

    /// `[#####.....]`, with `columns` between the brackets.
    ///
    /// - Parameter share: The part that is done, 0 to 1.
    static func bar(_ share: Double, columns: Int) -> String {
        let filled = Int(min(max(share, 0), 1) * Double(columns))
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: ".", count: columns - filled) + "]"
    }
}
