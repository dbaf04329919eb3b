import Foundation

/// Colours for the terminal; none where they are not wanted, or where the output is piped.
struct TerminalStyle {
    /// A colour, as the terminal names it.
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

    /// For standard output, with NO_COLOR (no-color.org) honoured.
    static var standardOutput: TerminalStyle {
        let environment = ProcessInfo.processInfo.environment
        let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return TerminalStyle(
            hasColours: isatty(STDOUT_FILENO) == 1 && !isRefused && environment["TERM"] != "dumb")
    }

    /// `text` in a colour; control characters in it are made visible.
    func paint(_ text: String, _ colour: Colour) -> String {
        hasColours ? "\u{1B}[\(colour.rawValue)m\(Self.plain(text))\u{1B}[0m" : Self.plain(text)
    }

    /// `text` without what would steer a terminal.
    static func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar in
                scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
            })
    }
}
