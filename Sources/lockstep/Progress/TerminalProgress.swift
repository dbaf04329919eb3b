import Foundation
import LoadGenerator

/// Progress on standard error, where that is a terminal.
struct TerminalProgress: LoadProgress {
    private static let width = 30

    private var isTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

    func show(_ part: Double?, _ text: String) {
        guard isTerminal else { return }
        var bar = ""
        if let part {
            let done = Int(min(max(part, 0), 1) * Double(TerminalProgress.width))
            bar =
                "[" + String(repeating: "=", count: done)
                + String(repeating: " ", count: TerminalProgress.width - done) + "] "
        }
        write("\r\u{1B}[K\(bar)\(text)")
    }

    /// Takes the line away.
    func clear() {
        guard isTerminal else { return }
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
