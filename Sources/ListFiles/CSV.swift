/// Reads comma-separated values as RFC 4180 has them.
///
/// Written here because what is there was found to lose text: SwiftCSV drops blanks at the start of a
/// cell, takes U+2028 and other such characters for the end of a row, misses a quote with a combining
/// mark behind it, and takes a file that ends inside quotes.
struct CSVReader {
    /// One row of cells, and the line that it begins on, from 1.
    struct Record: Hashable {
        var line: Int
        var cells: [String]
    }

    private enum Place { case start, plain, quoted, behindQuote }

    private let separator: UInt8
    private var records: [Record] = []
    private var record = Record(line: 1, cells: [])
    private var cell: [UInt8] = []
    private var place = Place.start
    private var line = 1

    /// Reads a whole file.
    ///
    /// A byte order mark is skipped, lines end with CR LF or LF, and cells are separated by comma,
    /// semicolon or tab, whichever the first line has most of.
    /// - Throws: `ListFileError` for quotes that do not end, or end inside a cell; text that is not
    ///   UTF-8.
    /// - Complexity: O(n) in the bytes.
    static func read(_ bytes: [UInt8]) throws(ListFileError) -> [Record] {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ListFileError("this is no UTF-8: save it as \"CSV UTF-8\"")
        }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        var reader = CSVReader(separator: separator(of: text))
        for byte in text { try reader.take(byte) }
        return try reader.finish()
    }

    private init(separator: UInt8) {
        self.separator = separator
    }

    private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in text {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == UInt8(ascii: "\n") { break }
            counts[byte, default: 0] += 1
        }
        let candidates = [",", ";", "\t"].flatMap { $0.utf8 }
        let most = candidates.map { counts[$0] ?? 0 }.max() ?? 0
        return candidates.first { (counts[$0] ?? 0) == most } ?? UInt8(ascii: ",")
    }

    private mutating func take(_ byte: UInt8) throws(ListFileError) {
        if byte == UInt8(ascii: "\n") { line += 1 }
        switch (place, byte) {
        case (.quoted, UInt8(ascii: "\"")): place = .behindQuote
        case (.quoted, _): cell.append(byte)
        case (.behindQuote, UInt8(ascii: "\"")):
            cell.append(byte)
            place = .quoted
        case (.start, UInt8(ascii: "\"")): place = .quoted
        case (_, separator): endCell()
        case (_, UInt8(ascii: "\n")):
            if cell.last == UInt8(ascii: "\r"), place != .behindQuote { cell.removeLast() }
            endRecord()
        case (.behindQuote, UInt8(ascii: "\r")): break
        case (.behindQuote, _):
            throw ListFileError(line: line, "there is text behind a closing quote")
        default:
            cell.append(byte)
            place = .plain
        }
    }

    private mutating func endCell() {
        record.cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
        place = .start
    }

    private mutating func endRecord() {
        endCell()
        records.append(record)
        record = Record(line: line, cells: [])
    }

    private mutating func finish() throws(ListFileError) -> [Record] {
        guard place != .quoted else {
            throw ListFileError(line: record.line, "a quote does not end")
        }
        if place != .start || !cell.isEmpty || !record.cells.isEmpty { endRecord() }
        return records
    }
}
