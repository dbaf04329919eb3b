import LoadGenerator

/// The progress of a run that says in its own words what it does, on standard error.
///
/// Nothing is drawn where that is no terminal.
struct TerminalProgress: LoadProgress {
    private static let columns = 30

    private let screen = ProgressBar.Screen.standardError

    func show(_ part: Double?, _ text: String) {
        guard let screen else { return }
        let bar = part.map { ProgressLine.bar($0, columns: Self.columns) + " " } ?? ""
        screen.write("\r\u{1B}[K" + (bar + text).prefix(screen.width - 1))
    }

    /// Takes the line away.
    func clear() {
        screen?.write("\r\u{1B}[K")
    }
}
