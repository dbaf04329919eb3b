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

    /// `text` in a colour, with its control characters replaced.
    func paint(_ text: String, _ colour: Colour) -> String {
        hasColours ? "\u{1B}[\(colour.rawValue)m\(Self.plain(text))\u{1B}[0m" : Self.plain(text)
    }

    /// `text` with U+FFFD in place of control characters, so that it cannot control the terminal.
    static func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar in
                scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
            })
    }
}
