import JSON

/// Escapes cells that a spreadsheet would run as formulas (OWASP, "CSV injection").
///
/// A text that begins with `=`, `+`, `-`, `@`, a tab or a line break, and is no number, gets a leading
/// apostrophe, by which spreadsheets mark text. Reading removes the apostrophe, so that writing and
/// reading a text returns it unchanged.
enum CellEscaping {
    private static let dangerous = Array("=+-@\t\r\n".utf8)

    static func escaped(_ text: String) -> String {
        needsEscape(text) && !isNumber(text) ? "'" + text : text
    }

    static func unescaped(_ cell: String) -> String {
        cell.utf8.first == UInt8(ascii: "'") && needsEscape(cell)
            ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Whether the text, without its leading apostrophes, begins like a formula.
    private static func needsEscape(_ text: String) -> Bool {
        let first = text.utf8.first { $0 != UInt8(ascii: "'") }
        return first.map { dangerous.contains($0) } ?? false
    }

    private static func isNumber(_ text: String) -> Bool {
        guard let value = try? JSONReader.read(Array(text.utf8)), case .number = value else {
            return false
        }
        return true
    }
}
