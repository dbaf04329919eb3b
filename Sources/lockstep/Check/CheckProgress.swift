import Foundation

/// A line on the terminal that tells how far a check is; nothing where there is no terminal.
struct CheckProgress: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1
    private static let width = 24

    /// Shows a bar and what happens.
    ///
    /// - Parameter share: How much is done, from 0 to 1; nil: it cannot be told.
    func show(_ share: Double?, _ text: String) {
        guard isShown else { return }
        var bar = ""
        if let share {
            let full = Int(Double(Self.width) * min(1, max(0, share)))
            bar =
                "[" + String(repeating: "#", count: full)
                + String(repeating: ".", count: Self.width - full) + "] "
        }
        write("\r\u{1B}[K" + bar + text)
    }

    /// Takes the line away.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
