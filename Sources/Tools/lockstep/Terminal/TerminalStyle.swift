import Foundation

/// Colours for terminals; output to a file or a pipe has none.
struct TerminalStyle {
    /// A colour, with its number in an escape sequence.
    enum Colour: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case blue = 34
        case grey = 90
    }

    let hasColours: Bool

    init(hasColours: Bool) {
        self.hasColours = hasColours
    }

    /// The style of standard output, which respects NO_COLOR (no-color.org).
    static var standardOutput: TerminalStyle {
        let environment = ProcessInfo.processInfo.environment
        let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return TerminalStyle(
            hasColours: isatty(STDOUT_FILENO) == 1 && !isRefused && environment["TERM"] != "dumb")
    }

    /// `text` in a colour.
    func paint(_ text: String, _ colour: Colour) -> TerminalText {
        let text = TerminalText(text)
        return hasColours ? text.inColour(colour) : text
    }
}
