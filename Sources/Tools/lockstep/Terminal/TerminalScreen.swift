import Foundation

/// A block of lines on a terminal that is redrawn in place.
struct TerminalScreen {
    private let size: () -> (columns: Int, rows: Int)
    private let write: (TerminalText) throws -> Void
    /// The number of lines that are drawn.
    private var drawn = 0

    /// - Parameters:
    ///   - size: Returns the size of the terminal.
    ///   - write: Writes to the terminal.
    init(
        size: @escaping () -> (columns: Int, rows: Int),
        write: @escaping (TerminalText) throws -> Void
    ) {
        self.size = size
        self.write = write
    }

    /// The terminal of standard output; nil where that is a file or a pipe.
    static var standardOutput: TerminalScreen? {
        guard isatty(STDOUT_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb"
        else { return nil }
        return TerminalScreen {
            var size = winsize()
            guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
                size.ws_row > 0
            else { return (80, 24) }
            return (Int(size.ws_col), Int(size.ws_row))
        } write: {
            try Output.write($0)
        }
    }

    /// Draws lines in place of the previous ones, cut to the size of the terminal.
    mutating func draw(_ lines: [String]) throws {
        let (columns, rows) = size()
        let shown = lines.prefix(max(1, rows - 1)).map {
            TerminalText(String($0.prefix(max(1, columns - 1))))
        }
        // The cursor is hidden, and lines are overwritten one by one, so that nothing flickers.
        var text = drawn == 0 ? TerminalText(control: "\u{1B}[?25l") : .up(drawn)
        for line in shown { text = text + line + TerminalText(control: "\u{1B}[K\n") }
        try write(text + TerminalText(control: "\u{1B}[J"))
        drawn = shown.count
    }

    /// Shows the cursor again, below the lines.
    func finish() {
        // An error of writing means that the terminal is gone.
        if drawn > 0 { try? write(TerminalText(control: "\u{1B}[?25h")) }
    }
}
