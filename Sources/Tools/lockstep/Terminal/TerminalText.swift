/// A text that is safe to write to a terminal, and that tells nothing but what the program says.
///
/// Titles, names, addresses and the messages of a server come from others. In a text that is made of them, what
/// could control the terminal, or pass for a line of this program's, is U+FFFD: control characters, the separators
/// of lines and paragraphs, and the marks that turn the direction of what follows.
struct TerminalText: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    let description: String

    private init(unchanged text: String) {
        description = text
    }

    /// One line.
    init(_ text: String) {
        description = Self.clean(text, keepingLines: false)
    }

    /// Several lines of this program's own, whose parts from others are in no line of their own.
    init(lines text: String) {
        description = Self.clean(text, keepingLines: true)
    }

    /// A line of JSON, which escapes the control characters of ASCII itself; those after them, which some terminals
    /// obey, are escaped here, so that programs read the same value.
    init(json: some Sequence<UInt8>) {
        var line: [UInt8] = []
        for byte in json {
            if byte == 0x7F {
                line += "\\u007f".utf8
            } else if line.last == 0xC2, 0x80..<0xA0 ~= byte {
                line.removeLast()
                line += "\\u00\(String(byte, radix: 16))".utf8
            } else {
                line.append(byte)
            }
        }
        description = String(decoding: line, as: UTF8.self)
    }

    init(stringLiteral text: String) {
        self.init(text)
    }

    /// What controls the terminal: an escape sequence of this program.
    init(control: StaticString) {
        description = "\(control)"
    }

    /// The sequence that moves the cursor up, to the start of a line.
    static func up(_ lines: Int) -> Self { Self(unchanged: "\u{1B}[\(lines)A\r") }

    /// The text in a colour.
    func inColour(_ colour: TerminalStyle.Colour) -> Self {
        Self(unchanged: "\u{1B}[\(colour.rawValue)m\(description)\u{1B}[0m")
    }

    static func + (left: Self, right: Self) -> Self {
        Self(unchanged: left.description + right.description)
    }

    private static func clean(_ text: String, keepingLines: Bool) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isKept = keepingLines && scalar == "\n"
                    return isKept || !isControl(scalar) ? scalar : "\u{FFFD}"
                }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " "..."~": false
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default:
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
