import Foundation

/// A progress bar on the terminal for what takes over a second; nothing where there is no terminal.
///
/// It may be told of progress from any thread, as often as there is any: it draws ten times a second
/// at most.
final class ProgressBar: Sendable {
    /// Where the bar is drawn, and by which clock.
    struct Screen: Sendable {
        /// Columns of the terminal.
        var width: Int
        /// Seconds that only grow.
        var now: @Sendable () -> Double
        var write: @Sendable (String) -> Void
    }

    private struct State {
        var drawn: Double?
        var isOver = false
    }

    private let line: ProgressLine
    private let screen: Screen?
    private let began: Double
    private let lock = NSLock()
    // Guarded by `lock`.
    nonisolated(unsafe) private var state = State()

    /// What takes less is over before a bar would be read.
    private static let patience = 1.0
    private static let interval = 0.1

    /// - Parameter screen: nil draws nothing.
    init(_ label: String, unit: String, on screen: Screen? = .standardError) {
        line = ProgressLine(label: label, unit: unit)
        self.screen = screen
        began = screen?.now() ?? 0
    }

    /// So much of it is done.
    func update(_ done: Int, of total: Int) {
        guard let screen else { return }
        let now = screen.now()
        lock.withLock {
            let last = unsafe state.drawn
            guard unsafe !state.isOver, now - began >= Self.patience,
                last.map({ now - $0 >= Self.interval }) ?? true
            else { return }
            unsafe state.drawn = now
            // Written under the lock: two lines must not mix.
            let text = line.text(done: done, total: total, width: screen.width - 1)
            screen.write("\r\u{1B}[K" + text)
        }
    }

    /// Takes the bar off the screen; nothing is drawn from now on.
    func finish() {
        guard let screen else { return }
        lock.withLock {
            if unsafe state.drawn != nil, unsafe !state.isOver { screen.write("\r\u{1B}[K") }
            unsafe state.isOver = true
        }
    }
}
