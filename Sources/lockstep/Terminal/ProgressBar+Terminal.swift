import Foundation

extension ProgressBar.Screen {
    /// The terminal behind standard error; nil where that is a file or a pipe.
    static var standardError: ProgressBar.Screen? {
        let term = ProcessInfo.processInfo.environment["TERM"]
        guard isatty(STDERR_FILENO) == 1, term != "dumb" else { return nil }
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return ProgressBar.Screen(
            width: isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
            now: { ProcessInfo.processInfo.systemUptime },
            write: { Output.note(text: $0) })
    }
}
