import JSON

/// Texts as cells that a spreadsheet shows and does not run.
///
/// A cell that begins with `=`, `+`, `-`, `@`, a tab or a line break may be run as a formula; it gets
/// an apostrophe in front, as spreadsheets themselves mark text (OWASP, "CSV injection"). A plain
/// number keeps its sign. Reading takes the apostrophe off, so nothing is changed by a round trip.
enum CellText {
    private static let dangerous = Array("=+-@\t\r\n".utf8)

    static func guarded(_ text: String) -> String {
        needsGuard(text) && !isNumber(text) ? "'" + text : text
    }

    static func unguarded(_ cell: String) -> String {
        cell.utf8.first == UInt8(ascii: "'") && needsGuard(cell)
            ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Whether the text is dangerous, behind any number of apostrophes.
    private static func needsGuard(_ text: String) -> Bool {
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
