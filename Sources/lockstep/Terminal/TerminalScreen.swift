import Foundation

/// The part of a terminal that is drawn over and over.
struct TopScreen {
    /// What the terminal has of columns and rows.
    var size: () -> (columns: Int, rows: Int)
    var write: (String) throws -> Void
    private var drawn = 0

    init(size: @escaping () -> (columns: Int, rows: Int), write: @escaping (String) throws -> Void)
    {
        self.size = size
        self.write = write
    }

    /// The terminal behind standard output; nil where that is a file or a pipe.
    static var standardOutput: TopScreen? {
        guard isatty(STDOUT_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb"
        else { return nil }
        return TopScreen {
            var size = winsize()
            guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
                size.ws_row > 0
            else { return (80, 24) }
            return (Int(size.ws_col), Int(size.ws_row))
        } write: {
            try Output.write(text: $0)
        }
    }

    /// Draws lines in the place of those drawn before, as many and as much of them as there is room for.
    mutating func draw(_ lines: [String]) throws {
        let (columns, rows) = size()
        let shown = lines.prefix(max(1, rows - 1)).map {
            String(TerminalStyle.plain($0).prefix(max(1, columns - 1)))
        }
        // Without the cursor, and without a blank screen between two.
        var text = drawn == 0 ? "\u{1B}[?25l" : "\u{1B}[\(drawn)A\r"
        for line in shown { text += line + "\u{1B}[K\n" }
        try write(text + "\u{1B}[J")
        drawn = shown.count
    }

    /// Gives the cursor back, below what was drawn.
    func finish() {
        // Where it cannot be written any more, there is no cursor to be seen.
        if drawn > 0 { try? write("\u{1B}[?25h") }
    }
}
